import { expect, test } from 'vitest'
import { montarAjustes } from '../../../../test/support/areas/ajustes.ts'
import { codigo, inscribir } from '../../../../test/support/factor.ts'
import { PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as ajustes } from '../../ajustes-saldo/contract.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato as sesion } from '../../sesion/contract.ts'
import { contrato } from '../contract.ts'

/* a house of one person works, and says so. */

const app = await startTestApp()
let now = Date.parse('2025-11-20T15:00:00Z')
app.setClock(new Date(now).toISOString())
const { casa, pedir } = await montarAjustes(app)
const { adm } = casa
/** Whether anybody else may approve. */
const acompanada = (yes: boolean) =>
  comoDueno(app.url, 'UPDATE usuarios SET estatus = $1 WHERE id <> $2', [yes, adm.usuario_id])
const olvidar = () => comoDueno(app.url, 'UPDATE sesiones SET confirmada_hasta = NULL')
/** What the bell says that he may answer. */
const campana = async () =>
  (await adm.call(notificaciones.listar)).body.find(({ clave }) => clave === 'ajustes-por-aprobar')
    ?.cuantos ?? 0
const ver = async () => (await adm.call(contrato.listar)).body

async function pedido() {
  const { body } = await pedir({ monto: '90000.00' }, adm)
  expect(body.estado).toBe('pendiente')
  return { params: { id: body.id }, body: { nota: null, saldo: null } }
}

test('with a second person nobody answers his own request, and does not see it among what he answers', async () => {
  await acompanada(true)
  const own = await pedido()
  await app.signedIn('adm')
  expect((await adm.call(ajustes.aprobar, own)).error.codigo).toBe('SOLICITUD_PROPIA')
  expect([await ver(), await campana()]).toEqual([[], 0])
})

test('alone, it stands on his page; the password answers it, and it is an exception in red', async () => {
  await acompanada(false)
  await olvidar()
  const [first] = await ver()
  expect(first).toMatchObject({ tipo: 'ajuste', sola: true })
  expect(await campana()).toBe(1)
  const own = { params: { id: first?.id ?? 0 }, body: { nota: null, saldo: null } }
  const asked = await adm.call(ajustes.aprobar, own)
  expect([asked.status, asked.error.codigo]).toEqual([409, 'SOLO_CONFIRME'])
  await adm.call(sesion.confirmar, { body: { password: PASSWORD } })
  expect((await adm.call(ajustes.aprobar, own)).status).toBe(200)
  const { filas } = (await adm.call(reportes.excepciones, { query: { solo: 'si' } })).body
  expect(filas[0]).toMatchObject({ clase: 'solo', origen: 'ajustes-saldo', solo: true })
  expect(await ver()).toEqual([])
})

test('where the house asks for a second factor, the lone person has one, and gives its code', async () => {
  await acompanada(true)
  const own = await pedido()
  await acompanada(false)
  await adm.call(sesion.confirmar, { body: { password: PASSWORD } })
  const exigir = (yes: boolean) =>
    comoDueno(
      app.url,
      "UPDATE ajustes SET valor = to_jsonb($1::boolean) WHERE clave = 'exigir_segundo_factor'",
      [yes],
    )
  await exigir(true)
  // He is led to enrol before anything else.
  expect((await adm.call(ajustes.aprobar, own)).error.codigo).toBe('INGRESO_INCOMPLETO')
  await exigir(false)
  const { secreto } = await inscribir(adm, now)
  await exigir(true)
  await olvidar()
  const alone = await adm.call(sesion.confirmar, { body: { password: PASSWORD } })
  expect(alone.error.codigo).toBe('CODIGO_REQUERIDO')
  expect((await adm.call(ajustes.aprobar, own)).error.codigo).toBe('SOLO_CONFIRME')
  now += 30_000
  app.setClock(new Date(now).toISOString())
  const prueba = { password: PASSWORD, codigo: codigo(secreto, now) }
  expect((await adm.call(sesion.confirmar, { body: prueba })).status).toBe(200)
  expect((await adm.call(ajustes.aprobar, own)).status).toBe(200)
})
