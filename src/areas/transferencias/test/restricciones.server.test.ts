import { expect, test } from 'vitest'
import { type Row, restricciones } from '../../../../test/support/servidor/restricciones.ts'

/* Every CHECK of a transfer, each alone. */

const { probar, reglas } = await restricciones({
  transferencias: {
    fecha: 'now()',
    tipo: "'interna'",
    estado: "'completada'",
    origen_id: '1',
    destino_id: '2',
    moneda_id: '3',
    moneda_destino_id: '3',
    recibido: '1',
    comision_destino: '0',
  },
})

/** A valid transfer; each case changes some columns. */
const CONVERSION = {
  tipo: "'conversion'",
  moneda_destino_id: '4',
  tasa: '2',
  metodo_calculo: "'m'",
}
const TERCERO = {
  tipo: "'tercero'",
  destino_id: 'NULL',
  moneda_destino_id: 'NULL',
  recibido: 'NULL',
  concepto: "'retiro'",
  tercero: "'Ana'",
}
const RECIBIDA = {
  estado: "'recibida'",
  contado: '1',
  resuelta_en: 'now()',
  resuelta_por: '1',
}
const POR_RESOLVER = { ...RECIBIDA, contado: '0.5', nota: "'x'", diferencia_valor: '0.5' }
const RESUELTA = {
  ...POR_RESOLVER,
  cargo: "'casa'",
  diferencia_resuelta_en: 'now()',
  diferencia_resuelta_por: '1',
  diferencia_nota: "'x'",
  // Sender and receiver are the one user there is.
  diferencia_solo: 'true',
}
/** Sent, received and resolved by three people. */
const TRES = {
  usuario_id: '1',
  resuelta_por: '2',
  diferencia_resuelta_por: '3',
  diferencia_solo: 'false',
}
const ANULADA = {
  estado: "'anulada'",
  anulada_en: 'now()',
  anulada_por: '1',
  motivo_anulacion: "'error'",
}
const CHECKS: readonly (readonly [regla: string, change: Row])[] = [
  ['transferencias_monto_check', { ...TERCERO, monto: '0' }],
  ['transferencias_recibido_check', { ...CONVERSION, recibido: '1e29' }],
  ['transferencias_comision_origen_check', { comision_origen: '-1' }],
  ['transferencias_comision_destino_check', { comision_destino: '-1' }],
  ['transferencias_costo_check', { costo: '-1' }],
  ['transferencias_gasto_check', { gasto: '-1' }],
  ['transferencias_ganancia_check', { ganancia: '1e29' }],
  ['transferencias_tipo_check', { tipo: "'otra'" }],
  ['transferencias_estado_check', { estado: "'otro'" }],
  ['transferencias_tasa_check', { ...CONVERSION, tasa: '0' }],
  ['transferencias_metodo_calculo_check', { ...CONVERSION, metodo_calculo: "'x'" }],
  ['transferencias_desvio_pct_check', { desvio_pct: '-1' }],
  ['transferencias_concepto_check', { ...TERCERO, concepto: "'otro'" }],
  ['transferencias_tercero_check', { ...TERCERO, tercero: "'A'" }],
  ['transferencias_contado_check', { ...RECIBIDA, contado: '0', nota: "'x'", cargo: "'casa'" }],
  [
    'transferencias_check',
    { ...RECIBIDA, denominaciones: `'[{"clase": "billete", "valor": "5", "cantidad": 1}]'` },
  ],
  ['transferencias_cargo_check', { ...RECIBIDA, contado: '0.5', nota: "'x'", cargo: "'otro'" }],
  ['transferencias_otra_cuenta', { destino_id: '1' }],
  ['transferencias_destino', { destino_id: 'NULL' }],
  ['transferencias_destino', { comision_destino: '1' }],
  ['transferencias_destino', { ...TERCERO, comision_destino: '0.5' }],
  ['transferencias_destino', { ...TERCERO, recibido: '1' }],
  ['transferencias_misma_moneda', { moneda_destino_id: '4' }],
  ['transferencias_misma_moneda', { recibido: '2' }],
  ['transferencias_otra_moneda', { ...CONVERSION, moneda_destino_id: '3' }],
  ['transferencias_tasa', { ...CONVERSION, tasa: 'NULL' }],
  ['transferencias_tasa', { tasa: '2', metodo_calculo: "'m'" }],
  ['transferencias_tercero', { ...TERCERO, tercero: 'NULL' }],
  ['transferencias_tercero', { concepto: "'retiro'", tercero: "'Ana'" }],
  ['transferencias_en_camino', { ...TERCERO, estado: "'enviada'" }],
  ['transferencias_resuelta', { ...RECIBIDA, resuelta_por: 'NULL' }],
  ['transferencias_resuelta', { resuelta_en: 'now()', resuelta_por: '1' }],
  ['transferencias_contada', { ...RECIBIDA, contado: 'NULL' }],
  ['transferencias_no_contada', { ...RECIBIDA, estado: "'rechazada'" }],
  ['transferencias_cargo', { ...RECIBIDA, contado: '0.5', nota: "'x'" }],
  ['transferencias_cargo', { ...RECIBIDA, cargo: "'casa'" }],
  ['transferencias_cargo', { ...RECIBIDA, contado: '0.5', nota: "'x'", cargo: "'personal'" }],
  ['transferencias_diferencia_valor_check', { ...POR_RESOLVER, diferencia_valor: '0' }],
  ['transferencias_diferencia', { ...RECIBIDA, diferencia_valor: '1' }],
  ['transferencias_diferencia', { ...POR_RESOLVER, cargo: "'casa'" }],
  ['transferencias_diferencia', { ...RESUELTA, diferencia_nota: 'NULL' }],
  ['transferencias_diferencia', { ...RESUELTA, cargo: 'NULL' }],
  ['transferencias_tercera_persona', { ...RESUELTA, diferencia_solo: 'false' }],
  ['transferencias_tercera_persona', { ...RESUELTA, ...TRES, portador_id: '3' }],
  ['transferencias_portador_check', { portador: "'A'", portador_doc: "'1'" }],
  ['transferencias_portador_doc_check', { portador: "'Ana'", portador_doc: "''" }],
  ['transferencias_portador', { portador: "'Ana'" }],
  ['transferencias_portador', { portador_doc: "'1'" }],
  ['transferencias_portador', { portador_id: '1', portador: "'Ana'", portador_doc: "'1'" }],
  ['transferencias_explicada', { ...RECIBIDA, contado: '2' }],
  ['transferencias_anulada', { ...ANULADA, anulada_por: 'NULL' }],
  ['transferencias_anulada', { ...ANULADA, estado: "'completada'" }],
]

test.each<[que: string, change: Row]>([
  ['between accounts', {}],
  ['between currencies', CONVERSION],
  ['to a third party', TERCERO],
  ['received', RECIBIDA],
  ['received with less', { ...RECIBIDA, contado: '0.5', nota: "'x'", cargo: "'casa'" }],
  ['received with a difference', POR_RESOLVER],
  ['with a difference that somebody bears', RESUELTA],
  ['received with more', { ...RECIBIDA, contado: '2', nota: "'x'" }],
  ['carried by somebody else', { portador: "'Ana'", portador_doc: "'1'" }],
  ['carried by a person of the house', { portador_id: '1' }],
  ['resolved by a third person', { ...RESUELTA, ...TRES, portador_id: '1' }],
  ['annulled', ANULADA],
])('%s is accepted', async (_, change) => {
  expect(await probar('transferencias', change)).toBe('taken')
})

test.each(CHECKS)('%s, %j', async (regla, change) => {
  expect(await probar('transferencias', change)).toBe(regla)
})

test('every CHECK has a case', async () => {
  const known = new Set(CHECKS.map(([regla]) => regla))
  expect((await reglas(['transferencias'])).filter((regla) => !known.has(regla))).toEqual([])
})
