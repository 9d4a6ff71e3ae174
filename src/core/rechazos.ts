import { DE_ARCHIVOS } from './rechazos/archivos.ts'
import { DE_CAJA } from './rechazos/caja.ts'
import { DE_CLIENTES } from './rechazos/clientes.ts'
import { DE_DOS_PERSONAS } from './rechazos/dos-personas.ts'
import { DE_EXCEPCIONES } from './rechazos/excepciones.ts'
import { DE_LOTES } from './rechazos/lotes.ts'
import { DE_ORDENES } from './rechazos/ordenes.ts'
import { DE_PUERTA } from './rechazos/puerta.ts'
import { DE_RELOJ } from './rechazos/reloj.ts'

/**
 * Every refusal that the server can answer, by code: its HTTP status and its Spanish sentence. `{x}` is filled from the
 * refusal's data. It is one table, so that no sentence is written twice and every code is documented.
 */
export const REFUSALS = {
  ...DE_CAJA,
  ...DE_ARCHIVOS,
  ...DE_CLIENTES,
  ...DE_DOS_PERSONAS,
  ...DE_PUERTA,
  ...DE_EXCEPCIONES,
  ...DE_LOTES,
  ...DE_ORDENES,
  ...DE_RELOJ,
  TASA_CAMBIO: [409, 'La tasa cambió de {tasa_anterior} a {tasa_nueva}. Confirme la nueva tasa.'],
  TARIFA_CAMBIO: [
    409,
    'La tarifa de {tipo} es de {ahora} y la pantalla decía {antes}. Dígaselo al cliente, revise los montos y guarde de nuevo.',
  ],
  TASA_VENCIDA: [
    409,
    'La tasa de {par} no se actualiza desde hace {horas} h. Pida que la confirmen antes de cotizar.',
  ],
  TASA_INACTIVA: [404, 'No hay una tasa activa de {base} a {cotizacion} en {pais}.'],
  TASA_OTRO_TRAMO: [
    409,
    'Para {monto} rige la tasa del segmento {segmento}: {tasa}. Confirme la nueva tasa.',
  ],
  MONTO_SIN_TASA: [409, 'No se cotiza ese monto de {base} a {cotizacion}: se cotiza {rango}.'],
  NADA_QUE_DESHACER: [409, 'No hay un cambio anterior al que volver.'],
  DESHACER_PAR: [
    409,
    'Esta tasa cambió con los precios de {par}: deshaga esa publicación y vuelven todas las que dependen del par.',
  ],
  TASA_BAJO_COSTO: [
    409,
    'Con esa tasa el cliente recibe más de lo que cuesta. Solo un administrador puede fijarla, con motivo.',
  ],
  TASA_FUERA_DE_RANGO: [
    409,
    'La tasa {tasa} se aparta más de {desvio} % de la vigente ({vigente}).',
  ],
  VARIACION_ALTA: [
    409,
    'El cambio de {par} es de {variacion} % y supera la alerta de {alerta} %. Escriba de nuevo el precio para confirmarlo.',
  ],
  REVISION: [409, 'Algo cambió desde que revisó el impacto. Revíselo de nuevo antes de publicar.'],
  PAIS_EN_USO: [409, 'Antes de desactivar {pais}, desactive lo que lo usa: {que}.'],
  PAIS_INACTIVO: [409, '{pais} está desactivado. Actívelo antes en Países.'],
  PAIS_DE_LA_CASA: [409, '{pais} no se puede desactivar: es el mercado de la casa.'],
  SUCURSAL_EN_USO: [409, 'Antes de desactivar {sucursal}, mueva o desactive {que}.'],
  SALDO_INSUFICIENTE: [
    409,
    'Saldo insuficiente en {cuenta}: hay {disponible} y se necesitan {necesario}.',
  ],
  SALDO_CAMBIO: [
    409,
    'El saldo de {cuenta} cambió mientras tanto: era {antes} y ahora es {ahora}. Revise la diferencia y confirme.',
  ],
  SIN_DIFERENCIA: [409, 'Lo contado es igual al saldo de {cuenta}: no hay nada que ajustar.'],
  YA_RESUELTO: [409, '{numero} ya no espera respuesta: está {estado}.'],
  AUTORIZACION_FALTA: [409, 'La tasa no está autorizada: la solicitud está {estado}.'],
  AUTORIZACION_USADA: [409, 'Esa autorización ya se usó en otra operación. Pida una nueva.'],
  AUTORIZACION_VENCIDA: [409, 'La autorización venció. Pida una nueva.'],
  AUTORIZACION_DISTINTA: [409, 'La autorización es {que}. Pida una para esta operación.'],
  SOBREGIRO_EN_USO: [
    409,
    'La cuenta está {usado} bajo cero: el sobregiro no puede ser menor que eso.',
  ],
  SALDO_MAXIMO: [409, 'El movimiento deja a {cuenta} fuera de su límite permitido.'],
  POSICION_INSUFICIENTE: [
    409,
    'No hay suficiente {moneda}: entre todas las cuentas hay {disponible}. Reduzca el monto o registre antes lo que entró.',
  ],
  DIVISA_YA_VENDIDA: [
    409,
    'La divisa de esta compra ya fue vendida; registre una operación inversa.',
  ],
  BAJO_COSTO: [
    409,
    // The cost is sent in a field of its own, and only to users who may see it.
    'La venta está por debajo del costo promedio. Escriba un motivo para continuar.',
  ],
  PAGOS_NO_CUADRAN: [409, '{lado} suma {suma} y debe sumar {total}.'],
  DOBLE_OPERACION: [409, '{hace} se registró una operación igual ({numero}). Confirme si es otra.'],
  REFERENCIA_REPETIDA: [409, 'La referencia {referencia} ya se usó en {numero}.'],
  IDENTIFICACION_REQUERIDA: [
    409,
    // The client, or what his record lacks for this amount.
    'Desde US$ {umbral} {pide}.',
  ],
  DECLARACION_REQUERIDA: [
    409,
    'Desde US$ {umbral} en el mes el cliente declara el origen y el destino de los fondos.',
  ],
  APROBACION_CLIENTE: [
    409,
    '{nombre} necesita la aprobación de cumplimiento para operar desde US$ {umbral} en el mes: {porque}.',
  ],
  LIMITE_EXCEDIDO: [409, '{que} supera su límite {periodo} de {limite}.'],
  DOCUMENTO_VENCIDO: [
    409,
    'El documento de {nombre} venció el {vencio}: desde US$ {umbral} en el mes se necesita uno vigente. Pídale el nuevo y anótelo en su ficha.',
  ],
  CLIENTE_OBSERVADO: [
    409,
    '{nombre} está observado: desde US$ {umbral} en el mes no opera hasta que cumplimiento lo revise y lo pase a activo en su ficha.',
  ],
  CLIENTE_BLOQUEADO: [409, 'El cliente está bloqueado y no puede operar.'],
  INACTIVO: [409, '{que} está inactivo.'],
  WEBHOOK_EN_COLA: [409, 'Ese mensaje ya está en la cola.'],
  WEBHOOKS_DEMASIADOS: [409, 'Hay {maximo} webhooks activos, que es lo más: desactive uno.'],
  BENEFICIARIO_POR_CORREGIR: [
    409,
    'Los datos de {nombre} no cumplen lo que pide su tipo de pago. Corríjalos en la agenda del cliente.',
  ],
  VERSION: [409, '{por} guardó cambios {hace}. Compare y vuelva a guardar.'],
  CASA_CON_USUARIOS: [409, 'Esta casa ya tiene usuarios. Ingrese con su cuenta.'],
  ULTIMO_ADM: [409, 'Es el último administrador activo: antes active o nombre a otro.'],
  CONGELADO_ADM: [409, 'El rol de administrador tiene siempre todos los permisos.'],
  SEGUNDO_FACTOR_ACTIVO: [409, 'El segundo factor ya está activo.'],
  SEGUNDO_FACTOR_EXIGIDO: [409, 'Su rol exige el segundo factor: no puede quitarlo.'],
  FIRMA_SIN_FACTOR: [
    409,
    'Quien firma no tiene segundo factor, y esta casa lo exige. Que ingrese en su equipo, lo active en Mi perfil y apruebe desde Aprobaciones.',
  ],
  UNO_MISMO: [409, 'No puede {accion} usted mismo. Pídalo a otro administrador.'],
  YA_ANULADA: [409, 'La operación {numero} ya está anulada.'],
  ESTADO: [409, 'La operación está {estado} y no admite esta acción.'],
  CAJA_AJENA: [
    403,
    '{cuenta} no está a su cargo. Elija una cuenta a su cargo, o pida que se la asignen en Cuentas.',
  ],
  CAJA_DE_OTRA_SUCURSAL: [
    403,
    '{cuenta} es de la sucursal {sucursal}. Elija una cuenta de su sucursal, o pida que la operen allá.',
  ],
  ENVIO_PROPIO: [
    403,
    'Usted envió {numero}: la recibe o la rechaza otra persona. Si fue un error, pida que la anulen.',
  ],
  ENVIO_LLEVADO: [
    403,
    'Usted llevó {numero}: la recibe o la rechaza otra persona, que cuenta lo que llegó.',
  ],
  NO_ES_RECEPTOR: [403, 'Solo la recibe quien tiene a su cargo {cuenta}.'],
  DESVIO_TASA: [
    409,
    'La tasa {tasa} se aparta {desvio} % del mercado ({mercado}), más de {limite} %. Escriba de nuevo {numero} para confirmarla.',
  ],
  ORDEN_VENCIDA: [
    409,
    'La cotización de {numero} venció a las {hora}. Recotícela con la tasa vigente; lo que pagó el cliente no se pierde.',
  ],
  ORDEN_TOMADA: [409, 'La orden {numero} la tiene {pagador}.'],
  ORDEN_OBSERVADA: [
    409,
    'La orden {numero} está observada: resuelva la observación antes de pagar.',
  ],
  SIN_PRECIO: [
    409,
    'No hay un precio de {moneda} en {libros}. Publique un par de divisas que lo diga y repita.',
  ],
  REGLA_SOLAPADA: [
    409,
    'Ya hay una regla con el mismo beneficiario y alcance en esas fechas. Termínela antes o cambie las fechas.',
  ],
  REGLA_APLICADA: [
    409,
    'Esta regla ya se aplicó: su beneficiario y su alcance no cambian. Termínela y cree otra.',
  ],
  REGLA_TERMINADA: [409, 'Esta regla ya terminó. Cree una nueva.'],
  COMISION_EXCEDE: [
    409,
    'Una operación repartiría {suma} % de su margen o ganancia: entre todos los roles no puede pasar de 100 %.',
  ],
  COMISION_TOMADA: [
    409,
    'De las comisiones elegidas, {cuantas} ya no esperan liquidación. Actualice la lista y elija de nuevo.',
  ],
  LIQUIDACION_SIN_SALDO: [
    409,
    'Lo elegido, con sus descuentos, suma {total}: se liquida cuando haya algo que pagar.',
  ],
  LIQUIDACION_ESTADO: [409, 'La liquidación {numero} ya está {estado}.'],
  SOLO_LECTURA: [
    409,
    'Los libros no cuadran ({regla}) y no se registra nada hasta revisarlos. Puede consultar todo; avise al administrador.',
  ],
  DIA_CERRADO: [
    409,
    'El día {fecha} ya está cerrado y no recibe nada más. Regístrelo mañana, o pida a un administrador que reabra el día en Caja y cierres.',
  ],
  SUCURSAL_CERRADA: [
    409,
    '{sucursal} ya cerró el día {fecha} y no recibe nada más. Regístrelo mañana, o pida que se reabra su día en Caja y cierres.',
  ],
  DIA_CERRADO_CASA: [409, 'La casa cerró el día {fecha}: se reabre primero el de toda la casa.'],
  SIN_SUCURSAL: [409, 'Usted no tiene una sucursal: pida a un administrador que se la asigne.'],
  DIA_YA_CERRADO: [409, 'El día {fecha} ya está cerrado.'],
  DIA_FUTURO: [409, 'El día {fecha} todavía no llega: se cierra hoy o un día anterior.'],
  DIA_ANTERIOR_ABIERTO: [409, 'Cierre antes el día {fecha}, que tiene movimientos.'],
  DIA_NO_CERRADO: [409, 'El día {fecha} no está cerrado.'],
  DIA_NO_ULTIMO: [
    409,
    'Solo se reabre el último día cerrado ({ultimo}): reábralo antes que el {fecha}.',
  ],
  CIERRE_BLOQUEADO: [
    409,
    'Hay cajas sin cerrar o sin aprobar: ciérrelas y apruébelas antes de cerrar el día.',
  ],
  CIERRE_CON_AVISOS: [409, 'Quedan pendientes: revíselos y confirme que el día se cierra así.'],
  CAJA_EN_CONTEO: [
    409,
    '{cuenta} se está contando y no recibe movimientos. Espere a que termine el conteo, o use otra cuenta.',
  ],
  TURNO_REQUERIDO: [
    409,
    '{cuenta} no tiene turno abierto: lo abre en Mi caja quien la tiene a su cargo, que se nombra en Cuentas.',
  ],
  CAJA_EN_TURNO: [
    409,
    '{cuenta} está en el turno {numero}: cierre esa caja antes de cambiar su tipo, su responsable o su estatus.',
  ],
  SIN_CAJA: [
    409,
    'No tiene una caja a su cargo. Pida que lo nombren responsable de una cuenta de caja.',
  ],
  TURNO_ABIERTO: [409, 'Su caja ya está abierta con el turno {numero}.'],
  TURNO_ABIERTO_OTRO: [409, 'Esa caja ya tiene abierto el turno {numero}: primero debe cerrarse.'],
  TURNO_ESTADO: [409, 'El turno {numero} está {estado} y no admite este paso.'],
  SIN_ULTIMO_CIERRE: [
    409,
    'La caja cambió desde su último conteo, o lo hizo otra persona: cuéntela para abrirla.',
  ],
  CONTEO_HECHO: [409, 'Ya guardó un conteo: cierre la caja o cuente de nuevo.'],
  CONTEO_FALTA: [409, 'Falta contar la caja.'],
  CONTEO_DEMASIADO: [409, 'Contó demasiadas veces: cierre la caja con lo que hay.'],
  CAJA_PROPIA: [
    409,
    'Es su propia caja: la aprueba o la devuelve otra persona con permiso. Si no la hay, cree un segundo administrador en Usuarios.',
  ],
  ARQUEO_PROPIO: [409, '{cuenta} es de su turno abierto: cuéntela al cerrar su caja.'],
  DIA_ANTERIOR: [
    409,
    'La operación es de un día anterior ({fecha}): solo un administrador puede anularla.',
  ],
  CLAVE_REUTILIZADA: [409, 'Esa clave ya se usó con otros datos.'],
  DUPLICADO: [409, 'Ya existe {que}.'],
  EN_USO: [409, 'No se puede: {que} todavía está en uso.'],
  CONGELADO: [409, '{campo} no se puede cambiar después del primer movimiento.'],
  CONFLICTO: [409, 'Otra operación cambió estos datos al mismo tiempo. Intente de nuevo.'],
  INCIERTO: [
    503,
    'No sabemos si se registró. Repita la solicitud con la misma clave, o revise la lista antes de hacerla de nuevo.',
  ],
  NO_ESCRIBE: [503, 'Se puede consultar, pero ahora no se registra nada: {motivo}.'],
  NO_DISPONIBLE: [503, 'Servicio no disponible temporalmente.'],
  INTERNO: [500, 'Ocurrió un error inesperado. Código para soporte: {solicitud}.'],
} as const satisfies Record<string, readonly [number, string]>

/**
 * Data that a refusal of the TypeScript code carries for the screens, besides the placeholders of its sentence. A
 * placeholder that is also declared here has the type given here instead of a required text or number.
 */
export interface Ademas {
  /** `server/proceso/version.ts` adds who saved the row in the meantime, and when. */
  SIN_PERMISO: { permiso: string }
  VERSION: {
    version: number
    actual?: object
    por?: string
    hace?: string
    cuando?: string | null
  }
  DUPLICADO: { campo?: string; cliente_id?: number | null; beneficiario_id?: number }
  BENEFICIARIO_POR_CORREGIR: { beneficiario_id: number }
  INGRESO_INCOMPLETO: { debe: string }
  NO_ESCRIBE: { solo_lectura: string | null }
  VISTO_FALTA: { visto?: object }
  VARIACION_ALTA: { pares: readonly object[] }
  DESHACER_PAR: { par: string | undefined; par_id: number | undefined }
  TASA_BAJO_COSTO: { tasa: string; tasa_costo?: string }
}
