/**
 * What the database finds wrong with a field: its Spanish sentence by the key under which SQL raises it, `reparo(key,
 * data)`. `{x}` is filled from the data. What schemas find wrong, before anything reaches the database, they say themselves.
 */
export const REPAROS = {
  // Amounts.
  SIN_DECIMALES: 'No admite decimales.',
  DECIMALES: 'Admite hasta {decimales} decimales.',
  DECIMALES_CUENTA: '{cuenta} admite hasta {decimales} decimales.',
  CLAVE_API_LIMITE: 'Usted opera hasta {limite}: la clave no puede más.',
  LIMITE_OPERACION: '{que} admite hasta {limite} por operación.',
  TICKET_DE_DOS_SUCURSALES:
    'Sus cuentas son de otra sucursal que las de la primera línea: hágala aparte.',
  MONTO_PEQUENO: 'El monto es demasiado pequeño para esta tasa.',
  MONTO_NO_SIRVE: 'El monto no sirve para esta tasa.',
  ENVIOS_DESDE: 'Este tipo de cambio admite envíos desde {desde}.',
  ENVIOS_HASTA: 'Este tipo de cambio admite envíos hasta {hasta}.',
  ENVIOS_ENTRE: 'Este tipo de cambio admite envíos desde {desde} hasta {hasta}.',
  MONTOS_DESDE: 'Este tipo de cambio admite montos desde {desde}.',
  MONTOS_HASTA: 'Este tipo de cambio admite montos hasta {hasta}.',
  MONTOS_ENTRE: 'Este tipo de cambio admite montos desde {desde} hasta {hasta}.',
  FALTA_PAGAR: 'Falta pagar {monto}.',
  COBROS_DE_MAS:
    'Los cobros suman {suma} y la orden es de {orden}. Recotice la orden por lo que pagó el cliente, devuélvale el vuelto, o registre la orden sin ese cobro y deje el resto a su favor con «Registrar cobro».',
  A_FAVOR_SIN_CUBRIR: 'Solo queda a favor lo que sobra: falta pagar {falta} de la orden.',
  A_FAVOR_ANTES:
    'Verifique o rechace antes los demás cobros: solo queda a favor lo que sobra de lo verificado.',
  A_FAVOR_DECLARACION:
    'Con lo que sobra, el cliente debe declarar el origen de todos los fondos: anule la orden y regístrela de nuevo con este cobro.',
  A_FAVOR_EFECTIVO: 'En efectivo se da el vuelto: registre solo lo que falta de la orden.',
  VUELTO_SIN_EFECTIVO: 'Solo hay vuelto de lo que se recibe en efectivo.',
  VUELTO_NADA: 'Lo recibido tiene que ser más que el pago de {pago}.',
  VUELTO_GRANDE:
    'El vuelto sería de {vuelto}, que es un billete de {billete} o más: devuelva ese billete y escriba lo demás como recibido.',
  A_FAVOR_UNO: 'Ponga en un solo cobro lo que sobra.',
  SALDO_FAVOR_MAXIMO: 'El saldo a favor es de {saldo}.',
  SALDO_FAVOR_MONEDA: 'Ese saldo a favor es de otra moneda que la que envía la orden.',
  VOUCHER_FALTA: 'Desde {limite}, adjunte el comprobante del pago.',
  SOBRANTE_DE_LA_CASA: 'Un sobrante queda para la casa.',
  RESPONDE_QUIEN_LO_TUVO: 'Responde quien lo envió, quien lo llevó o quien lo recibió.',
  PORTADOR_FALTA: 'Diga quién lleva el efectivo a la otra sucursal.',
  PORTADOR_SOBRA: 'Solo lo lleva el efectivo que va de una sucursal a otra.',
  PORTADOR_DE_LA_CASA: 'Ese documento es de {nombre}, que es de la casa: elija su nombre.',
  PORTADOR_INACTIVO: 'Esa persona está inactiva: elija otra.',
  EFECTIVO_SIN_SOBREGIRO: 'Una caja o bóveda no queda bajo cero: no lleva sobregiro.',
  COSTO_LEJOS:
    'El costo se aparta {desvio} % de {referencia}: puede apartarse hasta {limite} %. Corríjalo o publique el precio.',
  COMISION_SE_LLEVA_TODO: 'La comisión no puede llevarse todo lo que llega.',
  // Clients.
  PEP_LO_QUITA_CUMPLIMIENTO:
    'Esta marca la quita cumplimiento, con su motivo: «Quitar marca PEP» en la ficha del cliente.',
  NO_ES_PEP: 'Este cliente no lleva la marca PEP.',
  DOCUMENTO_MOTIVO: 'Escriba por qué lo reemplaza: el anterior queda guardado.',
  DOCUMENTOS_DEL_CLIENTE: 'Este cliente ya tiene {maximo} documentos, contando los reemplazados.',
  DOCUMENTOS_DEL_DIA:
    'Entregó {maximo} documentos en un día: siga mañana, o pida que lo haga otra persona.',
  // Cash, and how it was counted.
  EFECTIVO: '{monto} no se puede pagar en efectivo: la menor pieza es de {pieza}.',
  EFECTIVO_CUENTA: '{cuenta}: {monto} no se puede pagar en efectivo: la menor pieza es de {pieza}.',
  EFECTIVO_PAGUE_DE_BANCO:
    '{monto} no se puede pagar en efectivo: la menor pieza es de {pieza}. Páguela de una cuenta de banco.',
  EFECTIVO_DEVUELVA_DE_BANCO:
    '{monto} no se puede pagar en efectivo: la menor pieza es de {pieza}. Devuélvalo de una cuenta de banco.',
  SIN_CONTEO: 'No es efectivo: no lleva conteo.',
  DENOMINACION_NO_EXISTE: 'El conteo tiene una denominación que no existe.',
  CONTEO_NO_SUMA: 'El conteo suma {suma} y no {monto}.',
  CONTEO_NO_ES_EL_PAGO: 'El conteo suma {suma} y el pago es de {pago}.',
  CONTEO_DENOMINACION: 'El conteo de {cuenta} tiene una denominación que no existe.',
  CONTEO_CANTIDAD: 'El conteo de {cuenta} tiene una cantidad que no vale.',
  CONTEO_CUENTA_DE_OTRA_CAJA:
    'El conteo tiene una cuenta que no es de esta caja. Recargue la página.',
  CONTEO_FALTA_CUENTA: 'Falta contar {cuenta}.',
  CONTEO_CUENTA_DOS_VECES: '{cuenta} está dos veces en el conteo.',
  CONTEO_CUENTA_VACIA: 'No contó {cuenta}: escriba lo que hay o confirme que está vacía.',
  CONTEO_POR_PIEZAS: 'Cuente {cuenta} por billetes y monedas.',
  CONTEO_POR_MONTO: 'Escriba cuánto hay en {cuenta}.',
  DIFERENCIA_NOTA: 'La diferencia pasa de {limite}: escriba qué revisó antes de aprobarla.',
  RECONTEO_NOTA:
    'Se contó más de una vez y no salió lo mismo: escriba qué revisó antes de aprobarla.',
  DIFERENCIA_EXPLIQUE: 'Explique la diferencia.',
  FALTANTE_CARGO: 'Faltan {monto}: elija quién asume el faltante.',
  // Accounts and ways to pay.
  CUENTA_NO_EXISTE: 'La cuenta no existe.',
  SERIE_EMPEZADA: 'La serie {serie} ya tiene documentos: sigue desde el último.',
  SERIE_ANIO: 'Elija este año o el que viene.',
  PREFIJO_FIJO: 'El prefijo {prefijo} queda para los documentos que lo tienen.',
  PREFIJO_DE_OTROS: 'El prefijo {prefijo} es, o fue, de otros documentos: elija otro.',
  SUCURSAL_SIN_SERIE: 'Esos documentos llevan los números de la casa.',
  SUCURSAL_NUMERADA: 'Ya hay documentos con ese código: ya no se puede cambiar.',
  SUCURSAL_INACTIVA: 'Esa sucursal está inactiva: elija otra.',
  CUENTA_INACTIVA: '{cuenta} está inactiva.',
  CUENTA_LA_MISMA: 'Elija una cuenta distinta de la de origen.',
  CUENTA_DEVOLUCION: 'Elija la cuenta de la que se devuelve al cliente.',
  CUENTA_MONEDA_PAGADA: 'La cuenta es de otra moneda que la que pagó el cliente.',
  CUENTA_MONEDA_ENVIA: 'La cuenta es de otra moneda que la que envía el cliente.',
  CARGO_DE_CAJA: 'Lo que sale de una caja no paga comisión a un banco: déjela en cero.',
  CUENTA_MONEDA_RECIBE: 'La cuenta es de otra moneda que la que recibe el beneficiario.',
  CUENTA_MONEDA_PAGO: 'Hay una cuenta en otra moneda que la del pago.',
  COMISIONES_EN_MONEDA: 'Las comisiones se pagan de una cuenta en {libros}.',
  ES_CONVERSION: 'Las cuentas tienen monedas distintas: es una conversión.',
  ES_INTERNA: 'Las dos cuentas tienen la misma moneda: es una transferencia interna.',
  TIPO_PAGO_NO_EXISTE: 'El tipo de pago no existe.',
  TIPO_PAGO_INACTIVO: '{tipo} está inactivo.',
  TIPO_PAGO_DE_OTRA_CUENTA: '{tipo} no corresponde a {cuenta}.',
  CUENTA_NO_HABILITADA:
    '{cuenta} no está habilitada para {tipo}. Elija una de las cuentas de esa forma de pago.',
  COMPETIDOR_INACTIVO: 'Ese competidor no está activo.',
  PAR_INACTIVO: 'Ese par no está activo.',
  ENTIDAD_SIN_FORMA:
    '{entidad} no trabaja con {tipo}. Elija otra forma de pago u otra cuenta, o agréguela a lo que soporta la entidad.',
  ENTIDAD_SIN_MONEDA:
    '{entidad} no tiene cuentas en {moneda}. Elija otra moneda, o agréguela a lo que soporta la entidad.',
  ENTIDAD_SIN_PAIS:
    '{entidad} no trabaja en {pais}. Elija otra entidad, o agregue el país a los que atiende.',
  PAIS_NO_EXISTE: 'El país no existe.',
  PAIS_PROPIO: 'Es su propio país: no hace falta nombrarlo.',
  ENTIDAD_CON_CUENTAS: 'La casa tiene ahí cuentas de otra moneda: {cuentas}.',
  FORMA_DE_ENTIDADES:
    'Hay entidades que soportan esta forma por su código: {entidades}. Quítela de ellas primero.',
  FORMA_DE_OTRA_MONEDA:
    '{tipo} es para pagos en {moneda}, y {cuenta} es de otra moneda. Elija otra forma de pago u otra cuenta.',
  FORMA_CON_ORDENES:
    'Por {tipo} se pagan órdenes abiertas en otra moneda: {ordenes}. Termínelas o cámbieles el beneficiario antes.',
  FORMA_DE_ORDENES:
    'Hay órdenes abiertas que nombran {tipo} por su código: {ordenes}. Termínelas o cámbieles el beneficiario antes.',
  CUENTA_NO_SIRVE_FORMA: '{cuenta} no sirve para {tipo}: elija {clase}{moneda}.',
  TARIFA_SIN_PORCENTAJE: 'La tarifa mínima y la máxima acompañan a un porcentaje: escríbalo.',
  SERVICIO_SIN_IMPORTE: 'Escriba un porcentaje, un importe fijo o ambos; 0 si no se cobra.',
  SERVICIO_HASTA: 'Debe ser mayor que el monto desde el que rige.',
  SERVICIO_DIVISA: 'Elija una divisa: la moneda de los libros está en toda operación.',
  SERVICIO_SOLAPADO:
    'La regla «{regla}» decide lo mismo con montos en común: cambie el alcance o los montos, o desactive la otra.',
  SERVICIO_DE_REGLA:
    'El servicio de esta operación es {servicio} (regla «{regla}»). Solo cobra otro quien puede autorizar tasas.',
  SERVICIO_SUPERA_PAGO: 'El servicio ({servicio}) es todo lo que recibe el cliente ({pago}) o más.',
  SERVICIO_CON_MOTIVO: 'Escriba por qué se cobra un servicio distinto del de la regla.',
  TARIFA_MAXIMA: 'La tarifa máxima no puede ser menor que la mínima.',
  TARIFA_EN_MONEDA:
    'La tarifa al cliente se cobra en {moneda}: elija esa moneda para este tipo de pago, u otra con una tarifa fija y sin porcentaje.',
  COSTO_CON_MONEDA: 'Un costo fijo es en la moneda del tipo de pago: elíjala.',
  COSTO_PAGO_ENTRA: 'Este tipo de pago solo recibe: no lleva costo por pago.',
  EFECTIVO_SIN_TARIFA: 'El efectivo no lleva tarifa ni costo.',
  TARIFA_SUPERA_PAGO: 'La tarifa de {tarifa} es todo el pago o más.',
  FORMA_CON_TARIFA:
    'Esa forma cobra una tarifa que no se acordó con el cliente. Elija otra, o anule y registre de nuevo.',
  TIPO_PAGO_SIN_CONTEO: '{tipo} no es efectivo: no lleva conteo.',
  SOLO_RECIBE: '{tipo} solo sirve para recibir.',
  SOLO_ENTREGA: '{tipo} solo sirve para entregar.',
  PAGO_DE_MAS: 'De ese pago faltan {falta}: escriba esa cantidad o menos.',
  LO_DEBE_LA_CASA:
    'Eso lo debe la casa, y no se da por perdido: entréguelo de otro modo, o anule la operación.',
  PIDE_REFERENCIA: '{tipo} pide una referencia.',
  REFERENCIA_FALTA: 'Escriba la referencia: el número de operación del banco o de la billetera.',
  REFERENCIA_OTRO_PAGO: 'La referencia {referencia} ya está en otro pago de esta operación.',
  // What proves a payment.
  PIDE_COMPROBANTE: '{tipo} pide un comprobante: adjunte la imagen o el PDF.',
  COMPROBANTE_DEL_PAGO: '{tipo} pide un comprobante: adjúntelo antes de confirmar el pago.',
  COMPROBANTE_DEL_COBRO: '{tipo} pide un comprobante: adjúntelo antes de confirmar el cobro.',
  COMPROBANTE_NO_EXISTE: 'El comprobante no existe: adjúntelo de nuevo.',
  COMPROBANTE_DE_OTRO: 'Ese comprobante ya pertenece a otro pago.',
  COMPROBANTES_SIN_USO:
    'Subió 100 comprobantes que ninguna operación usa todavía: use alguno antes de subir más.',
  LOGOS_SIN_USO:
    'Subió 20 imágenes que ninguna entidad usa todavía: guarde una entidad con la suya antes de subir más.',
  LOGO_NO_EXISTE: 'Esa imagen ya no está: súbala de nuevo.',
  PAGO_CINCO_COMPROBANTES: 'Este pago ya tiene 5 comprobantes.',
  TRANSFERENCIA_CINCO_COMPROBANTES: 'Esta transferencia ya tiene 5 comprobantes.',
  // Rates.
  TASA_DE_OTRA_OPERACION: 'La tasa no corresponde a esta operación.',
  TASA_OTRO_CORREDOR: 'La tasa es de otro corredor que el de la orden.',
  TASA_CAMBIO_COTICE: 'La tasa publicada cambió mientras tanto: revise el monto y cotice de nuevo.',
  COTIZACION_QUIEN:
    'Elija al cliente o escriba a quién se le dijo el precio: su nombre y apellido, o su teléfono.',
  TASA_CAMBIO_PIDA: 'La tasa publicada cambió mientras tanto: revise la operación y pida de nuevo.',
  TASA_EN_RANGO: 'Esa tasa está dentro de su rango: no necesita autorización.',
  TASA_AL_REVES: 'Exprese la tasa al revés: así es demasiado pequeña.',
  SIN_TASA_AL_PUBLICO: 'Cree primero la tasa al público de ese corredor.',
  TASA_AL_PUBLICO_FIJA: 'El corredor tiene otros segmentos: su tasa al público no se puede mover.',
  SEGMENTO_EMPIEZA_DESPUES:
    'La tasa al público es la de los montos menores: los otros segmentos empiezan después.',
  MONTOS_SIN_TASA: 'Los montos de {desde} a {hasta} quedarían sin tasa.',
  // Adjustments.
  MOTIVO_DE_ENTRADA: 'Hay {monto} de más: elija un motivo de entrada.',
  MOTIVO_DE_SALIDA: 'Hay {monto} de menos: elija un motivo de salida.',
  SENTIDO: 'Diga si el dinero entra o sale.',
  CARGO_DE_FALTANTE: 'Solo un faltante se carga a una persona.',
  PERSONA_NO_EXISTE: 'Esa persona no existe.',
  TASA_COSTO_FALTA: 'Escriba a cuánto costó cada {iso}.',
  TASA_COSTO_SOBRA: 'Este ajuste no lleva tasa de costo: se valora al costo promedio.',
  // Rules and settlements of commissions.
  NO_EN_LISTA: 'No existe: elija de la lista.',
  REGLA_APLICADA_HASTA: 'Se aplicó hasta el {fecha}: no puede terminar antes.',
  REGLA_RIGE_DESDE: 'Puede regir desde el {fecha}: lo ya completado no se recalcula.',
  REGLA_FIN: 'Elija hoy o un día posterior, antes de su fin.',
  REGLAS_SUMAN: 'Con las reglas de los otros roles suma {suma} %.',
  UN_BENEFICIARIO: 'Elija comisiones de un solo beneficiario.',
  // Expenses.
  CATEGORIA_NO_EXISTE: 'La categoría no existe.',
  CATEGORIA_INACTIVA: 'La categoría está inactiva.',
  FECHA_FUTURA: 'La fecha no puede ser futura.',
  RUC_NO_VALE: 'El RUC no es válido: revise los dígitos.',
  // Clients and who they send to.
  DOCUMENTO_VENCIO: 'El documento venció: escriba el vencimiento del nuevo.',
  DATO_DEL_TIPO_PAGO: 'Este dato no es válido para el tipo de pago.',
  BENEFICIARIO_OTRA_MONEDA: 'El beneficiario cobra en otra moneda.',
  // Settings and the clock.
  ZONA_DESCONOCIDA: 'Elija una zona horaria de la lista.',
  ZONA_FIJA:
    'Ya hay documentos con fecha: la zona horaria se elige antes del primero y no se cambia después.',
  PAIS_SIN_MONEDA: 'Elija un país activo que tenga su moneda en Países.',
  PAIS_CASA_MONEDA: 'Es el país de la casa: los libros se llevan en su moneda.',
  MONEDA_DE_LIBROS_FIJA:
    'Ya hay documentos con fecha: el país de la casa y la moneda de los libros se eligen antes del primero y no se cambian después.',
  MONEDA_DE_LIBROS_DECIMALES:
    '{pais} no puede ser el país de la casa: los libros se llevan con dos decimales, y su moneda ({moneda}) tiene {decimales}.',
  MONEDA_DE_LIBROS_CON_MONTOS:
    'Hay montos escritos en la moneda de ahora: {que}. Quítelos antes y escríbalos después en la nueva.',
  UMBRAL_DECLARACION: 'Debe ser igual o mayor que el umbral de identificación.',
  HORA_FALTA: 'Escriba la hora de ahora, como 14:30.',
  HORA_EQUIPO:
    'El reloj que fecha todo marca {marca}. Si ahora es otra hora, corrija primero ese reloj.',
  RELOJ_EQUIPO:
    'Este equipo marca {marca}. Si hoy es otro día, corrija primero la hora del equipo.',
} as const
