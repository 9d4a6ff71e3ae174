import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cuenta, PEN, USD } from '../../../test/support/areas/casa.ts'
import { conRegla, regla } from '../../../test/support/areas/comisiones.ts'
import { png } from '../../../test/support/foto.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { conectarDueno, retener } from '../../../test/support/servidor/dueno.ts'
import { dicho, en, hecho } from '../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../test/support/todo.ts'
import { contrato as cierres } from '../../areas/cierres/contract.ts'
import { contrato as comisiones } from '../../areas/comisiones/contract.ts'
import { contrato as compras } from '../../areas/compras-ventas/contract.ts'
import { contrato as ordenes } from '../../areas/ordenes/contract.ts'
import { verificar } from '../../main.libros.ts'

/* Refusals of the newer areas that screens hardly reach, and requests cut off before their end. */

const app = await startTestApp()
const casa = await montarTodo(app)
const { adm, caj, pag, cuentas, owner, quien, till, motivo, gasto } = casa
const cuadra = async () => expect((await verificar(app.db)).diferencia).toBeNull()

test('an expense is not paid from an inactive account, nor to an invalid RUC', async () => {
  const x = await cuenta(app, adm, 'Fuera de uso', PEN, '0', undefined, 'banco')
  await owner(`UPDATE cuentas SET estatus = false WHERE id = ${x}`)
  expect(dicho(await gasto('1.00', { cuenta_id: x }))).toBe('INACTIVO')
  const p = {
    fecha: HOY,
    categoria_id: 1,
    cuenta_id: cuentas.bcpPen,
    monto: '1',
    ruc: '20131312956',
  }
  await expect(
    owner(`SELECT operacion_hacer('gastos_registrar', ${quien}, NULL, '${JSON.stringify(p)}')`),
  ).rejects.toMatchObject({
    message: 'VALIDACION',
    detail: expect.stringContaining('"ruc"'),
  })
})

test('a rule that changed meanwhile, or does not exist, is refused under the lock too', async () => {
  const otros = `rol_slug = 'adm' AND id <> ${adm.usuario_id}`
  // Alone, so that the rule takes nobody else's yes.
  await owner(`UPDATE usuarios SET estatus = false WHERE ${otros}`)
  const { id } = await conRegla(adm, { tipo: 'canje', base: 'monto', valor: '1' })
  await owner(`UPDATE usuarios SET estatus = true WHERE ${otros}`)
  const guardar = (which: number, version: number) =>
    owner(
      `SELECT comisiones_regla_guardar(${quien}, ${which}, '${JSON.stringify({ ...regla(), version })}')`,
    )
  await expect(guardar(id, 9)).rejects.toThrow('VERSION')
  await expect(guardar(999_999, 1)).rejects.toThrow('NO_EXISTE')
})

test('a settlement whose rows do not sum to its total is not paid', async () => {
  const id = await casa.liquidacion()
  const client = await conectarDueno(app.url)
  const total = (by: string) =>
    client.query(`UPDATE comisiones_liquidaciones SET total = total ${by} WHERE id = ${id}`)
  await client.query('SET session_replication_role = replica')
  await total('+ 1')
  const pagar = () => owner(`SELECT comisiones_pagar(${quien}, ${id}, ${cuentas.bcpPen}, NULL)`)
  await expect(pagar()).rejects.toThrow(/rows are not its total/)
  await total('- 1')
  await client.end()
  await hecho(adm.call(comisiones.pagar, { ...en(id), body: { cuenta_id: cuentas.bcpPen } }))
})

test('a rate request needs an existing client and a valid amount', async () => {
  const pedir = (more: object) =>
    caj.call(compras.pedirTasa, {
      body: {
        ...{ tipo: 'compra', divisa_id: USD, historico_id: casa.tasas.compraUsd, tasa: '3.60' },
        ...{ monto: '100.00', motivo: 'Cliente de siempre.', ...more },
      },
    })
  expect(dicho(await pedir({ cliente_id: 999_999 }))).toBe('NO_EXISTE')
  expect((await pedir({ monto: '0.01', tasa: '0.10' })).error.errors).toMatchObject([
    { campo: 'monto' },
  ])
  const { id } = await hecho(pedir({}))
  const twist = (what: string) => owner(`UPDATE autorizaciones_tasa SET ${what} WHERE id = ${id}`)
  for (const what of ["estado = 'usada'", 'tasa = 3.7', 'monto = 1e6', 'solicitado_por = 1'])
    await expect(twist(what)).rejects.toThrow(/not rewritten/)
  await expect(owner(`DELETE FROM autorizaciones_tasa`)).rejects.toThrow(/not rewritten/)
})

test('an order with an inactive payment type is refused', async () => {
  await owner(
    `UPDATE tipos_pagos SET estatus = false WHERE id = (SELECT tipo_pago_id FROM beneficiarios WHERE id = ${casa.beneficiario_id})`,
  )
  expect(dicho(await adm.call(ordenes.crear, { body: casa.orden() }))).toBe('INACTIVO')
  await owner('UPDATE tipos_pagos SET estatus = true')
})

test('cash for an order whose quote expired is refused until it is quoted again', async () => {
  const id = await casa.en('pendiente')
  await owner(`UPDATE ordenes SET vence_en = cotizada_en + interval '1 ms' WHERE id = ${id}`)
  app.setClock(`${HOY}T15:05:00Z`)
  const cobrar = (body: object) => adm.call(ordenes.registrarCobro, { ...en(id), body })
  expect(dicho(await cobrar(casa.efectivo('500.00')))).toBe('ORDEN_VENCIDA')
  // A payment that needs confirmation is accepted: that money is already on its way.
  expect(dicho(await cobrar(casa.yape('500.00')))).toBe(201)
  app.setClock(`${HOY}T15:00:00Z`)
})

test('money in a currency without a price is not posted', async () => {
  const quieto = JSON.stringify({ usuario_id: adm.usuario_id })
  await expect(
    owner(`SELECT ordenes_cobro_entrada('${quieto}',
      jsonb_populate_record(NULL::ordenes, '{"id": 1, "pais": "pe", "envia_moneda_id": 12}'),
      jsonb_populate_record(NULL::pago_leido, '{"cuenta_id": ${cuentas.cajaUsd}, "monto": 1}'), 0, 0, NULL, 0)`),
  ).rejects.toThrow('SIN_PRECIO')
})

test('a till may be counted twenty times, and is handed back only when no other shift is open', async () => {
  const id = await till.abrir(await saldo(cuentas.cajaPen), Number(await saldo(cuentas.cajaUsd)))
  const first = await till.contar(id, '1.00', 10)
  expect(first.status).toBe(200)
  for (let vuelta = 2; vuelta <= 20; vuelta += 1)
    await hecho(
      caj.call(cierres.guardarConteo, { ...en(id), body: { conteos: till.conteos('1.00', 10) } }),
    )
  const late = await caj.call(cierres.guardarConteo, {
    ...en(id),
    body: { conteos: till.conteos('1.00', 10) },
  })
  expect(dicho(late)).toBe('CONTEO_DEMASIADO')
  await till.cerrar(id, 'No se sabe a qué se debe')
  const next = await hecho(caj.call(cierres.abrir, { body: { conteos: null } }))
  const devolver = () =>
    adm.call(cierres.devolver, { ...en(id), body: { nota: 'Cuente otra vez' } })
  expect(dicho(await devolver())).toBe('TURNO_ABIERTO_OTRO')
  await till.contar(next.id, '1.00', 10)
  await till.cerrar(next.id)
  expect(dicho(await devolver())).toBe(200)
  await till.contar(id, '1.00', 10)
  await till.cerrar(id, 'No se sabe a qué se debe')
})

async function saldo(id: number): Promise<string> {
  const { rows } = await sql<{ s: string }>`
    SELECT round(saldo, 2)::text AS s FROM cuentas_contables WHERE id = ${id}`.execute(app.db)
  return rows[0]?.s ?? ''
}

test('a valid payment takes up to five vouchers later, each only once', async () => {
  const id = await casa.en('pagada')
  const { cobros } = await hecho(adm.call(ordenes.obtener, en(id)))
  const foto = (n: number) => png(Buffer.from([n]))
  const subir = (orden: number, linea: number, n: number) =>
    adm.raw('POST', `/api/ordenes/${orden}/cobros/${linea}/comprobantes?nombre=a.png`, foto(n), {
      'content-type': 'image/png',
    })
  const linea = cobros[0]?.id ?? 0
  expect(dicho(await subir(999_999, linea, 1))).toBe('NO_EXISTE')
  expect(dicho(await subir(id, 999_999, 1))).toBe('NO_EXISTE')
  for (const n of [1, 2, 3, 4, 5, 5]) expect(dicho(await subir(id, linea, n))).toBe(201)
  expect(dicho(await subir(id, linea, 6))).toBe('VALIDACION')
  const kept = (await hecho(adm.call(ordenes.obtener, en(id)))).cobros[0]?.comprobantes
  expect(kept).toHaveLength(5)
  // A line of another order is refused.
  const otra = await casa.en('pagada')
  expect(dicho(await subir(otra, linea, 1))).toBe('NO_EXISTE')
  await hecho(
    adm.call(ordenes.anular, { ...en(id), body: { motivo, cuenta_devolucion_id: cuentas.bcpPen } }),
  )
  expect(dicho(await subir(id, linea, 7))).toBe('YA_ANULADA')
  expect(
    (
      await adm.raw('POST', '/api/transferencias/999999/comprobantes?nombre=a.png', foto(1), {
        'content-type': 'image/png',
      })
    ).status,
  ).toBe(404)
})

test('a payout cut off before its end is rolled back, and a retry with the same key does it once', async () => {
  const id = await casa.en('en_proceso')
  const before = await hecho(pag.call(ordenes.obtener, en(id)))
  const call = {
    ...en(id),
    clave: randomUUID(),
    body: { cuenta_id: casa.ves.banesco, monto: before.recibe, referencia: casa.referencia() },
  }
  const held = await retener(app.url, casa.ves.banesco)
  const late = pag.call(ordenes.pagar, call)
  let cut = 0
  while (cut === 0) {
    const [row] = await owner<{ n: number }>(
      `SELECT count(pg_terminate_backend(pid))::int AS n FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    cut = row?.n ?? 0
  }
  const { status } = await late
  await held.soltar()
  expect(status).toBeGreaterThanOrEqual(500)
  expect(await hecho(pag.call(ordenes.obtener, en(id)))).toMatchObject({
    estado: 'en_proceso',
    version: before.version,
    pagos: [],
  })
  await cuadra()
  expect((await hecho(pag.call(ordenes.pagar, call))).estado).toBe('completada')
  const again = await pag.call(ordenes.pagar, call)
  expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true'])
  expect((await hecho(pag.call(ordenes.obtener, en(id)))).pagos).toHaveLength(1)
  // The same key is refused for another user or another request.
  expect(
    dicho(await pag.call(ordenes.pagar, { ...call, body: { ...call.body, monto: '1.00' } })),
  ).toBe('CLAVE_REUTILIZADA')
  expect(dicho(await casa.otro.call(ordenes.pagar, call))).not.toBe(200)
  await cuadra()
})
