import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { dicho, en, hecho } from '../../../test/support/servidor/respuesta.ts'
import { contrato, MAX_VISTAS } from './contract.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')
const caj = await app.signedIn('caj')
const otra = await app.signedIn('caj')

const LISTA = 'compras-ventas'
const de = (nombre: string, more = {}) => ({
  lista: LISTA,
  nombre,
  compartida: false,
  filtros: { estado: 'pendiente', dias: 'mes' },
  columnas: { ocultas: ['cajero'], orden: ['numero', 'monto'], anchos: { monto: 120 } },
  ...more,
})
const crear = async (who: typeof adm, nombre: string, more = {}) =>
  (await hecho(who.call(contrato.crear, { body: de(nombre, more) }))).id
const ver = (who: typeof adm) => hecho(who.call(contrato.listar, { params: { lista: LISTA } }))
const nombres = async (who: typeof adm) => (await ver(who)).vistas.map(({ nombre }) => nombre)

test('a view is its owner’s: kept as it was, with a name of its own, under its version', async () => {
  const id = await crear(caj, 'Por cobrar')
  expect((await ver(caj)).vistas[0]).toMatchObject({
    ...{ id, nombre: 'Por cobrar', propia: true, version: 1 },
    filtros: { estado: 'pendiente', dias: 'mes' },
    columnas: { anchos: { monto: 120 } },
  })
  expect(dicho(await caj.call(contrato.crear, { body: de('por COBRAR') }))).toBe('DUPLICADO')
  const { lista: _, ...body } = de('Pendientes')
  expect(
    (await caj.call(contrato.editar, { ...en(id), body: { ...body, version: 1 } })).status,
  ).toBe(200)
  expect(dicho(await caj.call(contrato.editar, { ...en(id), body: { ...body, version: 1 } }))).toBe(
    'VERSION',
  )
  // Nobody else sees it, changes it, begins with it or removes it.
  expect(await nombres(otra)).toEqual([])
  expect(
    dicho(await otra.call(contrato.editar, { ...en(id), body: { ...body, version: 2 } })),
  ).toBe('NO_EXISTE')
  expect(dicho(await adm.call(contrato.quitar, en(id)))).toBe('NO_EXISTE')
  const inicio = { params: { lista: LISTA }, body: { vista_id: id } }
  expect(dicho(await otra.call(contrato.empezar, inicio))).toBe('NO_EXISTE')
  expect((await caj.call(contrato.quitar, en(id))).status).toBe(200)
  expect(await nombres(caj)).toEqual([])
})

test('R-231: sharing takes the permission, and what was searched is never shared nor audited', async () => {
  expect(
    dicho(await caj.call(contrato.crear, { body: de('De todos', { compartida: true }) })),
  ).toBe('SIN_PERMISO')
  const own = await crear(caj, 'Pérez', { filtros: { buscar: 'Pérez Rojas', estado: 'pendiente' } })
  expect((await ver(caj)).vistas[0]?.filtros.buscar).toBe('Pérez Rojas')
  const id = await crear(adm, 'De la casa', {
    compartida: true,
    filtros: { buscar: 'Zubizarreta', tipo: 'venta' },
  })
  const seen = (await ver(otra)).vistas.find((vista) => vista.id === id)
  expect(seen).toMatchObject({ compartida: true, propia: false, filtros: { tipo: 'venta' } })
  expect(JSON.stringify(seen)).not.toContain('Zubizarreta')
  // Whoever has no permission does not change one that is shared, though it is his.
  await comoDueno(app.url, "UPDATE vistas SET compartida = true, filtros = '{}' WHERE id = $1", [
    own,
  ])
  const { lista: _, ...body } = de('Pérez', { compartida: true })
  expect(
    dicho(await caj.call(contrato.editar, { ...en(own), body: { ...body, version: 1 } })),
  ).toBe('SIN_PERMISO')
  const { rows } = await sql<{ todo: string }>`
    SELECT string_agg(coalesce(antes::text, '') || coalesce(despues::text, ''), ' ') AS todo FROM auditoria
    WHERE entidad = 'vistas'`.execute(app.db)
  expect(rows[0]?.todo).toContain('De la casa')
  expect(rows[0]?.todo).not.toMatch(/Rojas|Zubizarreta/)
  await expect(
    comoDueno(app.url, `UPDATE vistas SET filtros = '{"buscar":"x"}' WHERE id = $1`, [id]),
  ).rejects.toThrow('vistas_sin_busqueda')
  // Whoever may share removes what others share.
  expect((await adm.call(contrato.quitar, en(own))).status).toBe(200)
})

test('R-232: a list opens with its view, until it is removed or no longer shared', async () => {
  const id = await crear(adm, 'Para empezar', { compartida: true })
  const inicio = { params: { lista: LISTA }, body: { vista_id: id } }
  await hecho(otra.call(contrato.empezar, inicio))
  await hecho(otra.call(contrato.empezar, inicio))
  expect((await ver(otra)).inicio).toBe(id)
  expect(await hecho(otra.call(contrato.inicios))).toMatchObject([
    { lista: LISTA, filtros: { dias: 'mes' } },
  ])
  expect(dicho(await otra.call(contrato.empezar, { ...inicio, params: { lista: 'gastos' } }))).toBe(
    'NO_EXISTE',
  )
  const { lista: _, ...body } = de('Para empezar')
  await hecho(adm.call(contrato.editar, { ...en(id), body: { ...body, version: 1 } }))
  expect(await hecho(otra.call(contrato.inicios))).toEqual([])
  await hecho(adm.call(contrato.empezar, inicio))
  await hecho(adm.call(contrato.quitar, en(id)))
  expect((await ver(adm)).inicio).toBe(null)
})

test('one list has at most so many views of one person, and takes no other content', async () => {
  for (let n = 0; n < MAX_VISTAS; n += 1) await crear(otra, `Vista ${n}`)
  const more = await otra.call(contrato.crear, { body: de('Una más') })
  expect([dicho(more), more.error.errors?.[0]?.campo]).toEqual(['VALIDACION', 'nombre'])
  for (const bad of [
    { lista: '../x' },
    { filtros: { 'a b': 'x' } },
    { filtros: { estado: 'x'.repeat(121) } },
    { columnas: { anchos: { monto: 5 } } },
    { columnas: { otra: [] } },
  ])
    expect((await caj.call(contrato.crear, { body: de('Mala', bad) })).status).toBe(400)
})
