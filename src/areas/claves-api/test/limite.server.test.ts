import { expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { claveDe } from '../../../../test/support/claves/clave.ts'
import { PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato } from '../contract.ts'

/* What one operation of a key is worth at most: what it was given, and never more than its maker's limit. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const { compra } = mostrador(casa)
const PERMISOS = ['compras-ventas:ver', 'compras-ventas:crear', 'cuentas:ajenas']

/** An administrator's own limit; null: none. */
const tope = (usd: string | null) =>
  comoDueno(app.url, 'UPDATE usuarios SET limite_usd = $1 WHERE id = $2', [usd, adm.usuario_id])
const guardado = async (usuario_id: number) =>
  (
    await comoDueno<{ l: string | null }>(
      app.url,
      `SELECT round(limite_usd, 2)::text AS l FROM claves_api WHERE usuario_id = ${usuario_id}`,
    )
  )[0]?.l
const comprar = async (
  clave: Awaited<ReturnType<typeof claveDe>>,
  [usd, pen]: [string, string],
) => {
  const body = compra(usd, pen, { confirmo_duplicado: true })
  const { status, codigo } = await clave.mandar('POST', '/compras-ventas', body)
  return codigo ?? status
}
const CIEN: [string, string] = ['100.00', '352.00']
const OCHENTA: [string, string] = ['80.00', '281.60']
const CINCUENTA: [string, string] = ['50.00', '176.00']

test('a key without a limit of its own has its maker’s, also the one that he is given later', async () => {
  const libre = await claveDe(app, adm, PERMISOS)
  expect(await guardado(libre.usuario_id)).toBeNull()
  expect(await comprar(libre, CIEN)).toBe(201)
  await tope('80')
  expect(await comprar(libre, CIEN)).toBe('LIMITE_EXCEDIDO')
  expect(await comprar(libre, OCHENTA)).toBe(201)
  const suya = await claveDe(app, adm, PERMISOS)
  expect(await guardado(suya.usuario_id)).toBe('80.00')
  // What he is given back later is not the key's: another one is made.
  await tope(null)
  expect(await comprar(suya, CIEN)).toBe('LIMITE_EXCEDIDO')
  expect(await comprar(libre, CIEN)).toBe(201)
})

test('a key keeps the lower of both limits, whichever changes', async () => {
  const clave = await claveDe(app, adm, PERMISOS, undefined, '80.00')
  expect(await comprar(clave, CIEN)).toBe('LIMITE_EXCEDIDO')
  expect(await comprar(clave, OCHENTA)).toBe(201)
  await tope('50')
  expect(await comprar(clave, OCHENTA)).toBe('LIMITE_EXCEDIDO')
  expect(await comprar(clave, CINCUENTA)).toBe(201)
  await tope(null)
})

test('nobody gives a key more than he has, nor does the database take one', async () => {
  await tope('80')
  const body = {
    ...{ nombre: 'De más', dias: 1, limite_usd: '80.01', sucursal_id: null, password: PASSWORD },
    permisos: ['compras-ventas:crear' as const],
  }
  const { status, error } = await adm.call(contrato.crear, { body })
  expect(status).toBe(400)
  expect(error.errors).toEqual([{ campo: 'limite_usd', msg: expect.stringContaining('US$ 80.00') }])
  const clave = await claveDe(app, adm, PERMISOS, undefined, '80.00')
  for (const limite of ['80.01', 'NULL'])
    await expect(
      comoDueno(
        app.url,
        `INSERT INTO claves_api (nombre, usuario_id, creada_por, huella, pista, permisos, limite_usd, creada_en, vence_en)
           SELECT nombre, ${(await app.signedIn('caj')).usuario_id}, creada_por, sha256('x'), pista, permisos, ${limite},
             creada_en, vence_en FROM claves_api WHERE usuario_id = ${clave.usuario_id}`,
      ),
    ).rejects.toMatchObject({ code: 'CB001', message: 'VALIDACION' })
  await tope(null)
})
