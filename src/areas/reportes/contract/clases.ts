/**
 * Every kind of exception, as the owner reads it, the gravest first: what it is, and why it is looked at. A kind is one
 * block of SQL (`sql/aportes/excepciones.sql` of its area) or a mark in the audit, and a line here.
 */
export const CLASES = {
  solo: [
    'Sin otra persona',
    'Lo confirmó con su contraseña quien lo hizo o tomó parte, porque nadie más podía.',
  ],
  restauracion: [
    'Casa restaurada',
    'Volvió a un instante anterior: lo que se registró después no está.',
  ],
  control: ['Control aflojado', 'Un ajuste que deja pasar más que antes.'],
  limite: ['Límite de una persona', 'A alguien se le permite más que antes.'],
  permiso: ['Permisos de un rol', 'Un rol puede algo que antes no podía.'],
  aviso: ['Aviso apagado', 'Alguien deja de enterarse de algo.'],
  'cuenta-ajena': ['Cuenta de otra persona', 'Su rol, su contraseña o su segundo factor.'],
  'diferencia-transito': ['Diferencia en tránsito', 'Llegó algo distinto de lo que se envió.'],
  conteo: ['Primer conteo distinto', 'Lo primero que se contó no era lo que dicen los libros.'],
  recuento: ['Recuento', 'La caja se contó otra vez.'],
  arqueo: ['Arqueo con diferencia', 'Un conteo a mitad del día no cuadró.'],
  anulacion: ['Anulación', 'Un documento que ya había movido dinero.'],
  'anulacion-diferencia': [
    'Anulación con diferencia',
    'Parte de la divisa ya se había vendido, y no salió a lo que había costado.',
  ],
  devolucion: [
    'Saldo a favor devuelto',
    'Una persona sola devolvió lo que un cliente había pagado de más.',
  ],
  'bajo-costo': ['Por debajo del costo', 'Salió por menos de lo que había costado.'],
  'tasa-autorizada': [
    'Tasa fuera de rango',
    'Más lejos de la vigente que lo permitido a su cajero.',
  ],
  'tasa-mejorada': [
    'Tasa mejor que la vigente',
    'Dentro de lo permitido a su cajero, pero a costa de la casa.',
  ],
  'servicio-distinto': [
    'Servicio distinto de su regla',
    'En el mostrador se cobró otro que el que dice la regla.',
  ],
  conversion: ['Conversión fuera del mercado', 'Entre cuentas propias, a otro precio.'],
  'tasa-mantenida': ['Tasa mantenida', 'Se respetó una tasa que ya había cambiado.'],
  'precio-repuesto': [
    'Precio cambiado y repuesto',
    'Se publicó otro, se operó con él y en minutos volvió el de antes.',
  ],
  'cotizacion-suelta': ['Cotización sin cliente', 'Un precio prometido a quien no es cliente.'],
  'cotizaciones-sin-usar': [
    'Cotizaciones sin usar',
    'Muchas promesas de un día que nadie vino a usar.',
  ],
  'tasa-manual': ['Tasa escrita a mano', 'No sigue al precio de sus pares.'],
  precio: [
    'Precio confirmado fuera de la alerta',
    'Una persona publicó un salto, y otra dijo que sí.',
  ],
  cargo: ['Comisión bancaria alta', 'Más de lo que su cuenta dice que cobra.'],
  referencia: ['Número o comprobante repetido', 'Ya había probado otro pago.'],
  visto: ['Con visto bueno', 'Otra persona permitió lo que uno no puede solo.'],
  pep: ['Marca de PEP quitada', 'Un cliente dejó de figurar como expuesto políticamente.'],
  documento: ['Documento reemplazado', 'El de un cliente que ya operó, y que todavía servía.'],
  reapertura: ['Día reabierto', 'Un día cerrado volvió a admitir movimientos.'],
  reimpresion: ['Copia de un papel', 'Se imprimió otra vez lo que el cliente ya tenía.'],
  'ingreso-hora': ['Ingreso a deshora', 'Fuera del horario de la casa.'],
  puerta: ['En la puerta', 'Demasiados intentos, o una sesión copiada.'],
  identidad: ['Contraseña confirmada', 'Se pidió de nuevo antes de algo delicado.'],
  reloj: ['Hora del equipo', 'Una persona respondió por ella.'],
} as const satisfies Record<string, readonly [titulo: string, explica: string]>

export type Clase = keyof typeof CLASES

/** The title of a kind; of one that this version does not know, its key. */
export const tituloDe = (clase: string): string =>
  clase in CLASES ? CLASES[clase as Clase][0] : clase
