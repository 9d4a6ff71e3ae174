import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { campo } from '../../../test/support/areas/ajustes.ts'
import { cuenta, PEN } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { dicho, en, hecho } from '../../../test/support/servidor/respuesta.ts'
import { contrato as cuentas } from '../cuentas/contract.ts'
import { contrato as usuarios } from '../usuarios/contract.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')
const crear = async (nombre: string) =>
  (await hecho(adm.call(contrato.crear, { body: { nombre, direccion: null, telefono: null } }))).id
const apagar = (id: number) => adm.call(contrato.estatus, en(id))

/** A till that belongs to the branch. */
const conCaja = async (id: number, nombre: string) => {
  const caja = await cuenta(app, adm, nombre, PEN, '0')
  await comoDueno(app.url, 'UPDATE cuentas SET sucursal_id = $1 WHERE id = $2', [id, caja])
}

test('a branch has a name of its own, and is edited under its version', async () => {
  const id = await crear('Arequipa')
  const twice = await adm.call(contrato.crear, {
    body: { nombre: 'Arequipa', direccion: null, telefono: null },
  })
  expect([twice.error.codigo, campo(twice.error)]).toEqual(['DUPLICADO', ['nombre']])
  const body = { nombre: 'Arequipa', direccion: 'Calle Mercaderes 200', telefono: '054 200200' }
  expect(
    (await adm.call(contrato.editar, { ...en(id), body: { ...body, version: 1 } })).status,
  ).toBe(200)
  expect((await adm.call(contrato.obtener, en(id))).body).toMatchObject({ ...body, version: 2 })
  const late = await adm.call(contrato.editar, { ...en(id), body: { ...body, version: 1 } })
  expect(dicho(late)).toBe('VERSION')
})

test('R-219: a branch with people is not switched off, and the refusal names them', async () => {
  const id = await crear('Cusco')
  const { usuario_id } = await app.signedIn('caj')
  await comoDueno(app.url, 'UPDATE usuarios SET sucursal_id = $1 WHERE id = $2', [id, usuario_id])
  const refused = await apagar(id)
  expect(dicho(refused)).toBe('SUCURSAL_EN_USO')
  expect(refused.error.message).toContain('Cusco')
  await comoDueno(app.url, 'UPDATE usuarios SET sucursal_id = NULL WHERE id = $1', [usuario_id])
  expect((await apagar(id)).body).toMatchObject({ estatus: false })
})

test('R-219: nor one with accounts that are in use', async () => {
  const id = await crear('Tacna')
  await conCaja(id, 'Caja Tacna')
  const refused = await apagar(id)
  expect([dicho(refused), refused.error.message]).toEqual([
    'SUCURSAL_EN_USO',
    expect.stringContaining('Caja Tacna'),
  ])
  await comoDueno(app.url, 'UPDATE cuentas SET estatus = false WHERE sucursal_id = $1', [id])
  expect((await apagar(id)).body).toMatchObject({ estatus: false })
})

test('R-219: nobody and nothing is put at a branch that is switched off, nor offered it', async () => {
  const id = await crear('Puno')
  await apagar(id)
  const { usuario_id } = await app.signedIn('caj')
  const moved = comoDueno(app.url, 'UPDATE usuarios SET sucursal_id = $1 WHERE id = $2', [
    id,
    usuario_id,
  ])
  await expect(moved).rejects.toThrow('VALIDACION')
  await expect(conCaja(id, 'Caja Puno')).rejects.toThrow('VALIDACION')
  const offered = await hecho(adm.call(usuarios.sucursales))
  const ofAccounts = await hecho(adm.call(cuentas.sucursales))
  expect([...offered, ...ofAccounts].map(({ nombre }) => nombre)).not.toContain('Puno')
  expect([offered.length, ofAccounts.length]).not.toContain(0)
})

test('R-219: what was switched off comes back only where its branch is open', async () => {
  const id = await crear('Ica')
  const { usuario_id } = await app.signedIn('caj')
  await conCaja(id, 'Caja Ica')
  await comoDueno(app.url, 'UPDATE cuentas SET estatus = false WHERE sucursal_id = $1', [id])
  await comoDueno(app.url, 'UPDATE usuarios SET sucursal_id = $1, estatus = false WHERE id = $2', [
    id,
    usuario_id,
  ])
  await hecho(apagar(id))
  for (const tabla of ['cuentas', 'usuarios']) {
    const back = comoDueno(app.url, `UPDATE ${tabla} SET estatus = true WHERE sucursal_id = $1`, [
      id,
    ])
    await expect(back, tabla).rejects.toThrow('VALIDACION')
  }
})

test('R-219: whoever switches a branch off waits for whoever is being put there', async () => {
  const id = await crear('Moquegua')
  const { usuario_id } = await app.signedIn('caj')
  const answer = await app.db.transaction().execute(async (tx) => {
    await sql`UPDATE usuarios SET sucursal_id = ${id} WHERE id = ${usuario_id}`.execute(tx)
    let done = false
    const call = apagar(id).finally(() => {
      done = true
    })
    await expect
      .poll(async () => {
        const { rows } = await sql<{ n: number }>`
          SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted`.execute(app.db)
        return done || (rows[0]?.n ?? 0) > 0
      })
      .toBe(true)
    return { call }
  })
  expect(dicho(await answer.call)).toBe('SUCURSAL_EN_USO')
})

test('only who may edit branches does', async () => {
  const caj = await app.signedIn('caj')
  const body = { nombre: 'Piura', direccion: null, telefono: null }
  expect(dicho(await caj.call(contrato.crear, { body }))).toBe('SIN_PERMISO')
  expect(dicho(await caj.call(contrato.listar))).toBe('SIN_PERMISO')
})
