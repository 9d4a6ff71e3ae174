import { expect, test } from 'vitest'
import { PEN, USD } from '../../../../test/support/areas/casa.ts'
import { montarTasas } from '../../../../test/support/areas/tasas.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato } from '../contract.ts'

/* a lower margin gives clients more without anybody typing a rate. */

const app = await startTestApp()
const { adm, tipo } = await montarTasas(app)
const params = { id: tipo(`pe ${USD} ${PEN}`) }

async function poner(margen: string) {
  const { body } = await adm.call(contrato.obtener, { params })
  const keys = Object.keys(contrato.editar.body.shape)
  const same = Object.fromEntries(Object.entries(body).filter(([key]) => keys.includes(key)))
  const edit = { ...same, tasa: null, margen, motivo: 'Por la competencia' } as never
  return adm.call(contrato.editar, { params, body: edit })
}
const bajadas = async () =>
  (await adm.call(reportes.excepciones, { query: { clase: 'control' } })).body.filas

test('a margin that is lowered is an exception with who, what and why; one that is raised is none', async () => {
  expect((await poner('5')).status).toBe(200)
  expect(await bajadas()).toEqual([])
  expect((await poner('0.5')).status).toBe(200)
  expect(await bajadas()).toMatchObject([
    {
      origen: 'tipos-cambios',
      origen_id: String(params.id),
      frase: 'Bajó el margen de USD a PEN: de 5 % a 0.5 %',
    },
  ])
})
