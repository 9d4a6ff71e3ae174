import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse } from 'yaml'

/*
 * R-491: each alert rings for what it is called after, and for nothing else, on figures as Prometheus keeps them: with the
 * labels `job` and `instance` that it gives. By `promtool`, where it is installed (`apt-get install prometheus`).
 */

const REGLAS = resolve('vigilancia/alertas.yml')
const hayPromtool = spawnSync('promtool', ['--version']).status === 0

const carpeta = mkdtempSync(join(tmpdir(), 'cambista-alertas-'))
afterAll(() => rmSync(carpeta, { recursive: true, force: true }))

/** Which alerts ring after so long, and the figures until then, one a minute (`from+step x times`). */
type Caso = readonly [suenan: string[], tras: string, medidas: Record<string, string>]

const siempre = (value: number) => `${value}+0x2000`
const post = (le: string) => `http_request_duration_seconds_bucket{method="POST",le="${le}"}`
const atendida = (code: number) => `http_request_duration_seconds_count{code="${code}"}`
const edad = (task: string) => `cambista_job_age_seconds{task="${task}"}`
const cada = (task: string) => `cambista_job_period_seconds{task="${task}"}`
const fallas = (task: string) => `cambista_job_errors_total{task="${task}"}`

const EN_ORDEN: Record<string, string> = {
  up: siempre(1),
  cambista_processes: siempre(2),
  cambista_processes_wanted: siempre(2),
  cambista_processes_ended_total: siempre(2),
  cambista_database_up: siempre(1),
  cambista_read_only: siempre(0),
  cambista_disk_free_bytes: siempre(21e9),
  cambista_disk_size_bytes: siempre(500e9),
  cambista_disk_days_left: siempre(15),
  cambista_certificate_expiry_timestamp_seconds: siempre(2_000_000),
  cambista_certificate_renewal_due: siempre(0),
  cambista_replication_lag_seconds: siempre(60),
  cambista_replication_standbys: siempre(1),
  cambista_replication_synchronous_standbys: siempre(1),
  [atendida(200)]: '0+100x2000',
  [atendida(503)]: '0+1x2000',
  [post('0.5')]: '0+95x2000',
  [post('1')]: '0+97x2000',
  [post('2.5')]: '0+100x2000',
  [post('+Inf')]: '0+100x2000',
  'cambista_pool_connections{state="waiting"}': siempre(0),
  'cambista_pool_connections{state="open"}': siempre(9),
  cambista_audit_unsealed_seconds: siempre(600),
  cambista_telegram_pending_seconds: siempre(1800),
  cambista_webhooks_overdue_seconds: siempre(900),
  cambista_webhooks_failing: siempre(0),
  cambista_backup_missing: siempre(0),
  cambista_backup_timestamp_seconds: siempre(0),
  cambista_archive_missing: siempre(0),
  [edad('registro')]: siempre(600),
  [cada('registro')]: siempre(60),
  [edad('horario')]: siempre(10_000),
  [cada('horario')]: siempre(3600),
  // One failure of each of two jobs is none that failed twice.
  [fallas('registro')]: '0+0x3 1+0x2000',
  [fallas('horario')]: '0+0x5 1+0x2000',
  'cambista_job_failures{task="registro"}': siempre(1),
}

const CASOS: readonly Caso[] = [
  [[], '8h', EN_ORDEN],
  [['CambistaNoResponde'], '30m', { up: siempre(0) }],
  [['CambistaFaltanProcesos', 'CambistaNadieAtiende'], '30m', { cambista_processes: siempre(0) }],
  [['CambistaFaltanProcesos'], '30m', { cambista_processes: siempre(1) }],
  [['CambistaProcesosTerminan'], '30m', { cambista_processes_ended_total: '0+1x60' }],
  [['CambistaSinBase'], '30m', { cambista_database_up: siempre(0) }],
  [['CambistaLibrosDetenidos'], '30m', { cambista_read_only: siempre(1) }],
  [['CambistaDiscoPorLlenarse'], '5h', { cambista_disk_free_bytes: '200e9-40e6x2000' }],
  [['CambistaDiscoQuedanDias'], '7h', { cambista_disk_days_left: siempre(13) }],
  [['CambistaDiscoDecimaParte'], '30m', { cambista_disk_free_bytes: siempre(19e9) }],
  [
    ['CambistaDiscoLleno'],
    '30m',
    { cambista_disk_free_bytes: siempre(0.9e9), cambista_disk_size_bytes: siempre(8e9) },
  ],
  [['CambistaCertificadoPorRenovar'], '2h', { cambista_certificate_renewal_due: siempre(1) }],
  [
    ['CambistaCertificadoVence'],
    '30m',
    {
      cambista_certificate_renewal_due: siempre(1),
      cambista_certificate_expiry_timestamp_seconds: siempre(600_000),
    },
  ],
  [['CambistaReplicaAtrasada'], '30m', { cambista_replication_lag_seconds: siempre(61) }],
  [['CambistaReplicaSinVer'], '30m', { cambista_replication_synchronous_standbys: '_x2000' }],
  [['CambistaReplicaAsincrona'], '30m', { cambista_replication_synchronous_standbys: siempre(0) }],
  [['CambistaReplicaPerdida'], '3h', { cambista_replication_standbys: '2+0x60 1+0x2000' }],
  [['CambistaErrores'], '30m', { [atendida(503)]: '0+4x60' }],
  [['CambistaLento'], '30m', { [post('0.5')]: '0+90x60', [post('1')]: '0+90x60' }],
  [
    ['CambistaEsperaConexiones'],
    '30m',
    { 'cambista_pool_connections{state="waiting"}': siempre(1) },
  ],
  [['CambistaAuditoriaSinSellar'], '30m', { cambista_audit_unsealed_seconds: siempre(601) }],
  [['CambistaTelegramDetenido'], '30m', { cambista_telegram_pending_seconds: siempre(1801) }],
  [['CambistaWebhooksDetenidos'], '30m', { cambista_webhooks_overdue_seconds: siempre(901) }],
  [['CambistaWebhookNoRecibe'], '30m', { cambista_webhooks_failing: siempre(1) }],
  [['CambistaSinRespaldo'], '30m', { cambista_backup_missing: siempre(1) }],
  [['CambistaSinRespaldo'], '27h', { cambista_backup_timestamp_seconds: siempre(60) }],
  [['CambistaRegistroSinRespaldar'], '30m', { [edad('registro')]: siempre(601) }],
  [['CambistaSinArchivar'], '30m', { cambista_archive_missing: siempre(1) }],
  [['CambistaTrabajosFallan'], '30m', { [fallas('horario')]: '0+0x5 2+0x60' }],
  [
    ['CambistaTrabajoFallaSeguido'],
    '30m',
    { 'cambista_job_failures{task="registro"}': siempre(2) },
  ],
  [['CambistaTrabajoParado'], '30m', { [edad('horario')]: siempre(10_801) }],
]

/** A measure as Prometheus keeps it. */
function guardada(name: string): string {
  const [metric, labels = ''] = name.replace('}', '').split('{')
  return `${metric}{job="cambista",instance="casa:9464"${labels && `,${labels}`}}`
}

test.skipIf(!hayPromtool)(
  'each alert rings for its own figures, and none in a house that is well (skipped without promtool)',
  () => {
    const tests = CASOS.map(([suenan, tras, medidas]) => ({
      interval: '1m',
      input_series: Object.entries({ ...EN_ORDEN, ...medidas }).map(([name, values]) => ({
        ...{ series: guardada(name), values },
      })),
      promql_expr_test: [
        {
          ...{ expr: 'count by (alertname) (ALERTS{alertstate="firing"})', eval_time: tras },
          exp_samples: suenan.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
        },
      ],
    }))
    const file = join(carpeta, 'pruebas.yml')
    // JSON is YAML.
    writeFileSync(
      file,
      JSON.stringify({ rule_files: [REGLAS], evaluation_interval: '5m', tests }, null, 1),
    )
    const tried = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
    expect(tried).toMatchObject({ status: 0, stderr: '' })
    const checked = spawnSync('promtool', ['check', 'rules', REGLAS], { encoding: 'utf8' })
    expect(checked).toMatchObject({ status: 0, stderr: '' })
  },
)

test('no alert is without a case', () => {
  const { groups } = parse(readFileSync(REGLAS, 'utf8')) as {
    groups: { rules: { alert: string }[] }[]
  }
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  expect([...new Set(CASOS.flatMap(([suenan]) => suenan))].sort()).toEqual(alerts.sort())
})
