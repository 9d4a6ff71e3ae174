import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { montarReportes } from '../../../../test/support/areas/reportes.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as comprasVentas } from '../../compras-ventas/contract.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contrato } from '../contract.ts'
import { semana } from './aviso.ts'

/* */

const app = await startTestApp()
const { adm, caj, primera, reloj } = await montarReportes(app)
const DAYS = { desde: '2025-11-18', hasta: '2025-11-20' }
const leer = async (query: Record<string, string> = {}, who = adm) =>
  (await who.call(contrato.excepciones, { query: { ...DAYS, ...query } })).body
const marca = (quien: number, clase: string, extra = {}) =>
  sql`SELECT auditar(${JSON.stringify({ usuario_id: quien })}::jsonb, 'editar', 'ajustes', NULL, NULL,
      ${JSON.stringify({ excepcion: { clase, frase: 'Subió un límite', valor: '12.5', ...extra } })}::jsonb)`.execute(
    app.db,
  )

test('an annulment is there with who, amount, reason and its document', async () => {
  const { filas } = await leer({ clase: 'anulacion' })
  expect(filas.find(({ origen }) => origen === 'compras-ventas')).toMatchObject({
    clase: 'anulacion',
    usuario: 'Ana Quispe',
    origen_id: String(primera.id),
    numero: expect.stringMatching(/^CV-/),
    importe: 'US$ 1,000.00',
    valor: '3560.00',
    motivo: 'El cliente se arrepintió',
    solo: false,
  })
  expect(filas.map(({ origen }) => origen).sort()).toEqual(['compras-ventas', 'ordenes'])
})

test('the first print is none, each copy is one, with whoever printed it', async () => {
  const params = { id: primera.id }
  const imprimir = () => caj.call(comprasVentas.imprimir, { params, body: {} })
  expect((await imprimir()).status).toBe(200)
  expect((await leer({ clase: 'reimpresion' })).filas).toEqual([])
  expect((await imprimir()).body).toEqual({ id: primera.id, impresiones: 2 })
  const { filas } = await leer({ clase: 'reimpresion' })
  expect(filas).toMatchObject([
    { frase: expect.stringMatching(/^Copia 1 de CV-/), origen_id: String(primera.id) },
  ])
})

test('every row of the audit that says that it is exceptional appears, whatever wrote it', async () => {
  await marca(caj.usuario_id, 'control', { aprobado_por: adm.usuario_id, solo: true })
  await marca(caj.usuario_id, 'de-otra-version')
  const { rows } = await sql<{ n: number; ausentes: number }>`
    SELECT count(*)::int AS n, count(*) FILTER (WHERE NOT EXISTS (
      SELECT FROM excepciones e WHERE e.id = 'auditoria:' || a.id))::int AS ausentes
    FROM auditoria a WHERE a.despues ? 'excepcion' OR a.accion = 'identidad'`.execute(app.db)
  expect(rows[0]).toMatchObject({ ausentes: 0 })
  expect(rows[0]?.n).toBeGreaterThan(2)
  const [solo] = (await leer({ solo: 'si' })).filas
  expect(solo).toMatchObject({
    clase: 'control',
    aprobado_por: 'Ana Quispe',
    valor: '12.50',
    solo: true,
  })
})

test('sums are by person and kind; a filter narrows the rows and the other grouping', async () => {
  const all = await leer()
  expect(all.total.cuantas).toBe(all.filas.length)
  const by = (list: { cuantas: number }[]) => list.reduce((sum, { cuantas }) => sum + cuantas, 0)
  expect([by(all.clases), by(all.personas)]).toEqual([all.filas.length, all.filas.length])
  const one = await leer({ usuario_id: String(caj.usuario_id) })
  expect(new Set(one.filas.map(({ usuario }) => usuario)).size).toBe(1)
  expect(one.personas).toEqual(all.personas)
  expect(by(one.clases)).toBe(one.filas.length)
  expect((await leer({ desde: '2025-11-19', hasta: '2025-11-19' })).filas).toEqual([])
})

test('only who holds the permission reads it', async () => {
  const { status } = await caj.call(contrato.excepciones, { query: DAYS })
  expect(status).toBe(403)
})

test('a control that somebody else loosened rings until one says that one saw it', async () => {
  const rings = async () =>
    (await adm.call(notificaciones.listar)).body.find(
      ({ clave }) => clave === 'controles-aflojados',
    )
  await marca(adm.usuario_id, 'control')
  expect([(await rings())?.cuantos, (await leer()).nuevas]).toEqual([1, 1])
  expect((await adm.call(contrato.excepcionesVistas)).status).toBe(200)
  expect([await rings(), (await leer()).nuevas]).toEqual([undefined, 0])
})

test('a sign-in outside the hours of the house is an exception; one within them is none', async () => {
  const entrar = () => app.signedIn('caj')
  await reloj('2025-11-21T04:30:00Z')
  await entrar()
  const tarde = async () => (await leer({ clase: 'ingreso-hora' })).filas
  expect(await tarde()).toMatchObject([{ frase: 'Ingresó a las 23:30', usuario: 'Ana Quispe' }])
  await reloj('2025-11-21T15:00:00Z')
  await entrar()
  expect((await leer({ hasta: '2025-11-21', clase: 'ingreso-hora' })).filas).toHaveLength(1)
})

test('a week is told once, on Monday from eight on, in numbers without names', async () => {
  const salidas = async () => {
    await sql`SELECT reportes_excepciones_semana()`.execute(app.db)
    return (
      await sql<{ clave: string; datos: object[] }>`
        SELECT clave, datos FROM telegram_salida WHERE evento = 'excepciones_semana'`.execute(
        app.db,
      )
    ).rows
  }
  await reloj('2025-11-24T12:59:00Z')
  expect(await salidas()).toEqual([])
  await reloj('2025-11-24T13:00:00Z')
  await salidas()
  const [first, ...others] = await salidas()
  expect(others).toEqual([])
  expect(first).toMatchObject({
    clave: 'semana:2025-11-17',
    datos: [{ desde: '2025-11-17', hasta: '2025-11-23' }],
  })
  const text = (
    await semana(app.db, {
      noticias: (first?.datos ?? []) as [],
      fecha: '2025-11-24T13:00:00Z',
      gerencia: true,
      nombre: 'Excepciones de la semana',
    })
  ).join('\n')
  expect(text).toContain('Anulación: 2')
  expect(text).toContain('/reportes/excepciones?periodo=rango')
  expect(text).not.toMatch(/Quispe|CV-|US\$/)
})
