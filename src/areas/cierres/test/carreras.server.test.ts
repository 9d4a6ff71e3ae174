import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cajera } from '../../../../test/support/areas/caja.ts'
import { montarCasa, saldos } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import {
  comoDueno,
  conectarDueno,
  esperaAlguien,
  sesionesSinFin,
} from '../../../../test/support/servidor/dueno.ts'
import { verificar } from '../../../main.libros.ts'
import { contrato as aprobaciones } from '../../aprobaciones/contract.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
import { contrato as notificaciones } from '../../notificaciones/contract.ts'
import { contrato } from '../contract.ts'

/* Concurrency of tills: two openings at once, postings under way, overlapping turns; and who is notified. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm, cuentas } = casa
const { compra } = mostrador(casa)
const { caj, conteos, abrir, paso, contar, cerrar } = await cajera(app, casa)
await comoDueno(app.url, "UPDATE ajustes SET valor = '0' WHERE clave = 'duplicado_minutos'")

const owner = (text: string) => comoDueno(app.url, text)
const pasos = {
  conteo: (id: number) =>
    caj.call(contrato.guardarConteo, {
      params: { id },
      body: { conteos: conteos('50000.00', 10_000) },
    }),
  aprobar: (id: number) =>
    adm.call(contrato.aprobar, {
      params: { id },
      body: { cargo: 'casa', nota: 'Se contó dos veces' },
    }),
  devolver: (id: number) =>
    adm.call(contrato.devolver, { params: { id }, body: { nota: 'Cuente otra vez' } }),
}

test('two concurrent openings make one turn; two approvals, one entry', async () => {
  const both = await Promise.all(
    [1, 2].map(() => caj.call(contrato.abrir, { body: { conteos: conteos('50000.00', 10_000) } })),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  const id = both.find(({ status }) => status === 201)?.body.id as number
  await contar(id, '49990.00', 10_000)
  await cerrar(id, 'Faltan diez soles')
  const answers = await Promise.all([1, 2].map(() => pasos.aprobar(id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect((await saldos(app))['sobrantes-faltantes']).toBe('10.00')
})

test('the count waits for a posting under way and expects its amount', async () => {
  const id = await abrir('49990.00', 10_000)
  const posting = await conectarDueno(app.url)
  await posting.query('BEGIN')
  await posting.query(
    `SELECT libro_contabilizar('cuentas', ${cuentas.cajaPen}, 'Prueba', ${adm.usuario_id}, ARRAY[(${cuentas.cajaPen}, -90, NULL, NULL)::libro_linea,
      (${cuentas.bcpPen}, 90, NULL, NULL)::libro_linea])`,
  )
  const counting = paso('contar', id)
  await esperaAlguien(app.url)
  await posting.query('COMMIT')
  await posting.end()
  expect((await counting).status).toBe(200)
  expect((await pasos.conteo(id)).status).toBe(200)
  const { body } = await adm.call(contrato.obtenerTurno, { params: { id } })
  expect(body.cuentas.map(({ esperado }) => esperado)).toEqual(['49900.00', '10000.00'])
})

test('a sale while a count starts is either in the count or refused', async () => {
  const { body: mia } = await caj.call(contrato.miCaja)
  const id = mia.turno?.id as number
  await contar(id, '49900.00', 10_000)
  await cerrar(id)
  await pasos.aprobar(id)
  const next = await abrir('49900.00', 10_000)
  const sales = Array.from({ length: 12 }, (_, i) =>
    adm.call(compras.crear, { body: compra(`${i + 1}0.00`, `${((i + 1) * 352) / 10}`) }),
  )
  const counting = paso('contar', next)
  const answers = await Promise.all(sales)
  expect((await counting).status).toBe(200)
  expect(
    answers.filter(({ status, error }) => status !== 201 && error.codigo !== 'CAJA_EN_CONTEO'),
  ).toEqual([])
  await pasos.conteo(next)
  const { body } = await adm.call(contrato.obtenerTurno, { params: { id: next } })
  const now = await saldos(app)
  expect(body.cuentas.map(({ esperado }) => esperado)).toEqual([
    now['cuenta:Caja soles'],
    now['cuenta:Caja dólares'],
  ])
})

test('the expected balance includes a closed difference that is not approved yet', async () => {
  const id = (await caj.call(contrato.miCaja)).body.turno?.id as number
  const now = await saldos(app)
  const [pen, usd] = [now['cuenta:Caja soles'] as string, Number(now['cuenta:Caja dólares'])]
  await contar(id, pen, usd - 30)
  await cerrar(id, 'Faltan treinta dólares')
  // The next turn starts with the counted amounts; when the first is approved later, the shortage does not count twice.
  const { body: mia } = await caj.call(contrato.miCaja)
  expect(mia.sin_contar?.cuentas.map(({ contado }) => Number(contado))).toEqual([
    Number(pen),
    usd - 30,
  ])
  const next = (await caj.call(contrato.abrir, { body: { conteos: null } })).body.id
  await paso('contar', next)
  // The approval comes during the next count: it posts on a till that is blocked for everybody else.
  expect((await pasos.aprobar(id)).status).toBe(200)
  await contar(next, pen, usd - 30)
  expect(
    (await adm.call(contrato.obtenerTurno, { params: { id: next } })).body.cuentas.map(
      ({ diferencia }) => diferencia,
    ),
  ).toEqual(['0.00', '0.00'])
  expect((await adm.call(compras.crear, { body: compra('10.00', '35.20') })).error.codigo).toBe(
    'CAJA_EN_CONTEO',
  )
  await cerrar(next)
  expect((await pasos.devolver(id)).error.codigo).toBe('TURNO_ESTADO')
})

test('the bell reports a till open since yesterday, to its cashier and to approvers, and days not closed', async () => {
  const { rows } = await sql<{ hoy: string }>`SELECT fecha_negocio(ahora()) AS hoy`.execute(app.db)
  const hoy = rows[0]?.hoy as string
  const claves = async (quien = adm) =>
    (await quien.call(notificaciones.listar)).body.map(({ clave }) => clave)
  expect(await claves()).toContain('cajas-por-aprobar')
  expect(await claves(caj)).not.toContain('cajas-por-aprobar')
  const { body: esperan } = await adm.call(aprobaciones.listar)
  expect(esperan.filter(({ tipo }) => tipo === 'turno')).toHaveLength(1)
  expect((await caj.call(aprobaciones.listar)).body.filter(({ tipo }) => tipo === 'turno')).toEqual(
    [],
  )
  const pendiente = (await adm.call(contrato.listarTurnos, { query: { estado: 'cerrado' } })).body
    .items[0]?.id as number
  await pasos.aprobar(pendiente)
  expect(await claves()).not.toContain('cajas-por-aprobar')
  await owner(`INSERT INTO cierres (fecha) VALUES ('${hoy}'::date - 1)`)
  const now = await saldos(app)
  await abrir(now['cuenta:Caja soles'] as string, Number(now['cuenta:Caja dólares']))
  expect(await claves(caj)).not.toContain('mi-caja')
  app.setClock(new Date(Date.parse(`${hoy}T05:00:00Z`) + 86_400_000).toISOString())
  await sesionesSinFin(app.url)
  expect(await claves(caj)).toContain('mi-caja')
  expect(await claves()).toEqual(expect.arrayContaining(['cajas-abiertas', 'dias']))
  app.setClock(null)
})

test.each([
  [
    'an approved difference without an entry',
    'UPDATE turnos_cuentas SET asiento_id = NULL WHERE asiento_id = (SELECT max(asiento_id) FROM turnos_cuentas)',
    'Cada diferencia de caja aprobada',
  ],
  [
    'a till that accepts payments during a count',
    "UPDATE turnos SET estado = 'en_conteo', conteo_en = ahora() WHERE estado = 'abierto'",
    'Una caja que se cuenta',
  ],
])('npm run verificar finds %s', async (_, text, rule) => {
  expect((await verificar(app.db)).diferencia).toBeNull()
  const client = await conectarDueno(app.url)
  await client.query('SET session_replication_role = replica')
  const [back] = [
    text.includes('asiento_id')
      ? await client.query(
          'SELECT turno_id, cuenta_id, asiento_id FROM turnos_cuentas ORDER BY asiento_id DESC NULLS LAST LIMIT 1',
        )
      : null,
  ]
  await client.query(text)
  expect((await verificar(app.db)).diferencia?.regla).toContain(rule)
  if (back) {
    const { turno_id, cuenta_id, asiento_id } = back.rows[0]
    await client.query(
      'UPDATE turnos_cuentas SET asiento_id = $3 WHERE turno_id = $1 AND cuenta_id = $2',
      [turno_id, cuenta_id, asiento_id],
    )
  } else
    await client.query(
      "UPDATE turnos SET estado = 'abierto', conteo_en = NULL WHERE estado = 'en_conteo'",
    )
  await client.end()
})
