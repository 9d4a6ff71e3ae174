import { expect, test } from 'vitest'
import { acciones, montarOtro, separar } from '../../../../test/support/ajenas/casos.ts'
import { type Answer, type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno, enTurno } from '../../../../test/support/servidor/dueno.ts'
import { dicho, en, hecho } from '../../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../../test/support/todo.ts'
import { contrato as cierres } from '../../../areas/cierres/contract.ts'
import { contrato as compras } from '../../../areas/compras-ventas/contract.ts'
import { contrato as ordenes } from '../../../areas/ordenes/contract.ts'
import { contrato as sesion } from '../../../areas/sesion/contract.ts'
import { contrato as transferencias } from '../../../areas/transferencias/contract.ts'
import { verificar } from '../../../main.libros.ts'

/* the day of one branch. `otro` is of Arequipa and sees nothing else; everybody else's cash is in Lima. */

const app = await startTestApp()
const casa = await montarTodo(app)
const persona = await montarOtro(app, casa)
const { adm, cuentas, motivo } = casa
const { otro, suya, suyaUsd } = persona
const { comprar, gastar, ajustar, pagar, efectivo } = acciones(casa, persona)
const { lima, arequipa } = await separar(app, persona)
const dueno = <T extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  comoDueno<T>(app.url, text, values)

const dia = (quien: Client, query: { sucursal_id?: string; version?: string } = {}) =>
  quien.call(cierres.dia, { params: { fecha: HOY }, query: query as never })
const cerrar = (quien: Client, body: { sucursal_id?: number; confirmo?: boolean } = {}) =>
  quien.call(cierres.cerrar, { body: { fecha: HOY, confirmo: true, ...body } })
const reabrir = (quien: Client, sucursal_id: number | null = null) =>
  quien.call(cierres.reabrir, {
    params: { fecha: HOY },
    body: { motivo: 'Faltó una compra', sucursal_id },
  })
const cuadra = async () => expect((await verificar(app.db)).diferencia).toBeNull()

test('R-264: he closes the day of his branch: it takes nothing more, and the other goes on', async () => {
  await hecho(comprar(otro, suyaUsd, suya))
  const before = await hecho(comprar(otro, suyaUsd, suya))
  const mover = (destino_id: number, referencia: string) =>
    adm.call(transferencias.crear, {
      body: {
        ...{ tipo: 'interna', origen_id: cuentas.bcpPen, destino_id, monto: '3.00' },
        ...{ confirmo_duplicado: true, referencia },
      } as never,
    })
  const { id: entra } = await hecho(mover(suya, 'R-ANTES-1'))
  const open = await hecho(dia(otro))
  expect([open.sucursal?.nombre, open.cerrado, open.resumen.operaciones.compra]).toEqual([
    'Arequipa',
    false,
    2,
  ])
  expect(open.resumen.cuentas.map(({ cuenta_id }) => cuenta_id).sort()).toEqual(
    [suya, suyaUsd].sort(),
  )
  const { message } = await hecho(cerrar(otro))
  expect(message).toContain('cerrado en Arequipa')
  const closed = await hecho(dia(otro))
  expect([closed.cerrado, closed.version, closed.ultimo_cerrado]).toEqual([true, 1, HOY])
  expect({ ...closed.resumen, hasta: '' }).toEqual({ ...open.resumen, hasta: '' })

  const late = await comprar(otro, suyaUsd, suya)
  expect([dicho(late), late.error.message]).toEqual([
    'SUCURSAL_CERRADA',
    expect.stringContaining('Arequipa'),
  ])
  // Whoever works for the whole house is refused there as well.
  const said = await Promise.all([
    comprar(adm, suyaUsd, suya),
    gastar(adm, suya),
    ajustar(adm, suya),
    adm.call(compras.anular, { ...en(before.id), body: { motivo } }),
    otro.call(transferencias.recibir, { ...en(entra), body: { contado: '3.00' } }),
    otro.call(cierres.abrir, { body: { conteos: [{ cuenta_id: suya, monto: '1' }] } as never }),
  ])
  expect(said.map(dicho)).toEqual(said.map(() => 'SUCURSAL_CERRADA'))
  // What is sent there arrives another day; Lima goes on.
  await hecho(mover(suya, 'R-TARDE-1'))
  await hecho(comprar(adm, cuentas.cajaUsd, cuentas.cajaPen))
  await cuadra()
})

test('R-264: nor is anything registered that is of the branch and moves none of its accounts', async () => {
  // A bank of no branch: the expense is of the branch of its person.
  expect(dicho(await gastar(otro, cuentas.bcpPen))).toBe('SUCURSAL_CERRADA')
  await hecho(gastar(adm, cuentas.bcpPen))
  const sinCobro = otro.call(ordenes.crear, { body: casa.orden({ cobros: [] }) })
  expect(dicho(await sinCobro)).toBe('SUCURSAL_CERRADA')
})

test('R-264: an order of the branch is not paid out that day, wherever the money would leave', async () => {
  await hecho(reabrir(otro))
  const { id } = await hecho(
    otro.call(ordenes.crear, { body: casa.orden({ cobros: [efectivo(suya, '500.00')] }) }),
  )
  await hecho(adm.call(ordenes.tomar, en(id)))
  const { pendientes } = await hecho(dia(otro))
  expect(pendientes).toContainEqual({ clave: 'ordenes-curso', bloquea: false, cuantos: 1 })
  expect(dicho(await cerrar(otro, { confirmo: false }))).toBe('CIERRE_CON_AVISOS')
  await hecho(cerrar(otro))
  expect(dicho(await pagar(adm, id, persona.cajaVes))).toBe('SUCURSAL_CERRADA')
  await hecho(reabrir(otro))
  expect(dicho(await pagar(adm, id, persona.cajaVes))).toBe(201)
  await cuadra()
})

test('R-264: whoever sees one branch closes and reads no other, and not the house', async () => {
  for (const asked of [
    dia(otro, { sucursal_id: String(lima) }),
    cerrar(otro, { sucursal_id: lima }),
  ])
    expect(dicho(await asked)).toBe('NO_EXISTE')
  expect(dicho(await reabrir(otro, lima))).toBe('NO_EXISTE')
  const { body } = await otro.call(cierres.listar)
  expect(body.items.map(({ fecha }) => fecha)).toContain(HOY)
  const { usuario } = await hecho(otro.call(sesion.sesion))
  expect(usuario.sucursal).toEqual({ id: arequipa, nombre: 'Arequipa' })
  // The database says so too.
  const quien = JSON.stringify({ usuario_id: otro.usuario_id, sucursal: arequipa })
  for (const call of ['cerrar', 'reabrir'])
    await expect(
      dueno(
        `SELECT cierres_sucursal_${call}($1::jsonb, $2, '${HOY}', ${call === 'cerrar' ? 'true' : "'Motivo'"})`,
        [quien, lima],
      ),
    ).rejects.toThrow('NO_EXISTE')
  // Whoever sees all does it at any.
  await hecho(cerrar(adm, { sucursal_id: arequipa }))
  await hecho(reabrir(adm, arequipa))
  expect((await hecho(dia(adm))).sucursal).toBeNull()
})

test('R-264: without a branch there is no day of his', async () => {
  await dueno('UPDATE usuarios SET sucursal_id = NULL WHERE id = $1', [otro.usuario_id])
  expect(dicho(await dia(otro))).toBe('SIN_SUCURSAL')
  await dueno('UPDATE usuarios SET sucursal_id = $1 WHERE id = $2', [arequipa, otro.usuario_id])
})

test('R-264: it is reopened by who may reopen, with a reason that stays, and the house hears of it', async () => {
  await hecho(cerrar(otro))
  await dueno("DELETE FROM roles_permisos WHERE rol_slug = 'mgr' AND permiso = 'cierres:reabrir'")
  expect((await reabrir(otro)).status).toBe(403)
  await dueno("INSERT INTO roles_permisos (rol_slug, permiso) VALUES ('mgr', 'cierres:reabrir')")
  await hecho(reabrir(otro))
  expect(dicho(await reabrir(otro))).toBe('DIA_NO_CERRADO')
  const { versiones } = await hecho(dia(otro))
  expect(versiones[0]).toMatchObject({
    motivo: 'Faltó una compra',
    reabierto_por: expect.any(String),
  })
  const frases = await dueno<{ frase: string }>(
    "SELECT frase FROM excepciones WHERE clase = 'reapertura'",
  )
  expect(frases.map(({ frase }) => frase).join()).toContain('de Arequipa')
  await expect(
    dueno("UPDATE cierres_sucursales SET resumen = '{}' WHERE version = 1"),
  ).rejects.toThrow('not rewritten')
  await expect(dueno('DELETE FROM cierres_sucursales')).rejects.toThrow('not allowed')
})

test('R-264: the house closes over the branches, and is reopened before them', async () => {
  await hecho(cerrar(otro))
  await hecho(adm.call(cierres.cerrar, { body: { fecha: HOY, confirmo: true } }))
  expect(dicho(await cerrar(adm, { sucursal_id: lima }))).toBe('DIA_YA_CERRADO')
  expect(dicho(await reabrir(otro))).toBe('DIA_CERRADO_CASA')
  expect((await hecho(dia(otro))).ultimo_cerrado).toBeNull()
  // Lima did not close by itself: the house closed it.
  expect((await hecho(dia(adm, { sucursal_id: String(lima) }))).cerrado).toBe(true)
  await hecho(adm.call(cierres.reabrir, { params: { fecha: HOY }, body: { motivo: 'Otra vez' } }))
  expect(dicho(await comprar(otro, suyaUsd, suya))).toBe('SUCURSAL_CERRADA')
  await hecho(reabrir(otro))
})

test('R-264: the check of the books finds a day of a branch that is not what was kept', async () => {
  await hecho(cerrar(otro))
  const client = await conectarDueno(app.url)
  await client.query('SET session_replication_role = replica')
  const change = (by: string) =>
    client.query(`UPDATE cierres_sucursales SET resumen = jsonb_set(resumen, '{libro,${suya}}',
      to_jsonb(((resumen->'libro'->>'${suya}')::numeric ${by})::text)) WHERE reabierto_en IS NULL`)
  await change('+ 1')
  expect((await verificar(app.db)).diferencia?.regla).toMatch(/día cerrado de una sucursal/)
  await change('- 1')
  await client.end()
  await cuadra()
  await hecho(reabrir(otro))
})

test('R-264: the days that his branch left open are counted in his bell, as the house’s are', async () => {
  const abiertos = async (como: string, dia = '2025-11-22', antes = 'SELECT 1') => {
    const client = await conectarDueno(app.url)
    await client.query('BEGIN')
    await client.query(`SET LOCAL cambista.ahora = '${dia}T10:00:00-05:00'`)
    await client.query(`SET LOCAL session_replication_role = replica; ${antes}`)
    await client.query('SET LOCAL session_replication_role = origin')
    await client.query(`SELECT set_config('cambista.sucursales', '${arequipa}', true)`)
    if (como) await client.query(`SET LOCAL ROLE ${como}`)
    const { rows } = await client.query(
      `SELECT cierres_dias_abiertos(${otro.usuario_id})::int AS n`,
    )
    await client.query('ROLLBACK')
    await client.end()
    return rows[0].n
  }
  // Nobody is reminded before a first close.
  expect([await abiertos(''), await abiertos('cambista_sucursal')]).toEqual([0, 0])
  await dueno("INSERT INTO cierres (fecha) VALUES ('2025-11-19')")
  expect([await abiertos(''), await abiertos('cambista_sucursal')]).toEqual([1, 1])
  // Today is not over; and a branch where nothing moved left nothing open.
  expect([await abiertos('', HOY), await abiertos('cambista_sucursal', HOY)]).toEqual([0, 0])
  const quieta = `UPDATE usuarios SET sucursal_id = 999999 WHERE id = ${otro.usuario_id}`
  expect(await abiertos('cambista_sucursal', undefined, quieta)).toBe(0)
  await hecho(cerrar(otro))
  expect([await abiertos(''), await abiertos('cambista_sucursal')]).toEqual([1, 0])
  await hecho(reabrir(otro))
  await dueno('DELETE FROM cierres')
})

test('R-264: a posting that began before is in the summary, one that comes later is refused', async () => {
  const quien = JSON.stringify({ usuario_id: adm.usuario_id, todas: true })
  const close = `SELECT cierres_sucursal_cerrar('${quien}', ${arequipa}, '${HOY}', true)`
  const moves: (() => Promise<Answer>)[] = [
    () => comprar(otro, suyaUsd, suya),
    () => gastar(otro, suya),
  ]
  for (const move of moves) {
    expect(dicho(await enTurno(app.url, close, move))).toBe('SUCURSAL_CERRADA')
    await hecho(reabrir(otro))
  }
  const before = (await hecho(dia(otro))).resumen.operaciones.compra
  const many = Array.from({ length: 12 }, () => comprar(otro, suyaUsd, suya))
  const closing = cerrar(otro)
  const answers = await Promise.all(many)
  await hecho(closing)
  const done = answers.filter(({ status }) => status === 201).length
  expect(answers.filter(({ status }) => status !== 201).map(dicho)).toEqual(
    Array.from({ length: 12 - done }, () => 'SUCURSAL_CERRADA'),
  )
  expect((await hecho(dia(otro))).resumen.operaciones.compra).toBe(before + done)
  await hecho(reabrir(otro))
  await cuadra()
})

test('R-264: what must be settled first is asked of his branch alone', async () => {
  await casa.till.abrir()
  expect((await hecho(dia(otro))).pendientes.map(({ clave }) => clave)).not.toContain('turnos')
  /** A count of what the books say: soles as an amount, dollars in notes of one. */
  const conteos = async () => {
    const rows = await dueno<{ id: number; saldo: string }>(
      'SELECT id::int, round(saldo, 2)::text AS saldo FROM cuentas_contables WHERE id = ANY ($1)',
      [[suya, suyaUsd]],
    )
    return rows.map(({ id: cuenta_id, saldo }) =>
      cuenta_id === suya
        ? { cuenta_id, monto: saldo }
        : {
            cuenta_id,
            denominaciones: [{ clase: 'billete' as const, valor: '1', cantidad: Number(saldo) }],
          },
    )
  }
  const { id } = await hecho(otro.call(cierres.abrir, { body: { conteos: await conteos() } }))
  expect((await hecho(dia(otro))).pendientes).toContainEqual({
    ...{ clave: 'turnos', bloquea: true, cuantos: 1 },
  })
  expect(dicho(await cerrar(otro))).toBe('CIERRE_BLOQUEADO')
  await hecho(otro.call(cierres.contar, en(id)))
  await hecho(otro.call(cierres.guardarConteo, { ...en(id), body: { conteos: await conteos() } }))
  await hecho(otro.call(cierres.cerrarTurno, { ...en(id), body: { motivo: null } }))
  expect(dicho(await cerrar(otro))).toBe('CIERRE_BLOQUEADO')
  await hecho(adm.call(cierres.aprobar, { ...en(id), body: {} as never }))
  await hecho(cerrar(otro))
  const { resumen } = await hecho(dia(otro))
  expect(resumen.cajas).toHaveLength(1)
  expect(resumen.cuentas.map(({ saldo, contado }) => contado === saldo)).toEqual([true, true])
  await hecho(reabrir(otro))
})
