import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Client, PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contratoPerfil } from '../contract/perfil.ts'
import { contrato } from '../contract.ts'

/* */

const app = await startTestApp()
const adm = await app.signedIn('adm')

test('who is affected by what another does to his account hears of it, until he says that he saw it', async () => {
  const caj = await app.signedIn('caj')
  const params = { id: caj.usuario_id }
  const rings = async (client: Client) =>
    (await client.call(notificaciones.listar)).body.find(({ clave }) => clave === 'cuenta-cambiada')
  expect(await rings(caj)).toBeUndefined()
  const { version, cuentas, ...rest } = (await adm.call(contrato.obtener, { params })).body
  const {
    nombres,
    apellidos,
    tipo_doc,
    num_doc,
    correo,
    celular,
    usuario,
    sucursal_id,
    desvio_pct,
  } = rest
  const same = {
    nombres,
    apellidos,
    tipo_doc,
    num_doc,
    correo,
    celular,
    usuario,
    sucursal_id,
    desvio_pct,
  }
  const body = { ...same, version, cuentas, limite_usd: '100' }
  expect((await adm.call(contrato.editar, { params, body })).status).toBe(200)
  const rol = { rol_slug: 'mgr', password: PASSWORD }
  expect((await adm.call(contrato.rol, { params, body: rol })).status).toBe(200)
  expect(await rings(caj)).toMatchObject({
    cuantos: 2,
    pantalla: 'perfil',
    filtro: { ver: 'cambios' },
  })
  expect(await rings(adm)).toBeUndefined()
  const changes = async () => (await caj.call(contratoPerfil.cambios)).body
  expect(await changes()).toMatchObject([
    { accion: 'rol', usuario: 'Ana Quispe', nuevo: true },
    { accion: 'editar', usuario: 'Ana Quispe', nuevo: true },
  ])
  // What he does himself is no news to him.
  const own = { actual: PASSWORD, nueva: 'tejas y lluvia sobre 19' }
  expect((await caj.call(contratoPerfil.password, { body: own })).status).toBe(200)
  const end = { sesion_id: null, password: own.nueva }
  expect((await caj.call(contratoPerfil.terminar, { body: end })).status).toBe(200)
  expect(await rings(caj)).toMatchObject({ cuantos: 2 })
  expect((await caj.call(contratoPerfil.vistos)).status).toBe(200)
  expect([await rings(caj), (await changes()).map(({ nuevo }) => nuevo)]).toEqual([
    undefined,
    [false, false],
  ])
  const { rows } = await sql<{ datos: unknown }>`
    SELECT datos FROM telegram_salida WHERE evento = 'cuenta_cambiada' AND datos->0->>'id' = ${String(params.id)}`.execute(
    app.db,
  )
  expect(rows).toMatchObject([{ datos: [{ usuario_id: adm.usuario_id }] }])
})
