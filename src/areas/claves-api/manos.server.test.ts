import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { montarOrdenes } from '../../../test/support/areas/ordenes.ts'
import { claveDe } from '../../../test/support/claves/clave.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { DomainError } from '../../core/errors.ts'
import type { Quien } from '../../server/acceso/sesion.ts'
import { pedirVisto } from '../../server/http/visto.ts'
import { contrato as aprobaciones } from '../aprobaciones/contract.ts'
import { contrato as compras } from '../compras-ventas/contract.ts'
import { contrato as vistos } from '../vistos/contract.ts'

/* Where a second person is asked for, a key and its maker are one. */

const app = await startTestApp()
const casa = await montarOrdenes(app)
const { adm, caj, pag, ves, beneficiario_id } = casa
// Made while nobody else can say yes to it.
const clave = await claveDe(app, adm, [
  ...['ordenes:ver', 'ordenes:crear', 'ordenes:pagar', 'sucursales:todas'],
  ...['compras-ventas:ver', 'compras-ventas:crear', 'cuentas:ajenas'],
])
const otro = await app.signedIn('adm')

const una = async <Row extends Record<string, unknown>>(text: string) =>
  (await comoDueno<Row>(app.url, text))[0] as Row

/** What a SQL function says to this user; its refusal's code. */
const dice = (llamada: ReturnType<typeof sql>) =>
  llamada
    .execute(app.db)
    .then(() => 'pasa')
    .catch(({ message }) => message as string)
const quien = (usuario_id: number) => JSON.stringify({ usuario_id })

const suma = (usuario: number, suyos: number[]) => {
  const p = JSON.stringify({ codigo: 'DOS_PERSONAS', permiso: 'ordenes:pagar', titulo: 'pagar' })
  return dice(
    sql`SELECT dos_personas_exigir(${quien(usuario)}::jsonb, 1000000, ${suyos}, ${p}::jsonb)`,
  )
}

test('what a key did is its maker’s for double control, and the other way round', async () => {
  const made = await clave.mandar('POST', '/ordenes', casa.orden())
  expect(made.status).toBe(201)
  const { usuario_id } = await una<{ usuario_id: number }>(
    `SELECT usuario_id FROM ordenes WHERE id = ${made.id}`,
  )
  expect(usuario_id).toBe(clave.usuario_id)
  expect(usuario_id).not.toBe(adm.usuario_id)
  expect(await suma(adm.usuario_id, [usuario_id])).not.toBe('pasa')
  expect(await suma(usuario_id, [adm.usuario_id])).not.toBe('pasa')
  expect(await suma(pag.usuario_id, [usuario_id])).toBe('pasa')
})

/** A request of those two kinds as an earlier version stored it. */
async function guardado(de: number, implicados: number[], resuelto_por: number | null = null) {
  const { id } = await una<{ id: number }>(`
    INSERT INTO vistos (fecha, clave, origen, origen_id, que, titulo, importe, motivo, detalle, valor, solicitado_por,
        implicados, estado, vence_en, resuelto_por, resuelto_en)
      SELECT ahora(), 'pago', 'ordenes', 1, jsonb_build_object('n', (SELECT count(*) FROM vistos)), 'algo', '', '', '',
        1, ${de}, '{${implicados.join(',')}}', '${resuelto_por ? 'aprobado' : 'pendiente'}',
        ahora() + interval '1 day', ${resuelto_por}, ${resuelto_por ? 'ahora()' : 'NULL'} RETURNING id::int`)
  return id
}
const aprobar = async (id: number, como = adm) =>
  (await como.call(vistos.aprobar, { params: { id } })).error?.codigo
const ve = async (id: number, como = adm) =>
  (await como.call(aprobaciones.listar)).body.some(
    (each) => each.tipo === 'visto' && each.id === id,
  )

test('nobody says yes to what his key asked for or took part in', async () => {
  const pedido = await guardado(clave.usuario_id, [])
  expect([await ve(pedido), await ve(pedido, otro)]).toEqual([false, true])
  expect(await aprobar(pedido)).toBe('SOLICITUD_PROPIA')
  const parte = await guardado(caj.usuario_id, [clave.usuario_id])
  expect([await ve(parte), await ve(parte, otro)]).toEqual([false, true])
  expect(await aprobar(parte)).toBe('VISTO_IMPLICADO')
  const { n, quienes } = await una<{ n: string; quienes: string[] }>(`
    SELECT (SELECT count(*) FROM telegram_concierne WHERE entidad = 'vistos' AND usuario_id = ${adm.usuario_id}
        AND id IN (${pedido}, ${parte})) AS n,
      vistos_quienes(${clave.usuario_id}, '{}', 1) AS quienes`)
  expect(n).toBe('0')
  expect(quienes).toHaveLength(1)
  for (const id of [pedido, parte])
    await otro.call(vistos.rechazar, { params: { id }, body: { nota: 'No' } })
})

test('a key does not use its maker’s yes, nor does anybody one that the maker gave to his key', async () => {
  const usar = async (id: number, como: number) => {
    const { p } = await una<{ p: object }>(`SELECT to_jsonb(v) AS p FROM vistos v WHERE id = ${id}`)
    return dice(
      sql`SELECT vistos_exigir(${quien(como)}::jsonb, ${JSON.stringify({ ...p, implicados: [] })}::jsonb)`,
    )
  }
  const falta = 'VISTO_FALTA'
  expect(await usar(await guardado(caj.usuario_id, [], adm.usuario_id), clave.usuario_id)).toBe(
    falta,
  )
  expect(await usar(await guardado(clave.usuario_id, [], adm.usuario_id), caj.usuario_id)).toBe(
    falta,
  )
  const parte = await guardado(caj.usuario_id, [clave.usuario_id], adm.usuario_id)
  expect(await usar(parte, caj.usuario_id)).toBe(falta)
  expect(await usar(await guardado(caj.usuario_id, [], otro.usuario_id), clave.usuario_id)).toBe(
    'pasa',
  )
})

test('a key changes nothing that somebody else has to look at, and asks for no yes', async () => {
  const id = await casa.en('pagada')
  const changed = await clave.mandar('PUT', `/ordenes/${id}/beneficiario`, {
    beneficiario_id,
    motivo: 'El cliente dio otra cuenta',
  })
  expect(changed).toMatchObject({ status: 403, codigo: 'SOLO_PERSONA' })
  expect(changed.message).toContain('Pida a una persona que lo haga en la pantalla.')
  const p = { clave: 'pago', origen: 'ordenes', que: {}, titulo: 'x', importe: '', motivo: '' }
  expect(
    await dice(
      sql`SELECT vistos_pedir(${quien(clave.usuario_id)}::jsonb, ${JSON.stringify(p)}::jsonb)`,
    ),
  ).toBe('SOLO_PERSONA')
  const rows = await comoDueno(
    app.url,
    `SELECT FROM ordenes_pasos WHERE orden_id = ${id} AND accion = 'beneficiario'`,
  )
  expect(rows).toEqual([])
  // Nor is it asked for a password or a second factor, which it does not have.
  for (const code of ['VISTO_FALTA', 'CONFIRME', 'SOLO_CONFIRME', 'SOLO_SIN_FACTOR'] as const)
    await expect(
      pedirVisto(
        app.db,
        { clave_api: 1 } as Quien,
        new DomainError(code, { que: 'esto', quienes: '' }),
      ),
    ).rejects.toMatchObject({ code: 'SOLO_PERSONA' })
})

test('an account that a key wrote and its maker verified, one person has seen', async () => {
  const por = (visto: number | null) =>
    comoDueno(
      app.url,
      `UPDATE beneficiarios SET cuenta_por = ${clave.usuario_id}, verificado_por = ${visto},
         verificado_en = ${visto ? 'now()' : 'NULL'} WHERE id = ${beneficiario_id}`,
    )
  const id = await casa.en('en_proceso', { envia: '1500.00' })
  const dirige = async () =>
    (
      await una<{ si: boolean }>(
        `SELECT ${clave.usuario_id} = ANY (ordenes_dirigen(o)) AS si FROM ordenes o WHERE id = ${id}`,
      )
    ).si
  await por(adm.usuario_id)
  expect((await casa.pago(id, ves.banesco, '100.00')).error.codigo).toBe('VISTO_FALTA')
  expect(await dirige()).toBe(true)
  await por(null)
  const exige = (usuario: number) =>
    dice(
      sql`SELECT ordenes_beneficiario_exigir(${quien(usuario)}::jsonb, o) FROM ordenes o WHERE id = ${id}`,
    )
  expect([await exige(adm.usuario_id), await exige(pag.usuario_id)]).toEqual([
    'VISTO_FALTA',
    'pasa',
  ])
  await por(otro.usuario_id)
  expect(await dirige()).toBe(false)
  expect((await casa.pago(id, ves.banesco, '100.00')).status).toBe(201)
})

test('what his key registered nobody annuls alone', async () => {
  await comoDueno(app.url, "UPDATE ajustes SET valor = '10' WHERE clave = 'anular_propia_usd'")
  const { id, status } = await clave.mandar(
    'POST',
    '/compras-ventas',
    mostrador(casa).compra('100.00', '352.00'),
  )
  expect(status).toBe(201)
  const anular = (como: typeof adm) =>
    como.call(compras.anular, { params: { id }, body: { motivo: 'El cliente desistió' } })
  const refused = await anular(adm)
  expect(refused.error.codigo).toBe('VISTO_FALTA')
  expect(refused.error.message).toContain('se registró con una clave de API suya')
  expect((await anular(otro)).status).toBe(200)
})
