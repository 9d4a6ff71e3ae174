import { expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { darVistos } from '../../../../test/support/vistos.ts'
import { contrato as clientes } from '../../clientes/contract.ts'
import { contrato as cuentas } from '../../cuentas/contract.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato as transferencias } from '../../transferencias/contract.ts'

/* A yes is to exactly what was asked, and nobody uses the one that he gave. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const otro = await app.signedIn('adm')
const tercero = await app.signedIn('adm')

/** Changes what a record holds, and sends the rest of it as it is. */
async function cambiar(area: typeof cuentas | typeof clientes, id: number, change: object) {
  const params = { id }
  const now = (await adm.call(area.obtener, { params })).body as unknown as object
  const keys = Object.keys(area.editar.body.shape)
  const same = Object.fromEntries(Object.entries(now).filter(([key]) => keys.includes(key)))
  return adm.call(area.editar, { params, body: { ...same, ...change } as never })
}

test('a yes to a looser limit of one account is none for another', async () => {
  const { cajaUsd, zelle } = casa.cuentas
  for (const id of [cajaUsd, zelle]) await cambiar(cuentas, id, { limite_op: '100.00' })
  const sube = (id: number) => cambiar(cuentas, id, { limite_op: '900.00' })
  expect((await sube(cajaUsd)).error.codigo).toBe('VISTO_FALTA')
  await darVistos(otro)
  expect((await sube(zelle)).error.codigo).toBe('VISTO_FALTA')
  expect((await sube(cajaUsd)).status).toBe(200)
})

test('whoever gave a yes does not use it himself', async () => {
  const retira = (quien: Client) =>
    quien.call(transferencias.crear, {
      body: {
        ...{ tipo: 'tercero', origen_id: casa.cuentas.bcpPen, monto: '4000.00' },
        ...{ concepto: 'retiro', tercero: 'El socio', referencia: 'RET-400001' },
      },
    })
  expect((await retira(adm)).error.codigo).toBe('VISTO_FALTA')
  await darVistos(otro)
  expect((await retira(otro)).error.codigo).toBe('VISTO_FALTA')
  expect((await retira(adm)).status).toBe(201)
  expect((await retira(tercero)).status).toBeGreaterThanOrEqual(400)
})

test('a client’s own limit is raised with another person’s yes, and lowered with none', async () => {
  const { ana } = casa.clientes
  expect((await cambiar(clientes, ana, { limite_dia: '500.00' })).status).toBe(200)
  const raise = () => cambiar(clientes, ana, { limite_dia: null })
  expect((await raise()).error.codigo).toBe('VISTO_FALTA')
  await darVistos(otro)
  expect((await raise()).status).toBe(200)
  const { filas } = (await adm.call(reportes.excepciones, { query: { clase: 'limite' } })).body
  expect(filas[0]).toMatchObject({
    origen: 'clientes',
    origen_id: String(ana),
    frase: expect.stringMatching(/Límite por día: de 500 a sin límite/),
  })
})
