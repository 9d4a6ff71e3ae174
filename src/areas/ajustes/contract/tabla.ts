import { DE_LOS_LIBROS } from '../../../core/dinero/moneda.ts'
import {
  type Ajuste,
  type Clave,
  decimal,
  eleccion,
  entero,
  pais,
  siNo,
  texto,
  textoVacio,
} from './campos.ts'
import { enInternet, noEsDireccion } from './internet.ts'
import { DE_RESPALDO } from './respaldo.ts'
import { DE_SESION } from './sesion.ts'
import { ZONAS } from './zonas.ts'

/** What a house does. */
export const NEGOCIOS = {
  ambos: 'Cambio de moneda y envíos',
  mostrador: 'Solo cambio de moneda',
  envios: 'Solo envíos de dinero',
} as const

type Nombre<K extends Clave> = K extends `${string}.${infer Miembro}` ? Miembro : K

/**
 * Every setting that people change, one line each: key under which SQL reads it with `ajuste(clave)`, group, label, help.
 * What it may be (type, bounds) is what `ajustes_reglas` holds of its key. A new one is a row of `ajustes` with its first
 * value and one of `ajustes_reglas` in a numbered file, `npm run db:types`, and a line here: without it nothing
 * compiles. Secrets have no row in `ajustes_reglas`: what is listed is answered to whoever may see the settings.
 */
export const AJUSTES = {
  razon_social: texto('empresa.razon_social', 'empresa', 'Razón social'),
  ruc: textoVacio(
    'empresa.ruc',
    'empresa',
    'RUC o documento tributario',
    'RUC, NIT, RIF, RUT, CUIT: el del país de la casa. Sale en cada ticket.',
  ),
  registro_sbs: textoVacio('empresa.registro_sbs', 'empresa', 'Registro SBS', 'El de cambista.'),
  direccion: textoVacio('empresa.direccion', 'empresa', 'Dirección'),
  web: textoVacio(
    'empresa.web',
    'empresa',
    'Dirección en internet',
    'La del QR de los papeles. Sin ella llevan a donde usted abre el programa, que un cliente quizá no alcance.',
    { ordena: enInternet, falla: noEsDireccion },
  ),
  zona_horaria: eleccion(
    'zona_horaria',
    'empresa',
    'Zona horaria',
    ZONAS,
    'En ella se cuentan los días y las horas de todo. Se elige antes del primer documento.',
  ),
  pais_casa: pais(
    'pais_casa',
    'empresa',
    'País de la casa',
    'Su moneda es la de los libros: en ella van los costos, las ganancias y los límites. Se elige antes del primer documento.',
  ),
  negocio: eleccion(
    'negocio',
    'empresa',
    'Qué hace la casa',
    NEGOCIOS,
    'La puesta en marcha pide solo lo que eso necesita. Puede cambiarlo cuando quiera.',
  ),
  bloqueo_minutos: entero(
    'bloqueo_minutos',
    'tasas',
    'Vigencia de una cotización (min)',
    'Cuánto se respeta una tasa cotizada si después cambia. Cada tipo de cambio puede tener la suya.',
  ),
  cotizacion_abiertas_usd: decimal(
    'cotizacion_abiertas_usd',
    'tasas',
    'US$',
    'Cotizaciones sin usar de un cajero hasta',
    'Todas las que tenga abiertas; si su límite por operación es menor, vale ese.',
  ),
  tasa_rancia_horas: entero(
    'tasa_rancia_horas',
    'tasas',
    'Aviso de tasa sin confirmar (h)',
    'Desde esa edad se advierte; desde el doble ya no se cotiza.',
  ),
  duplicado_minutos: entero(
    'duplicado_minutos',
    'mostrador',
    'Operación repetida (min)',
    'Mismo cliente y monto en ese lapso: se pide confirmar. 0: no se pregunta.',
  ),
  fuente_hora_pct: decimal(
    'fuente_hora_pct',
    'tasas',
    '%',
    'Una fuente mueve sola, por hora',
    'Más solo se propone, y lo publica una persona. A la mitad se avisa.',
  ),
  fuente_dia_pct: decimal(
    'fuente_dia_pct',
    'tasas',
    '%',
    'Una fuente se aleja sola',
    'Del último precio que una persona publicó o confirmó.',
  ),
  transferencia_desvio_pct: decimal(
    'transferencia_desvio_pct',
    'tasas',
    '%',
    'Desvío de una conversión propia',
    'Más lejos del mercado se pide escribir de nuevo la tasa.',
  ),
  exigir_turno: siNo(
    'exigir_turno',
    'mostrador',
    'Exigir turno de caja',
    'Una caja solo recibe movimientos mientras su cajero tiene el turno abierto.',
  ),
  orden_doble_control_usd: decimal(
    'orden_doble_control_usd',
    'aprobaciones',
    'US$',
    'Dos personas desde',
    'Por encima de ese equivalente quien registra no verifica, quien verifica no paga, lo que sale lleva su comprobante y nada se da por confirmado al instante.',
  ),
  dos_personas_dia_usd: decimal(
    'dos_personas_dia_usd',
    'aprobaciones',
    'US$',
    'Pagos propios que uno mismo verifica hasta',
    'En un día, de los que no llegan al límite de dos personas.',
  ),
  anular_propia_usd: decimal(
    'anular_propia_usd',
    'aprobaciones',
    'US$',
    'Anular lo propio hasta',
    'Por encima de ese equivalente lo anula otra persona, o da su visto bueno.',
  ),
  anular_propia_minutos: entero(
    'anular_propia_minutos',
    'aprobaciones',
    'Anular lo propio dentro de (min)',
    'Después el cliente ya se fue: lo anula otra persona, o da su visto bueno.',
  ),
  orden_sla_minutos: entero(
    'orden_sla_minutos',
    'ordenes',
    'Plazo para pagar una orden (min)',
    'Desde que el cliente pagó. Después se marca y se avisa; lo observado no cuenta.',
  ),
  saldo_favor_dias: entero(
    'saldo_favor_dias',
    'ordenes',
    'Devolver un saldo a favor sin otra persona hasta (días)',
    'Pasado ese tiempo, lo devuelve uno con el visto bueno de otra persona.',
  ),
  orden_anular_vencida_horas: entero(
    'orden_anular_vencida_horas',
    'ordenes',
    'Anular órdenes vencidas a las (h)',
    'Desde que venció la cotización, si el cliente no pagó nada. Con 0 no se anulan solas.',
  ),
  comisiones_arrastre: siNo(
    'comisiones_arrastre',
    'comisiones',
    'Descontar lo negativo',
    'Encendido: lo que una operación pierde se descuenta de las comisiones siguientes. Apagado: una operación con pérdida no da comisión ni la quita.',
  ),
  umbral_identificacion_usd: decimal(
    'umbral_identificacion_usd',
    'cumplimiento',
    'US$',
    'Identificar desde',
    'Equivalente por operación desde el que se pide el documento.',
  ),
  umbral_declaracion_usd: decimal(
    'umbral_declaracion_usd',
    'cumplimiento',
    'US$',
    'Declaración jurada desde',
    'Equivalente acumulado en el mes desde el que se piden los datos completos.',
  ),
  ro_unica_usd: decimal(
    'ro_unica_usd',
    'cumplimiento',
    'US$',
    'Registro de Operaciones: una operación desde',
    'Equivalente desde el que una operación entra al registro que pide la SBS.',
  ),
  ro_multiple_usd: decimal(
    'ro_multiple_usd',
    'cumplimiento',
    'US$',
    'Registro de Operaciones: acumulado del mes desde',
    'Cuando un cliente lo alcanza en el mes, entran todas sus operaciones de ese mes.',
  ),
  aprobacion_cliente_meses: entero(
    'aprobacion_cliente_meses',
    'cumplimiento',
    'Aprobación de cumplimiento (meses)',
    '0: no vence.',
  ),
  ajuste_aprobacion_funcional: decimal(
    'ajuste_aprobacion_funcional',
    'aprobaciones',
    DE_LOS_LIBROS,
    'Ajustar saldo sin aprobación hasta',
    'Al costo, sumando los ajustes y retiros que la misma persona ya hizo sola ese día.',
  ),
  gasto_aprobacion_funcional: decimal(
    'gasto_aprobacion_funcional',
    'aprobaciones',
    DE_LOS_LIBROS,
    'Pagar un gasto sin aprobación hasta',
    'Al costo o al precio del día, el mayor, sumando lo que la misma persona ya pagó o envió sola ese día.',
  ),
  gasto_sin_papel_funcional: decimal(
    'gasto_sin_papel_funcional',
    'aprobaciones',
    DE_LOS_LIBROS,
    'Gastos sin comprobante de una persona hasta',
    'En un día, sin aprobación.',
  ),
  gasto_sin_papel_categoria_funcional: decimal(
    'gasto_sin_papel_categoria_funcional',
    'aprobaciones',
    DE_LOS_LIBROS,
    'Gastos sin comprobante de una categoría hasta',
    'En un día, de todas las personas, sin aprobación.',
  ),
  sin_cliente_dia_usd: decimal(
    'sin_cliente_dia_usd',
    'aprobaciones',
    'US$',
    'Operaciones sin cliente de un cajero hasta',
    'En un día. Por encima se identifica al cliente o da su visto bueno otra persona.',
  ),
  contraparte_dia_usd: decimal(
    'contraparte_dia_usd',
    'aprobaciones',
    'US$',
    'A un mismo beneficiario o tercero hasta',
    'En un día, sumando órdenes y envíos de todos. Por encima da su visto bueno otra persona.',
  ),
  interna_dia_funcional: decimal(
    'interna_dia_funcional',
    'aprobaciones',
    DE_LOS_LIBROS,
    'Mover entre cuentas propias hasta',
    'En un día y una persona, sin contar lo que otra recibe. Por encima da su visto bueno otra persona.',
  ),
  aprobacion_limite_funcional: decimal(
    'aprobacion_limite_funcional',
    'aprobaciones',
    DE_LOS_LIBROS,
    'Un gerente aprueba hasta',
    'Ajustes, gastos y diferencias de caja de otros. Por encima responde quien aprueba cualquier monto.',
  ),
  aprobacion_dia_funcional: decimal(
    'aprobacion_dia_funcional',
    'aprobaciones',
    DE_LOS_LIBROS,
    'Un gerente aprueba en un día hasta',
    'Sumando todo lo que aprobó ese día.',
  ),
  cargo_exceso_funcional: decimal(
    'cargo_exceso_funcional',
    'aprobaciones',
    DE_LOS_LIBROS,
    'Comisión bancaria sin visto bueno hasta',
    'Lo que las comisiones de una orden pueden pasar, juntas, de lo que dicen sus cuentas o su forma de pago. Por encima las mira otra persona.',
  ),
  costo_desvio_pct: decimal(
    'costo_desvio_pct',
    'aprobaciones',
    '%',
    'Desvío de un costo escrito',
    'Un costo más lejos del mercado se rechaza; una conversión más lejos la mira otra persona.',
  ),
  turno_nota_funcional: decimal(
    'turno_nota_funcional',
    'aprobaciones',
    DE_LOS_LIBROS,
    'Aprobar una caja sin nota hasta',
    'Sumando faltantes y sobrantes del cierre. Por encima, quien lo aprueba escribe qué revisó.',
  ),
  autorizacion_minutos: entero(
    'autorizacion_minutos',
    'aprobaciones',
    'Vigencia de una tasa autorizada (min)',
    'Cuánto espera la solicitud del cajero, y cuánto tiene para usarla una vez aprobada.',
  ),
  ...DE_RESPALDO,
  ...DE_SESION,
} satisfies { [K in Clave as Nombre<K>]: Ajuste<K> }
