import { expect, test } from 'vitest'
import { type Row, restricciones } from '../../../test/support/servidor/restricciones.ts'

/* Tests every CHECK of the documents that move money, one at a time, as in restricciones.server.test.ts. A change is
 * written `column = value; column = value`. */

const row = (text: string): Row =>
  Object.fromEntries(
    text.split('; ').map((each) => {
      const [column = '', ...value] = each.split(' = ')
      return [column, value.join(' = ')]
    }),
  )

const TABLAS: Readonly<Record<string, string>> = {
  ajustes_saldo:
    "fecha = now(); estado = 'aplicado'; asiento_id = 1; resuelto_en = now(); observacion = 'diez letras'",
  ajustes_saldo_motivos: "motivo = 'nuevo'; signo = 1",
  autorizaciones_tasa: "tipo = 'compra'; metodo_calculo = 'm'; estado = 'pendiente'",
  beneficiarios: "nombre = 'Ana'; tipo_doc = 'DNI'; pais = 'pe'",
  cierres_versiones: 'version = 1',
  comisiones: "numero = 'x'; tipo = 'compra'; rol = 'creador'; usuario_id = 1; asiento_id = 1",
  comisiones_arrastres: "beneficiario = 'u1'",
  comisiones_liquidaciones: "numero = 'x'; usuario_id = 1; filas = 1",
  comisiones_reglas: "rol = 'creador'; base = 'margen'",
  conteos: "momento = 'arqueo'; vuelta = 1",
  gastos: "comprobante = 'sin'; estado = 'pendiente'; confirmado = true",
  gastos_categorias: "codigo = 'nueva'",
  gastos_recurrentes: "comprobante = 'sin'; dia = 1; desde = '2025-01-01'",
  ordenes:
    `beneficiario = '{"nombre": 1, "pais": 1, "metodo": 1, "lineas": 1}'; precision = 2; metodo_calculo = 'm';
    recibe_moneda_id = 1; estado = 'pendiente'; vence_en = now() + interval '1 hour'`.replaceAll(
      /\s+/g,
      ' ',
    ),
  ordenes_cobros: "estado = 'por_verificar'; cuenta_id = 1; tipo_pago_id = 1",
  ordenes_devoluciones: "estado = 'hecha'",
  ordenes_saldos: 'anulado = false',
  ordenes_pagos: "estado = 'pagado'; ganancia = 0",
  ordenes_pasos: "accion = 'vencer'",
  turnos: "numero = 'x'; apertura = 'conteo'",
}
const { probar, reglas } = await restricciones(
  Object.fromEntries(Object.entries(TABLAS).map(([tabla, right]) => [tabla, row(right)])),
)

const PAGADA = "estado = 'pagada'; pagada_en = now(); valor = 1"
const SALDO =
  "estado = 'verificado'; asiento_id = 1; valor = 1; saldo_id = 1; cuenta_id = NULL; tipo_pago_id = NULL"
const CERRADO = "estado = 'cerrado'; conteo_en = now(); cerrado_en = now()"
const APROBADO = `${CERRADO}; estado = 'aprobado'; aprobado_en = now(); aprobado_por = 2; cargo = 'casa'`
const DOS = `denominaciones = '[{"clase": "billete", "valor": "2", "cantidad": 1}]'`
const [LARGO, CORTO] = ["repeat('a', 201)", "'abcd'"]

const CHECKS: readonly (readonly [regla: string, change: string])[] = [
  ['ajustes_saldo_check', 'asiento_id = NULL'],
  ['ajustes_saldo_check1', 'resuelto_en = NULL'],
  ['ajustes_saldo_check2', "estado = 'rechazado'; asiento_id = NULL; nota = 'no'"],
  ['ajustes_saldo_check2', "estado = 'rechazado'; asiento_id = NULL; resuelto_por = 2"],
  ['ajustes_saldo_check3', 'contado = 3'],
  ['ajustes_saldo_check4', 'cargo_usuario_id = 1'],
  ['ajustes_saldo_contado_check', 'contado = -1; importe = -2'],
  ['ajustes_saldo_estado_check', "estado = 'otro'; asiento_id = NULL"],
  ['ajustes_saldo_importe_check', 'importe = 0'],
  ['ajustes_saldo_importe_check', "importe = 'NaN'"],
  ['ajustes_saldo_nadie_aprueba_lo_suyo', 'resuelto_por = 999'],
  ['ajustes_saldo_observacion_check', "observacion = '  nueve    '"],
  ['ajustes_saldo_saldo_visto_check', 'saldo_visto = 1e29'],
  ['ajustes_saldo_tasa_costo_check', 'tasa_costo = 0'],
  ['ajustes_saldo_valor_check', 'valor = -1e29'],
  ['ajustes_saldo_motivos_signo_check', 'signo = 2'],
  ['autorizaciones_tasa_check', "estado = 'aprobada'"],
  ['autorizaciones_tasa_check1', 'resuelto_por = 2; resuelto_en = now()'],
  ['autorizaciones_tasa_check2', "estado = 'cancelada'; resuelto_por = 2"],
  ['autorizaciones_tasa_check3', "estado = 'usada'; resuelto_por = 2; resuelto_en = now()"],
  ['autorizaciones_tasa_contravalor_check', 'contravalor = 0'],
  ['autorizaciones_tasa_estado_check', "estado = 'otro'"],
  ['autorizaciones_tasa_metodo_calculo_check', "metodo_calculo = 'x'"],
  ['autorizaciones_tasa_monto_check', "monto = 'NaN'"],
  ['autorizaciones_tasa_motivo_check', `motivo = ${CORTO}`],
  [
    'autorizaciones_tasa_nadie_aprueba_lo_suyo',
    "estado = 'aprobada'; resuelto_por = 999; resuelto_en = now()",
  ],
  ['autorizaciones_tasa_tasa_check', 'tasa = 0'],
  ['autorizaciones_tasa_tipo_check', "tipo = 'orden'"],
  ['beneficiarios_campos_check', "campos = '[]'"],
  ['beneficiarios_nombre_check', "nombre = ' a '"],
  ['beneficiarios_num_doc_check', "num_doc = 'abc'"],
  ['beneficiarios_pais_check', "pais = 'usd'"],
  ['beneficiarios_tipo_doc_check', "tipo_doc = 'XXX'"],
  ['beneficiarios_verificado', 'verificado_en = now()'],
  ['cierres_reabierto', "reabierto_en = now(); motivo = 'motivo'"],
  ['cierres_reabierto', 'reabierto_en = now(); reabierto_por = 1'],
  ['cierres_versiones_motivo_check', `reabierto_en = now(); reabierto_por = 1; motivo = ${CORTO}`],
  ['cierres_versiones_version_check', 'version = 0'],
  ['comisiones_anulada', "estado = 'anulada'; revertida = true"],
  ['comisiones_anulada', "estado = 'anulada'; anulada_en = now()"],
  ['comisiones_arrastre_check', 'arrastre = 1e29'],
  ['comisiones_asiento', 'asiento_id = NULL'],
  ['comisiones_check', 'agente_id = 1'],
  ['comisiones_comision_check', "comision = 'NaN'"],
  ['comisiones_estado_check', "estado = 'otro'"],
  ['comisiones_liquidada', "estado = 'pagada'"],
  ['comisiones_negativa', 'comision = -1'],
  ['comisiones_rol_check', "rol = 'otro'"],
  ['comisiones_tipo_check', "tipo = 'otra'"],
  ['comisiones_arrastres_saldo_check', 'saldo = 1e29'],
  ['comisiones_liquidaciones_check', 'agente_id = 1'],
  ['comisiones_liquidaciones_check1', "estado = 'pagada'; cuenta_id = 1; pagada_en = now()"],
  ['comisiones_liquidaciones_check1', "estado = 'pagada'; asiento_id = 1; pagada_en = now()"],
  ['comisiones_liquidaciones_check1', "estado = 'pagada'; asiento_id = 1; cuenta_id = 1"],
  ['comisiones_liquidaciones_check2', "estado = 'anulada'; anulada_en = now()"],
  ['comisiones_liquidaciones_estado_check', "estado = 'otro'"],
  ['comisiones_liquidaciones_filas_check', 'filas = 0'],
  ['comisiones_liquidaciones_total_check', 'total = 0'],
  ['comisiones_reglas_base_check', "base = 'otra'"],
  ['comisiones_reglas_corredor', 'de_id = 1'],
  ['comisiones_reglas_corredor', 'de_id = 1; a_id = 1'],
  ['comisiones_reglas_de_su_rol', 'agente_id = 1'],
  ['comisiones_reglas_edicion_check', 'edicion = 0'],
  ['comisiones_reglas_fijo', "base = 'fijo'; minimo = 1"],
  ['comisiones_reglas_limites', 'minimo = 2; maximo = 1'],
  ['comisiones_reglas_maximo_check', 'maximo = -1'],
  ['comisiones_reglas_minimo_check', 'minimo = -1'],
  ['comisiones_reglas_pagador', "rol = 'pagador'; tipo = 'compra'"],
  ['comisiones_reglas_porcentaje', 'valor = 100.01'],
  ['comisiones_reglas_rol_check', "rol = 'otro'"],
  ['comisiones_reglas_tipo_check', "tipo = 'otra'"],
  ['comisiones_reglas_un_lugar', 'divisa_id = 3; de_id = 1; a_id = 2'],
  ['comisiones_reglas_valor_check', 'valor = -1'],
  ['conteos_arqueo', 'turno_id = 1'],
  ['conteos_contado_check', 'contado = -1'],
  ['conteos_esperado_check', 'esperado = 1e29'],
  ['conteos_momento_check', "momento = 'otro'; turno_id = 1"],
  ['conteos_motivo_check', `motivo = ${LARGO}`],
  ['conteos_piezas', DOS],
  ['conteos_piezas', "denominaciones = '[]'"],
  ['conteos_vuelta_check', 'vuelta = 21'],
  ['gastos_check', 'recurrente_id = 1'],
  ['gastos_check1', 'confirmado = false'],
  [
    'gastos_check1',
    "confirmado = false; recurrente_id = 1; periodo = '2025-01-01'; estado = 'pagado'; asiento_id = 1; pagado_en = now()",
  ],
  ['gastos_check2', "estado = 'pagado'; pagado_en = now()"],
  ['gastos_check3', "estado = 'rechazado'; resuelto_por = 1"],
  ['gastos_check4', "estado = 'anulado'; asiento_id = 1; pagado_en = now(); anulado_en = now()"],
  ['gastos_comprobante_check', "comprobante = 'otro'"],
  ['gastos_descripcion_check', "descripcion = ' ab '"],
  ['gastos_estado_check', "estado = 'otro'"],
  ['gastos_monto_check', 'monto = 0'],
  ['gastos_nadie_aprueba_lo_suyo', 'resuelto_por = 999'],
  ['gastos_ruc_check', "ruc = '20131312956'"],
  ['gastos_valor_check', 'valor = -1'],
  ['gastos_valor_dia_check', 'valor_dia = -1'],
  ['gastos_categorias_codigo_check', "codigo = 'Con espacio'"],
  ['gastos_categorias_presupuesto_check', 'presupuesto = 0'],
  ['gastos_recurrentes_comprobante_check', "comprobante = 'otro'"],
  ['gastos_recurrentes_desde_check', "desde = '2025-01-02'"],
  ['gastos_recurrentes_dia_check', 'dia = 32'],
  ['gastos_recurrentes_monto_check', 'monto = 0'],
  ['gastos_recurrentes_ruc_check', "ruc = '11'"],
  ['ordenes_beneficiario_check', "beneficiario = '{}'"],
  ['ordenes_check', 'vence_en = now()'],
  ['ordenes_check1', 'recibe_moneda_id = 999'],
  ['ordenes_check2', "estado = 'anulada'; anulada_en = now()"],
  ['ordenes_check3', `${PAGADA}; estado = 'completada'; pagador_id = 1`],
  ['ordenes_check4', `${PAGADA}; valor = 0`],
  ['ordenes_check5', `${PAGADA}; estado = 'en_proceso'`],
  ['ordenes_check6', `${PAGADA}; pagador_id = 1`],
  ['ordenes_check7', "observada = 'otro'; observada_desde = now()"],
  ['ordenes_check8', `${PAGADA}; observada = 'otro'`],
  ['ordenes_costo_check', 'costo = -1'],
  ['ordenes_declaracion_check', `declaracion = '{"origen": 1}'`],
  ['ordenes_envia_check', 'envia = 0'],
  ['ordenes_estado_check', "estado = 'otro'"],
  ['ordenes_ganancia_check', 'ganancia = 1e29'],
  ['ordenes_gastos_check', 'gastos = -1'],
  ['ordenes_margen_check', "margen = 'NaN'"],
  ['ordenes_metodo_calculo_check', "metodo_calculo = 'x'"],
  ['ordenes_monto_usd_check', 'monto_usd = -1'],
  ['ordenes_observada_check', `${PAGADA}; observada = 'porque sí'; observada_desde = now()`],
  ['ordenes_pausa_segundos_check', 'pausa_segundos = -1'],
  ['ordenes_precision_check', 'precision = 9'],
  ['ordenes_recibe_check', 'recibe = 0'],
  ['ordenes_redondeo_check', 'redondeo = -0.01'],
  ['ordenes_tarifa_check', 'tarifa = -1'],
  ['ordenes_saldos_check', 'saldo = 2'],
  ['ordenes_saldos_check1', 'anulado = true'],
  ['ordenes_saldos_monto_check', 'monto = 0; saldo = 0'],
  ['ordenes_saldos_saldo_check', 'saldo = -1'],
  ['ordenes_tasa_check', 'tasa = 0'],
  ['ordenes_valor_check', 'valor = -1'],
  ['ordenes_cobros_a_favor_check', 'a_favor = -1'],
  ['ordenes_cobros_check', DOS],
  ['ordenes_cobros_check1', "estado = 'verificado'; asiento_id = 1"],
  ['ordenes_cobros_check1', "estado = 'verificado'; valor = 1"],
  ['ordenes_cobros_check2', "motivo = 'no llegó'"],
  ['ordenes_cobros_check3', 'devuelto_de = 1'],
  ['ordenes_cobros_costo_check', 'costo = -1'],
  ['ordenes_cobros_estado_check', "estado = 'otro'"],
  ['ordenes_cobros_forma_check', 'cuenta_id = NULL'],
  ['ordenes_cobros_forma_check', 'tipo_pago_id = NULL'],
  ['ordenes_cobros_forma_check', 'saldo_id = 1'],
  ['ordenes_cobros_gasto_check', 'gasto = -1'],
  ['ordenes_cobros_monto_check', 'monto = 0'],
  [
    'ordenes_cobros_saldo_check',
    `${SALDO}; estado = 'por_verificar'; asiento_id = NULL; valor = NULL`,
  ],
  ...[
    "referencia = 'OP-1'",
    `${DOS}; monto = 2`,
    'a_favor = 1',
    'tarifa = 1',
    'costo = 1',
    'gasto = 1',
  ].map((more): [string, string] => ['ordenes_cobros_saldo_check', `${SALDO}; ${more}`]),
  ['ordenes_cobros_recibido_check', 'recibido = 1'],
  ['ordenes_cobros_recibido_check', 'recibido = 2; a_favor = 1'],
  ['ordenes_cobros_recibido_check', 'recibido = 2; tarifa = 1'],
  ['ordenes_cobros_recibido_check', `${SALDO}; recibido = 2`],
  ['ordenes_cobros_check', `${DOS}; monto = 2; recibido = 3`],
  ['ordenes_cobros_tarifa_check', 'tarifa = -1'],
  ['ordenes_cobros_tarifa_valor_check', 'tarifa = 1; tarifa_valor = 0'],
  ['ordenes_cobros_tarifa_valor_check', 'tarifa = 1; tarifa_valor = 1e29'],
  ['ordenes_cobros_tarifa_valor_de', 'tarifa_valor = 1'],
  ['ordenes_cobros_valor_check', "estado = 'verificado'; asiento_id = 1; valor = 0"],
  ['ordenes_devoluciones_check', "estado = 'anulada'; anulada_en = now(); anulada_por = 1"],
  ['ordenes_devoluciones_estado_check', "estado = 'otro'"],
  ['ordenes_devoluciones_monto_check', 'monto = 0'],
  ['ordenes_devoluciones_monto_usd_check', 'monto_usd = -1'],
  ['ordenes_devoluciones_referencia_check', "referencia = ''"],
  ['ordenes_pagos_check', 'ganancia = 1'],
  ['ordenes_pagos_check1', "estado = 'rebotado'; rebotado_en = now(); rebotado_por = 1"],
  ['ordenes_pagos_comision_check', 'comision = -1'],
  ['ordenes_pagos_costo_check', 'costo = -1; ganancia = 2'],
  ['ordenes_pagos_estado_check', "estado = 'otro'"],
  ['ordenes_pagos_gasto_check', 'gasto = -1'],
  ['ordenes_pagos_monto_check', 'monto = 0'],
  ['ordenes_pagos_valor_check', 'valor = -1; ganancia = -2'],
  ['ordenes_pasos_antes', "accion = 'vencer'; antes_envia = 1; antes_recibe = 1"],
  ['ordenes_pasos_antes', "accion = 'recotizar'; usuario_id = 1; antes_envia = 1"],
  [
    'ordenes_pasos_antes_envia_check',
    "accion = 'recotizar'; usuario_id = 1; antes_envia = 0; antes_recibe = 1",
  ],
  [
    'ordenes_pasos_antes_recibe_check',
    "accion = 'recotizar'; usuario_id = 1; antes_envia = 1; antes_recibe = 0",
  ],
  ['ordenes_pasos_autor', "accion = 'pagar'"],
  ['turnos_apertura_check', "apertura = 'otra'"],
  ['turnos_aprobado', `${APROBADO}; cargo = NULL`],
  ['turnos_aprobado', `${APROBADO}; aprobado_por = NULL`],
  ['turnos_aprobado', `${CERRADO}; estado = 'aprobado'`],
  ['turnos_cargo_check', `${APROBADO}; cargo = 'otro'`],
  ['turnos_cerrado', "estado = 'cerrado'; conteo_en = now()"],
  ['turnos_conteo', "estado = 'en_conteo'"],
  ['turnos_estado_check', "estado = 'otro'; conteo_en = now()"],
  ['turnos_motivo_check', `motivo = ${CORTO}`],
  ['turnos_no_propio', `${APROBADO}; aprobado_por = 999`],
  ['turnos_nota_check', `nota = ${LARGO}`],
]

const tables = Object.keys(TABLAS).sort((a, b) => b.length - a.length)
const tableOf = (regla: string) =>
  regla === 'cierres_reabierto'
    ? 'cierres_versiones'
    : (tables.find((tabla) => regla.startsWith(`${tabla}_`)) ?? '')

test.each(tables)('a valid row of %s passes', async (tabla) => {
  expect(await probar(tabla, {})).toBe('taken')
})

test.each(CHECKS)('%s: %s', async (regla, change) => {
  expect(await probar(tableOf(regla), row(change))).toBe(regla)
})

test('every CHECK of these tables has a case', async () => {
  const names = await reglas(tables)
  // The type of its range of days refuses such a rule before the CHECK is evaluated.
  const known = new Set([...CHECKS.map(([regla]) => regla), 'comisiones_reglas_check'])
  expect(names.filter((nombre) => !known.has(nombre))).toEqual([])
})
