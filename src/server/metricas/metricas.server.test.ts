import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { conectarDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato as clientes } from '../../areas/clientes/contract.ts'
import { contrato } from '../../areas/compras-ventas/contract.ts'
import { medidas } from '../../main.app.ts'
import { type Medidas, medidasDe } from './medidas.ts'
import { servirMetricas } from './servir.ts'
import { medidasDeVarios } from './varios.ts'

/* What whoever watches the program reads. */

let app: Awaited<ReturnType<typeof startTestApp>> | undefined
const mide: Medidas = medidasDe({
  medidas,
  db: () => app?.db ?? null,
  flujos: () => 3,
  marchas: () => [{ trabajo: 'telegram', cada: 1000, edad: 7200.5, fallas: 2 }],
  disco: async () => ({ libre: 12_345, total: 67_890 }),
})
app = await startTestApp({ medir: mide.http })
const casa = await montarCasa(app)
const { venta, compra } = mostrador(casa)
const { adm } = casa
const served = await servirMetricas({ host: '127.0.0.1', port: 0 }, mide)
afterAll(() => served.close())

const read = async () => (await fetch(served.url)).text()
const value = (text: string, name: string) =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith(`${name} `) ? [line.split(' ').at(-1)] : []))[0]

test('each request counts under the route of its contract, each refusal under its code', async () => {
  await adm.call(contrato.crear, { body: compra('10.00', '35.20') })
  await adm.call(contrato.crear, { body: venta('99999.00', '355996.40') })
  const text = await read()
  const of = 'method="POST",route="/api/compras-ventas"'
  expect(value(text, `http_request_duration_seconds_count{${of},code="201"}`)).toBe('1')
  expect(text).toMatch(
    /cambista_refusals_total\{refusal="[A-Z_]+",route="\/api\/compras-ventas"\} 1/,
  )
  expect(value(text, 'cambista_event_streams')).toBe('3')
  expect(value(text, 'cambista_disk_free_bytes')).toBe('12345')
  expect(value(text, 'cambista_disk_size_bytes')).toBe('67890')
  expect(value(text, 'cambista_database_up')).toBe('1')
  expect(value(text, 'cambista_read_only')).toBe('0')
  expect(Number(value(text, 'cambista_audit_unsealed'))).toBeGreaterThan(0)
  expect(Number(value(text, 'cambista_pool_connections{state="open"}'))).toBeGreaterThan(0)
  // Of a standby or a certificate that is not there nothing is measured.
  for (const { nombre } of medidas)
    if (!/_lag_|_expiry_/.test(nombre))
      expect([nombre, value(text, nombre)]).toEqual([nombre, expect.stringMatching(/^[\d.e+]+$/)])
})

test('no name, document, number or address of anybody is in it', async () => {
  await adm.call(clientes.listar, { query: { buscar: 'Zegarra' } })
  await adm.call(clientes.obtener, { params: { id: casa.clientes.ana } })
  await adm.raw('GET', '/api/clientes/Zegarra-no-existe')
  await adm.raw('GET', '/nada/de/Zegarra')
  const text = await read()
  expect(text).toContain('route="/api/clientes/:id"')
  expect(text).not.toMatch(/Zegarra|Ana|127\.0\.0\.1/)
})

test('a job is measured by its name: its errors, failures in a row, age and period', async () => {
  expect(value(await read(), 'cambista_job_errors_total{task="telegram"}')).toBe('0')
  mide.fallo('telegram')
  mide.fallo('telegram')
  const text = await read()
  expect(value(text, 'cambista_job_errors_total{task="telegram"}')).toBe('2')
  expect(value(text, 'cambista_job_failures{task="telegram"}')).toBe('2')
  expect(value(text, 'cambista_job_age_seconds{task="telegram"}')).toBe('7200.5')
  expect(value(text, 'cambista_job_period_seconds{task="telegram"}')).toBe('1')
})

test('statements that took long are counted', async () => {
  mide.lenta()
  expect(value(await read(), 'cambista_slow_queries_total')).toBe('1')
})

test('there is nothing else at that address', async () => {
  const other = served.url.replace('/metricas', '/api/salud')
  for (const [url, method] of [
    [other, 'GET'],
    [served.url, 'POST'],
    [`${served.url}?x=1`, 'GET'],
  ] as const)
    expect([url, method, (await fetch(url, { method })).status]).toEqual([url, method, 404])
})

test('a port that is taken is said, with the setting that names it', async () => {
  const port = Number(new URL(served.url).port)
  await expect(servirMetricas({ host: '127.0.0.1', port }, mide)).rejects.toThrow(
    `CAMBISTA_METRICAS no puede usar 127.0.0.1:${port}: otro programa ya lo usa. Indique otro puerto.`,
  )
})

test('while the database is away its old figures are not shown, and the process is', async () => {
  const gone = medidasDe({
    medidas: [{ nombre: 'cambista_x', ayuda: 'x', consulta: 'SELECT 1 / 0 AS valor' }],
    db: () => app?.db ?? null,
    flujos: () => 0,
    marchas: () => [],
    disco: async () => null,
  })
  const text = await gone.leer()
  expect(value(text, 'cambista_database_up')).toBe('0')
  expect(value(text, 'cambista_x')).toBeUndefined()
  expect(value(text, 'cambista_disk_free_bytes')).toBeUndefined()
  expect(text).toContain('process_cpu_seconds_total')
})

test('a process of several answers while the house is slow: it is not dead, and says who waits', async () => {
  const holder = await conectarDueno(app?.url ?? '')
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE solo_lectura')
  try {
    const said = (await mide.json()) as { name: string; values: unknown[] }[]
    const of = (name: string) => said.find((one) => one.name === name)?.values.length
    expect(of('cambista_pool_connections')).toBe(3)
    // Neither that the database is there nor that it is not.
    expect([of('cambista_database_up'), of('cambista_read_only')]).toEqual([0, 0])
  } finally {
    await holder.query('ROLLBACK')
    await holder.end()
  }
  await expect.poll(async () => value(await read(), 'cambista_database_up')).toBe('1')
})

test('each measure that the board and the alerts read is there, and the board shows each of the program’s own', async () => {
  // A house of one process, and one of several, which has measures of its own.
  const varios = await medidasDeVarios(
    { host: '127.0.0.1', port: 0 },
    { procesos: 1, medir: async (oye) => oye(1, await mide.json()), alTerminar: () => {} },
  )
  const text = (await read()) + (await (await fetch(varios.url)).text())
  await varios.close()
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
  for (const file of ['vigilancia/grafana.json', 'vigilancia/alertas.yml']) {
    const asked = [
      ...readFileSync(file, 'utf8').matchAll(/\b(?:cambista|http|process|nodejs)_\w+/g),
    ]
    const names = asked.map(([name]) => name.replace(/_(?:count|bucket|sum)$/, ''))
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !known.has(name))).toEqual([])
  }
  const board = readFileSync('vigilancia/grafana.json', 'utf8')
  // What an alert measures another one by needs no line of its own.
  for (const bound of ['cambista_disk_size_bytes', 'cambista_job_period_seconds'])
    expect(known.delete(bound)).toBe(true)
  const own = [...known].filter((name) => name?.startsWith('cambista_'))
  expect(own.filter((name) => !board.includes(name ?? ''))).toEqual([])
})

test('each label that the board and the alerts read is there, and none is Prometheus’s own', async () => {
  const text = await read()
  const known = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, name]) => name))
  // What it gives to all that it reads: a label of that name would come out as another one.
  for (const own of ['job', 'instance']) expect([own, known.has(own)]).toEqual([own, false])
  for (const file of ['vigilancia/grafana.json', 'vigilancia/alertas.yml']) {
    const asked = readFileSync(file, 'utf8').replaceAll('up{job="cambista"}', '')
    const names = [
      ...[...asked.matchAll(/[{,] ?(\w+)(?:=|!=|=~|!~)\\?"/g)].map(([, name]) => name),
      ...[...asked.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name),
      ...[...asked.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list]) => list?.split(', ') ?? []),
    ]
    expect(names).toEqual(expect.arrayContaining(['task', 'method', 'le']))
    expect(names.filter((name) => !known.has(name))).toEqual([])
  }
})

test('what rings when several processes are down asks what is measured then', () => {
  const rules = readFileSync('vigilancia/alertas.yml', 'utf8')
  for (const rule of [
    'cambista_processes == 0',
    'cambista_processes < cambista_processes_wanted',
    'increase(cambista_processes_ended_total[15m]) >= 3',
  ])
    expect(rules).toContain(`expr: ${rule}\n`)
})
