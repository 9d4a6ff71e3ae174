import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { conVisto, darVistos } from '../../../../test/support/vistos.ts'
import { anotarRestauracion } from '../../../server/respaldo/anotar.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contrato as sesion } from '../../sesion/contract.ts'
import { contratoRestauracion } from '../../usuarios/contract/restauracion.ts'
import { contrato as usuarios } from '../../usuarios/contract.ts'
import { contrato } from '../contract.ts'

/* a restore undoes dismissals too; nobody goes on where he was, and no key works before a review. */

const app = await startTestApp()
const [adm, otro] = [await app.signedIn('adm'), await app.signedIn('adm')]
await comoDueno(
  app.url,
  "INSERT INTO webhooks (nombre, url, secreto_cifrado) VALUES ('Central', 'https://central.example', '\\x00')",
)
await comoDueno(
  app.url,
  "INSERT INTO telegram_chats (nombre, chat_id) VALUES ('Dueños', '-100123456')",
)
const HASTA = '2025-11-22T15:37:00.000Z'

const NUEVA = {
  ...{ nombre: 'Contabilidad', dias: 30, limite_usd: null, sucursal_id: null },
  ...{ permisos: ['monedas:ver' as const], direcciones: [], password: PASSWORD },
}
const crear = async (nombre: string) => {
  const body = { ...NUEVA, nombre }
  const made = await conVisto(otro, () => adm.call(contrato.crear, { body }))
  return made.body
}
const pedir = async (clave: string) => {
  const headers = { authorization: `Bearer ${clave}` }
  const answer = await app.http.inject({ url: '/api/monedas', headers })
  return answer.json().codigo ?? answer.statusCode
}
const suena = async (quien = adm) =>
  (await quien.call(notificaciones.listar)).body.filter(({ clave }) => clave === 'restaurada')
const restaurar = (revisar: boolean) =>
  anotarRestauracion(app.url, '/copias/respaldo-1', HASTA, null, revisar)
const usuarioDe = async (id: number) => {
  const sql = 'SELECT usuario FROM usuarios WHERE id = $1'
  return (await comoDueno<{ usuario: string }>(app.url, sql, [id]))[0]?.usuario
}
const auditadas = (accion: string) =>
  comoDueno<{ despues: Record<string, unknown> }>(
    app.url,
    'SELECT despues FROM auditoria WHERE accion = $1 ORDER BY id',
    [accion],
  )

test('a house that was restored ends every session, holds every key, and rings until it was reviewed', async () => {
  const [una, sobra] = [await crear('Contabilidad'), await crear('Vieja')]
  expect(await pedir(una.clave)).toBe(200)
  // What was restored of an upgrade that gives way is written down, and nothing was done since.
  await restaurar(false)
  expect([(await adm.call(sesion.sesion)).status, await pedir(una.clave)]).toEqual([200, 200])
  expect(await suena()).toEqual([])

  await restaurar(true)
  expect(await auditadas('restaurar')).toMatchObject([
    { despues: { excepcion: { clase: 'restauracion' } } },
    { despues: { excepcion: { clase: 'restauracion' }, sesiones_terminadas: 2 } },
  ])
  for (const each of [adm, otro]) expect((await each.call(sesion.sesion)).status).toBe(401)
  expect(await pedir(una.clave)).toBe('CLAVE_API_POR_REVISAR')
  const [nueva, segunda] = [await app.signedIn('adm'), await app.signedIn('adm')]
  const caj = await app.signedIn('caj')
  expect(await suena(nueva)).toMatchObject([
    {
      titulo:
        '1 restauración por revisar, con sus usuarios y claves de API: la casa volvió al 22/11/2025 10:37',
      pantalla: 'usuarios',
    },
  ])
  expect(await suena(caj)).toEqual([])
  expect((await caj.call(contratoRestauracion.obtener)).status).toBe(403)
  const ver = async () => (await nueva.call(contratoRestauracion.obtener)).body.pendiente
  const pendiente = await ver()
  expect(pendiente?.hasta).toContain('2025-11-22T15:37')
  expect(pendiente?.usuarios.map(({ rol }) => rol)).toHaveLength(5)
  expect(pendiente?.claves.map(({ nombre }) => nombre)).toEqual(['Contabilidad', 'Vieja'])
  expect(pendiente?.afuera).toMatchObject([
    { clase: 'Webhook', nombre: 'Central', adonde: 'https://central.example' },
    { clase: 'Chat de Telegram', nombre: 'Dueños', adonde: '••••3456' },
  ])

  // He who looks finds one that was revoked after that instant, and a cashier who was dismissed.
  const id = pendiente?.id ?? 0
  const body = { motivo: 'Ya se había revocado' }
  await nueva.call(contrato.revocar, { params: { id: sobra.id }, body })
  const suyo = { params: { id: caj.usuario_id }, body: { password: PASSWORD } }
  expect((await nueva.call(usuarios.estatus, suyo)).body.estatus).toBe(false)
  const revisar = () => nueva.call(contratoRestauracion.revisar, { params: { id } })
  expect((await revisar()).error.codigo).toBe('VISTO_FALTA')
  // The yes is to these people and these keys: one who comes meanwhile is not among them.
  await darVistos(segunda)
  await comoDueno(app.url, 'UPDATE usuarios SET estatus = true WHERE id = $1', [caj.usuario_id])
  expect((await revisar()).error.codigo).toBe('VISTO_FALTA')
  // Nor to another chat of that name whose number ends alike.
  await darVistos(segunda)
  await comoDueno(app.url, "UPDATE telegram_chats SET chat_id = '-100993456'")
  const dado = await conVisto(segunda, revisar)
  expect(dado.body.message).toBe(
    'Revisado. Las claves de API valen de nuevo, y salen los avisos de webhooks y Telegram.',
  )
  expect([await pedir(una.clave), await pedir(sobra.clave)]).toEqual([200, 'CLAVE_API_NO_VALE'])
  expect([await ver(), await suena(nueva)]).toEqual([null, []])
  expect((await revisar()).error.codigo).toBe('YA_RESUELTO')
  expect(await auditadas('revisar')).toMatchObject([
    {
      despues: {
        claves: ['Contabilidad'],
        afuera: [{ nombre: 'Central' }, { nombre: 'Dueños' }],
        usuarios: expect.arrayContaining([await usuarioDe(caj.usuario_id)]),
      },
    },
  ])
})

test('a key that is made after the restore does not wait, and only the newest restore is reviewed', async () => {
  const [uno, dos] = [await app.signedIn('adm'), await app.signedIn('adm')]
  await restaurar(true)
  const [nueva, segunda] = [await app.signedIn('adm'), await app.signedIn('adm')]
  expect((await uno.call(sesion.sesion)).status).toBe(401)
  expect((await dos.call(sesion.sesion)).status).toBe(401)
  const made = await conVisto(segunda, () =>
    nueva.call(contrato.crear, { body: { ...NUEVA, nombre: 'De después' } }),
  )
  expect(await pedir(made.body.clave)).toBe(200)
  const ids = async () =>
    (await comoDueno<{ id: number }>(app.url, 'SELECT id FROM restauraciones ORDER BY id')).map(
      ({ id }) => id,
    )
  const [, antes = 0] = await ids()
  await restaurar(true)
  const [tercera, cuarta] = [await app.signedIn('adm'), await app.signedIn('adm')]
  const vieja = { params: { id: antes } }
  expect((await tercera.call(contratoRestauracion.revisar, vieja)).error.codigo).toBe('YA_RESUELTO')
  const ultima = { params: { id: (await ids()).at(-1) ?? 0 } }
  const nadie = { params: { id: 999_999 } }
  expect((await tercera.call(contratoRestauracion.revisar, nadie)).status).toBe(404)
  await conVisto(cuarta, () => tercera.call(contratoRestauracion.revisar, ultima))
  expect(await suena(tercera)).toEqual([])
})

test('somebody is switched off on the machine before the restored house is opened, and cannot go on', async () => {
  const caj = await app.signedIn('caj')
  const usuario = await usuarioDe(caj.usuario_id)
  const apagar = async () =>
    (
      await comoDueno<{ dice: string }>(app.url, 'SELECT restauracion_desactivar($1) AS dice', [
        usuario,
      ])
    )[0]?.dice
  expect(await apagar()).toMatch(/^Se desactivó a /)
  expect((await caj.call(sesion.sesion)).status).toBe(401)
  const vivas = 'SELECT FROM sesiones WHERE usuario_id = $1 AND terminada_en IS NULL'
  expect(await comoDueno(app.url, vivas, [caj.usuario_id])).toEqual([])
  expect(await apagar()).toBe(`No hay un usuario activo «${usuario}».`)
  expect(await auditadas('desactivar')).toMatchObject([
    { despues: { estatus: false, excepcion: { clase: 'permiso' } } },
  ])
})

test('who serves writes no restore and forgets none, and not even the owner forgets one', async () => {
  for (const text of [
    'INSERT INTO restauraciones (fecha, hasta, claves) VALUES (now(), now(), 0)',
    'UPDATE restauraciones SET revisada_en = NULL, revisada_por = NULL',
    'DELETE FROM restauraciones',
    "SELECT restauracion_anotar(now(), '{}', true)",
    "SELECT restauracion_desactivar('admin')",
  ])
    await expect(sql.raw(text).execute(app.db)).rejects.toThrow('permission denied')
  for (const text of [
    'UPDATE restauraciones SET revisada_en = NULL, revisada_por = NULL',
    'UPDATE restauraciones SET hasta = now()',
    'DELETE FROM restauraciones',
  ])
    await expect(comoDueno(app.url, text)).rejects.toThrow('not allowed')
})
