import { beforeEach, expect, test } from 'vitest'
import { montarCasa, USD } from '../../../../test/support/areas/casa.ts'
import { conMargen, conRegla, regla, sinReglas } from '../../../../test/support/areas/comisiones.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno, esperaAlguien } from '../../../../test/support/servidor/dueno.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
await conMargen(app, casa)
const { adm, clientes } = casa
const { venta } = mostrador(casa)
await comoDueno(app.url, "UPDATE ajustes SET valor = '10000000' WHERE clave LIKE 'umbral_%'")
await comoDueno(app.url, "UPDATE ajustes SET valor = '0' WHERE clave = 'duplicado_minutos'")
const owner = (text: string, values: unknown[] = []) => comoDueno(app.url, text, values)

beforeEach(async () => {
  app.setClock('2025-11-20T15:00:00Z')
  await sinReglas(app)
})

/** With another administrator each rule would take his yes. */
const irse = (id: number) => owner('UPDATE usuarios SET estatus = false WHERE id = $1', [id])

const crear = (more: Record<string, unknown> = {}) =>
  adm.call(contrato.crearRegla, { body: regla(more) })
const editar = (id: number, version: number, more: Record<string, unknown> = {}) =>
  adm.call(contrato.editarRegla, { params: { id }, body: { ...regla(more), version } })
const terminar = (id: number, version: number, hasta: string) =>
  adm.call(contrato.terminarRegla, { params: { id }, body: { hasta, version } })
const ver = async (id: number) => (await adm.call(contrato.regla, { params: { id } })).body
const aplicar = () => adm.call(comprasVentas.crear, { body: venta('100.00', '356.00') })

test('a rule that was not applied is overwritten; its page shows the history', async () => {
  const { id } = await conRegla(adm)
  expect(await ver(id)).toMatchObject({
    ...{ estado: 'vigente', aplicada: false, edicion: 1, nombre: null, puede_desde: '2025-11-20' },
  })
  const done = await editar(id, 1, { valor: '30', tipo: 'venta' })
  expect(done.body).toMatchObject({ id, edicion: 1, message: 'Regla actualizada.' })
  expect(await ver(id)).toMatchObject({ valor: '30', tipo: 'venta', version: 2 })
  expect((await editar(id, 1, { valor: '40' })).error.codigo).toBe('VERSION')
})

test('an applied rule keeps its terms: a change makes a new version, from a later day', async () => {
  const { id } = await conRegla(adm)
  expect((await aplicar()).status).toBe(201)
  expect(await ver(id)).toMatchObject({ aplicada: true, puede_desde: '2025-11-21' })
  const early = await editar(id, 1, { valor: '30' })
  expect(early.error.errors?.[0]?.msg).toMatch(/desde el 21\/11\/2025/)
  const done = await editar(id, 1, { valor: '30', desde: '2025-11-22' })
  expect(done.body).toMatchObject({ edicion: 2, message: 'Versión 2 de la regla creada.' })
  expect(await ver(id)).toMatchObject({ valor: '50', hasta: '2025-11-21', version: 2 })
  expect(await ver(done.body.id)).toMatchObject({
    ...{ valor: '30', desde: '2025-11-22', estado: 'futura', serie_id: id },
  })
  expect((await editar(id, 2, { tipo: 'venta', desde: '2025-11-23' })).error.codigo).toBe(
    'REGLA_APLICADA',
  )
})

test('of an applied rule only the end can move, not before its last use', async () => {
  const { id } = await conRegla(adm)
  await aplicar()
  expect((await editar(id, 1, { hasta: '2025-11-19', desde: '2025-11-19' })).status).toBe(400)
  const done = await editar(id, 1, { hasta: '2025-11-25' })
  expect(done.body).toMatchObject({ id, edicion: 1 })
  expect(await ver(id)).toMatchObject({ hasta: '2025-11-25', version: 2 })
})

test('a rule is ended on a day, withdrawn when it would begin later, and then cannot change', async () => {
  const { id } = await conRegla(adm)
  expect((await terminar(id, 1, '2025-11-19')).status).toBe(400)
  expect((await terminar(id, 7, '2025-11-20')).error.codigo).toBe('VERSION')
  expect((await terminar(id, 1, '2025-11-20')).body.retirada).toBe(false)
  const later = await conRegla(adm, { desde: '2025-12-01' })
  expect((await terminar(later.id, 1, '2025-11-21')).body.retirada).toBe(true)
  expect((await ver(later.id)).estado).toBe('retirada')
  // Its scope is free again.
  await conRegla(adm, { desde: '2025-12-01' })
  app.setClock('2025-11-21T15:00:00Z')
  const next = await app.signedIn('adm')
  expect((await next.call(contrato.regla, { params: { id } })).body.estado).toBe('terminada')
  const body = { hasta: '2025-11-25', version: 2 }
  const end = await next.call(contrato.terminarRegla, { params: { id }, body })
  const change = { ...regla({ desde: '2025-11-22' }), version: 2 }
  const edit = await next.call(contrato.editarRegla, { params: { id }, body: change })
  expect([end.error.codigo, edit.error.codigo]).toEqual(['REGLA_TERMINADA', 'REGLA_TERMINADA'])
  await irse(next.usuario_id)
})

test('no rule begins in the past, since completed operations are not recalculated', async () => {
  const { status, error } = await crear({ desde: '2025-11-19' })
  expect([status, error.errors?.[0]?.campo]).toEqual([400, 'desde'])
  await expect(
    owner(
      "INSERT INTO comisiones_reglas (serie_id, rol, base, valor, desde) VALUES (-2, 'creador', 'monto', 1, '2020-01-01')",
    ),
  ).rejects.toThrow(/not computed again/)
})

test.each(['usuario_id', 'de_id', 'divisa_id'])(
  'the refusal names a %s that does not exist',
  async (campo) => {
    const { status, error } = await crear({
      [campo]: 99_999,
      ...(campo === 'de_id' && { a_id: USD }),
    })
    expect([status, error.errors?.[0]?.campo]).toEqual([400, campo])
  },
)

test('two equally specific rules never apply on the same day', async () => {
  await conRegla(adm, { divisa_id: USD, hasta: '2025-11-30' })
  expect((await crear({ divisa_id: USD, desde: '2025-11-30' })).error.codigo).toBe('REGLA_SOLAPADA')
  await conRegla(adm, { divisa_id: USD, desde: '2025-12-01' })
  await conRegla(adm, { tipo: 'venta' })
  await conRegla(adm, { usuario_id: adm.usuario_id, divisa_id: USD })
  await expect(
    owner(
      `INSERT INTO comisiones_reglas (serie_id, edicion, rol, base, valor, divisa_id, desde)
       VALUES (1, 99, 'creador', 'monto', 1, ${USD}, current_date + 36500)`,
    ),
  ).rejects.toThrow(/sin_solape/)
})

test('the roles together never take more than 100 % of a margin or profit', async () => {
  await conRegla(adm, { valor: '60', tipo: 'venta' })
  await conRegla(adm, { valor: '90', base: 'monto', rol: 'agente', tipo: 'venta' })
  const over = await crear({ valor: '41', base: 'ganancia', rol: 'agente', divisa_id: USD })
  expect([over.status, over.error.codigo, over.error.errors?.[0]?.campo]).toEqual([
    409,
    'COMISION_EXCEDE',
    'valor',
  ])
  await conRegla(adm, { valor: '40', base: 'ganancia', rol: 'agente', divisa_id: USD })
  // Rules that never apply to one operation are not added: purchases, or another corridor.
  await conRegla(adm, {
    valor: '100',
    rol: 'agente',
    tipo: 'compra',
    usuario_id: null,
    agente_id: clientes.ana,
    de_id: 6,
    a_id: 2,
  })
  // All three roles can apply to an order.
  await conRegla(adm, { valor: '50', tipo: 'orden' })
  await conRegla(adm, { valor: '10', tipo: 'orden', rol: 'pagador' })
  expect((await crear({ valor: '1', tipo: 'orden', rol: 'pagador', divisa_id: USD })).status).toBe(
    201,
  )
  const third = await crear({ valor: '11', tipo: 'orden', rol: 'pagador', de_id: 2, a_id: USD })
  expect(third.error.message).toMatch(/101 %/)
})

test('of two concurrent rules that together exceed 100 %, one is refused', async () => {
  const other = await conectarDueno(app.url)
  await other.query('BEGIN')
  await other.query(
    `INSERT INTO comisiones_reglas (serie_id, edicion, rol, base, valor, desde)
     VALUES (1, 98, 'creador', 'margen', 60, current_date + 1000)`,
  )
  const pending = crear({ rol: 'agente', valor: '50', desde: '2099-01-01' })
  await esperaAlguien(app.url)
  await other.query('COMMIT')
  await other.end()
  expect((await pending).error.codigo).toBe('COMISION_EXCEDE')
})

test('a rule is not overwritten during an accrual that read it', async () => {
  const { id } = await conRegla(adm)
  const counter = await conectarDueno(app.url)
  await counter.query('BEGIN')
  await counter.query('SELECT pg_advisory_xact_lock_shared(31, 0)')
  const pending = editar(id, 1, { valor: '1' })
  await esperaAlguien(app.url)
  await counter.query('COMMIT')
  await counter.end()
  expect((await pending).status).toBe(200)
})

/** Inserts a rule directly, without the functions. */
const mala = (columns: string, values: string) =>
  `INSERT INTO comisiones_reglas (serie_id, desde, base, valor, rol ${columns})
   VALUES (-1, '2999-01-01', 'margen', 1, ${values})`

test.each([
  ['deleted', 'DELETE FROM comisiones_reglas', /DELETE is not allowed/],
  ['truncated', 'TRUNCATE comisiones_reglas CASCADE', /TRUNCATE is not allowed/],
  [
    'overwritten after it was applied',
    'UPDATE comisiones_reglas SET valor = 1 WHERE id IN (SELECT regla_id FROM comisiones)',
    /not rewritten/,
  ],
  [
    'more than 100 %',
    'UPDATE comisiones_reglas SET valor = 101 WHERE id NOT IN (SELECT regla_id FROM comisiones)',
    /_porcentaje/,
  ],
  ['of an agent who is a user', mala(', usuario_id', "'agente', 1"), /de_su_rol/],
  ['of a payer of sales', mala(', tipo', "'pagador', 'venta'"), /_pagador/],
  ['of half a corridor', mala(', de_id', "'creador', 2"), /_corredor/],
  ['of a corridor to itself', mala(', de_id, a_id', "'creador', 2, 2"), /_corredor/],
  ['of corridor and currency', mala(', de_id, a_id, divisa_id', "'creador', 2, 3, 3"), /_un_lugar/],
  ['ended before it begins', mala(', hasta', "'creador', '2998-01-01'"), /lower bound/],
  [
    'fixed, with bounds',
    "UPDATE comisiones_reglas SET base = 'fijo', minimo = 1 WHERE id NOT IN (SELECT regla_id FROM comisiones)",
    /_fijo/,
  ],
  ['of a minimum above the maximum', mala(', minimo, maximo', "'creador', 2, 1"), /_limites/],
])('the owner of the database is refused a rule that is %s', async (_, text, why) => {
  await conRegla(adm)
  await aplicar()
  await conRegla(adm, { rol: 'agente', base: 'monto', valor: '1' })
  await expect(owner(text)).rejects.toThrow(why)
})

test('not even the owner of the database ends an applied rule before its last use', async () => {
  await owner("UPDATE ajustes SET valor = '24' WHERE clave = 'sesion_maxima_horas'")
  const { id } = await conRegla(adm)
  app.setClock('2025-11-21T15:00:00Z')
  const next = await app.signedIn('adm')
  const body = venta('100.00', '356.00')
  expect((await next.call(comprasVentas.crear, { body })).status).toBe(201)
  await expect(
    owner(`UPDATE comisiones_reglas SET hasta = '2025-11-20' WHERE id = ${id}`),
  ).rejects.toThrow(/not rewritten/)
  await owner(`UPDATE comisiones_reglas SET hasta = '2025-11-21' WHERE id = ${id}`)
  await irse(next.usuario_id)
})

test('a user who may not manage rules sees those that apply to him, and no others', async () => {
  const caj = await app.signedIn('caj')
  await conRegla(adm, { valor: '10' })
  await conRegla(adm, { valor: '20', usuario_id: caj.usuario_id })
  await conRegla(adm, { valor: '30', usuario_id: adm.usuario_id })
  await conRegla(adm, { valor: '40', rol: 'agente' })
  const vivas = (rows: { estado: string; valor: string }[]) =>
    rows
      .filter((r) => r.estado === 'vigente')
      .map((r) => r.valor)
      .sort()
  expect(vivas((await caj.call(contrato.reglas)).body)).toEqual(['10', '20'])
  const his = await caj.call(contrato.reglas, { query: { beneficiario: `u${adm.usuario_id}` } })
  expect(his.body).toEqual([])
  expect(vivas((await adm.call(contrato.reglas)).body)).toEqual(['10', '20', '30', '40'])
  const { body } = await adm.call(contrato.reglas, { query: { beneficiario: `a${clientes.ana}` } })
  expect(vivas(body)).toEqual(['40'])
})
