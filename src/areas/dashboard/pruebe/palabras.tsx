import type { RutaCon } from '../../../web/marco/screens.ts'
import type { Prueba } from '../rules/pruebas.ts'

type Busqueda = Record<string, string>

/** What each thing to try is, in words, and the screen where it begins. */
export const PALABRAS: Record<
  Prueba,
  readonly [titulo: string, detalle: string, pantalla: RutaCon, search?: Busqueda]
> = {
  comprar: [
    'Compre US$ 100 sin tocar el ratón',
    'Escriba 100 y pulse F9: el ticket sale solo.',
    'nueva-compra-venta',
  ],
  tasa: [
    'Pida una tasa mejor para un cliente',
    'Cambie la tasa más allá de su rango y pida permiso con F7.',
    'nueva-compra-venta',
  ],
  orden: [
    'Envíe dinero a Venezuela',
    'Elija un cliente y su beneficiario, o pegue los datos que manda por WhatsApp.',
    'nueva-orden',
  ],
  cobro: [
    'Confirme un pago que espera',
    'Abra una operación pendiente y diga que el banco recibió ese monto.',
    'compras-ventas',
    { estado: 'pendiente' },
  ],
  cierre: [
    'Cuente su caja a ciegas y ciérrela',
    'Cuente billetes y monedas; la diferencia aparece después.',
    'mi-caja',
  ],
  aprobar: [
    'Responda a una solicitud',
    'Un gasto, un ajuste o una tasa esperan a otra persona: usted.',
    'aprobaciones',
  ],
  caja: [
    'Apruebe el cierre de una caja',
    'La segunda ventanilla contó y cerró: compare lo contado con lo esperado.',
    'cierres-cajas',
  ],
  precio: [
    'Mueva el dólar medio céntimo',
    'Antes de publicar se ve qué tasas cambian; la pizarra cambia al instante.',
    'pares-divisas',
  ],
  anular: [
    'Anule una operación de hoy',
    'Caja y posición vuelven a lo que eran; si la caja ya no tiene ese dinero, lo dice.',
    'compras-ventas',
  ],
  efectivo: [
    'Envíe efectivo a una ventanilla',
    'Queda en tránsito hasta que el cajero lo cuenta.',
    'nueva-transferencia',
  ],
  usuario: [
    'Dé acceso a una persona nueva',
    'Su rol dice qué ve y qué puede; nadie da más de lo que tiene.',
    'nuevo-usuario',
  ],
  tomar: ['Tome una orden por pagar', 'Nadie más puede pagarla mientras es suya.', 'ordenes'],
  pagar: [
    'Pague una orden',
    'Copie los datos con un clic y escriba la referencia del banco.',
    'ordenes',
  ],
  observar: [
    'Observe una orden con un dato errado',
    'La orden espera y la ventanilla se entera.',
    'ordenes',
  ],
  resolver: ['Resuelva una observación', 'La orden vuelve a la cola con su historia.', 'ordenes'],
  soltar: ['Suelte una orden que tomó', 'Vuelve a la cola para otra persona.', 'ordenes'],
  admitir: [
    'Admita a un cliente expuesto',
    'Hoy vino alguien con un cargo público: espera su revisión.',
    'clientes',
  ],
  bloquear: [
    'Bloquee o libere a un cliente',
    'Un bloqueado no opera en ninguna ventanilla.',
    'clientes',
  ],
  conocer: [
    'Registre a un cliente',
    'Con su DNI basta para empezar; cada monto pide lo suyo.',
    'nuevo-cliente',
  ],
  beneficiario: [
    'Verifique a un beneficiario',
    'Uno tiene mal los dígitos de control de su cuenta: búsquelo.',
    'clientes',
  ],
  registro: [
    'Exporte el Registro de Operaciones',
    'Lo que la SBS pide, con lo acumulado por cliente.',
    'registro-operaciones',
  ],
  ganancia: [
    'Exporte la ganancia del mes',
    'Cada cifra se abre hasta su asiento.',
    'reporte-ganancia',
  ],
  posicion: [
    'Exporte la posición diaria',
    'Lo que hubo de cada moneda y lo que costó.',
    'reporte-posicion',
  ],
  volumen: ['Exporte el volumen por divisa', 'Por divisa, tipo, cajero y hora.', 'reporte-volumen'],
  libro: [
    'Saque el libro a un programa ajeno',
    'Como diario de hledger, Ledger o Beancount: cuadra allí también.',
    'libro-diario',
  ],
  perfil: ['Cambie su perfil', 'Su correo o su celular.', 'perfil'],
}

/** The same where a finger points: it names no key and no mouse. */
const CON_DEDO: Partial<Record<Prueba, readonly [titulo: string, detalle: string]>> = {
  comprar: ['Compre US$ 100 en un toque', 'Escriba 100 y toque Guardar: el ticket queda listo.'],
  tasa: [
    'Pida una tasa mejor para un cliente',
    'Cambie la tasa más allá de su rango y toque Pedir autorización.',
  ],
  pagar: ['Pague una orden', 'Copie los datos con un toque y escriba la referencia del banco.'],
}

/** What a thing to try is called where a finger points, or a mouse and keys. */
export function palabrasDe(prueba: Prueba, dedo: boolean): readonly [string, string] {
  const [titulo, detalle] = PALABRAS[prueba]
  return (dedo && CON_DEDO[prueba]) || [titulo, detalle]
}
