import { expect, test } from 'vitest'
import { conRegla } from '../../../../test/support/areas/comisiones.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato } from '../contract.ts'

/* whoever writes a rule by which he himself gains is an exception that the owner sees. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const adm = await app.signedIn('adm')
const caj = await app.signedIn('caj')
const suyas = async () =>
  (await adm.call(reportes.excepciones, { query: { clase: 'limite' } })).body.filas

test('a rule for oneself is an exception when it is written and when it is changed; one for another is none', async () => {
  await conRegla(adm, { usuario_id: caj.usuario_id })
  expect(await suyas()).toEqual([])
  const { id } = await conRegla(adm, { usuario_id: adm.usuario_id, valor: '40' })
  expect(await suyas()).toMatchObject([
    {
      origen: 'comisiones-reglas',
      origen_id: String(id),
      frase: 'Escribió una regla de comisión para sí mismo',
    },
  ])
  const body = { rol: 'creador', usuario_id: adm.usuario_id, base: 'margen', valor: '45' }
  const change = { ...body, desde: '2025-11-20', version: 1 } as never
  expect((await adm.call(contrato.editarRegla, { params: { id }, body: change })).status).toBe(200)
  expect(await suyas()).toHaveLength(2)
})
