import { areas } from '../../src/main.app.ts'
import { connect } from '../../src/server/db/db.ts'
import { reglasDe, verificar } from '../../src/server/verificar/verificar.ts'
import { comoDueno } from '../casa.ts'
import { say } from '../mundo.ts'
import { padre, procesadorTodo } from '../procesador.ts'

const segundos = (ms: number) => Math.round(ms / 10) / 100

/** What each rule of `verificar` costs, the dearest first; each runs whole, whatever it finds of the copied months. */
export async function medirReglas(url: string): Promise<void> {
  const [row] = await comoDueno(
    url,
    async (c) => (await c.query('SELECT pg_backend_pid() AS pid')).rows,
  )
  const postmaster = padre(row.pid)
  const solo = new RegExp(process.env.BENCH_SOLO ?? '')
  const rules = reglasDe(areas)
    .filter(([regla]) => solo.test(regla))
    .map(
      ([regla, consulta]) =>
        [regla, `SELECT min(detalle) AS detalle FROM (${consulta}) x HAVING count(*) < 0`] as const,
    )
  const db = connect({ url, max: 1 })
  const seen: { regla: string; ms: number; cpu: number }[] = []
  let last = { regla: '', ms: performance.now(), cpu: procesadorTodo(postmaster) }
  const next = (regla: string) => {
    const now = { regla, ms: performance.now(), cpu: procesadorTodo(postmaster) }
    if (last.regla) seen.push({ regla: last.regla, ms: now.ms - last.ms, cpu: now.cpu - last.cpu })
    last = now
  }
  await verificar(db, rules, (n, total, regla) => {
    say(`  ${n} of ${total}: ${regla}`)
    next(regla)
  })
  next('')
  await db.destroy()
  for (const { regla, ms, cpu } of seen.toSorted((a, b) => b.cpu - a.cpu))
    process.stdout.write(`| ${regla} | ${segundos(ms)} | ${segundos(cpu)} |\n`)
  const sum = (of: 'ms' | 'cpu') => segundos(seen.reduce((all, each) => all + each[of], 0))
  say(`rule, seconds, seconds of processor; in all ${sum('ms')} and ${sum('cpu')}`)
}
