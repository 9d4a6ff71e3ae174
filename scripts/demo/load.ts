import { sql } from 'kysely'
import { type App, buildApp } from '../../src/main.app.ts'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { exigirTurno, montarDemo } from './casa/casa.ts'
import { EMPRESA } from './casa/datos.ts'
import { anotarCompetencia } from './competencia.ts'
import { fechaDe } from './documentos/cierres.ts'
import { liquidarComisiones } from './documentos/comisiones.ts'
import { medianoche } from './horario.ts'
import { proseguir, trabajar } from './jornadas.ts'
import { entrar, Refused } from './llamada.ts'
import { confirmarPrecios } from './precios.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const DAYS = 30
/** A day whose last posting is younger than this needs nothing more. */
const FRESCA = HOUR

/** What one person of the demo may register and confirm in a day, in US$. */
const DIA_SOLA = 3000

export interface DemoOptions {
  /** Current time of the demo; by default the machine's. */
  ahora?: string
  /** Number of days of operations before `ahora`. */
  dias?: number
  /** Whether it has the second counter, Arequipa and more; by default the demo of a month has them. */
  plena?: boolean
  /** Connection string of the role that serves; the owner's, unless given. */
  servidor?: string
  /** The program is serving: `url` is the server's role, and what is written here must last. */
  atendiendo?: boolean
  say?: (text: string) => void
}

/**
 * Loads the demo business into an empty house, through the same calls as the browser's: users, catalogues,
 * accounts with their opening balances, prices, a month of operations and today until now. A demo that nobody used for
 * an hour or for days is continued until now, and its prices are confirmed again. Any other house is left unchanged. Returns
 * true when the database holds the demo.
 * @throws Error when an earlier load was interrupted, because that house is not complete.
 */
export async function loadDemo(url: string, options: DemoOptions = {}): Promise<boolean> {
  const { say = () => {}, dias = DAYS, plena = dias === DAYS, servidor = url } = options
  const now = options.ahora ? Date.parse(options.ahora) : Date.now()
  let clock: number | null = now
  const app = await buildApp({
    url: servidor,
    // Commits need not be durable during the load: no user relies on them until the final mark, which is.
    ...(!options.atendiendo && { ajustes: { synchronous_commit: 'off' } }),
    reloj: () => (clock === null ? null : new Date(clock).toISOString()),
  })
  const poner = options.atendiendo ? null : comoDueno(url)
  const reloj = (instant: number) => {
    clock = instant
  }
  try {
    const state = await stateOf(app)
    if (state === 'casa') return false
    if (state === 'cortada') {
      throw new Error(
        'La carga de la demostración se cortó antes de terminar. Vuelva a cargarla con «npm run demo:reiniciar».',
      )
    }
    if (state === 'vacia') {
      if (!poner) return false
      say('Preparando el negocio de demostración…')
      const made = await cargar(app, poner, { now, dias, plena }, reloj)
      say(`Listo: ${made} operaciones de los últimos ${dias} días.`)
      return true
    }
    await ponerAlDia(app, poner, now, reloj, say)
    clock = options.ahora ? now : null
    await confirmarPrecios(app).catch((error) => quedaComoEsta(error, say))
    return true
  } finally {
    await app.close()
  }
}

/** The state of the database: empty, a complete demo, an interrupted demo, or a real house. */
async function stateOf({ db }: App): Promise<'vacia' | 'demo' | 'cortada' | 'casa'> {
  const { rows } = await sql<{ usuarios: boolean; demo: string | null }>`
    SELECT EXISTS (SELECT FROM usuarios) AS usuarios, ajuste('demo') #>> '{}' AS demo`.execute(db)
  const [row] = rows
  if (row?.demo) return row.demo === 'lista' ? 'demo' : 'cortada'
  return row?.usuarios ? 'casa' : 'vacia'
}

/** Writes a setting. */
type Poner = (clave: string, valor: unknown) => Promise<void>

/** Writes settings as the owner, because the server's role may not. The commit, and all before it, are durable. */
function comoDueno(url: string): Poner {
  return (clave, valor) =>
    unaConexion(url, async (client) => {
      await client.query(
        `INSERT INTO ajustes VALUES ($1, $2::jsonb) ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor`,
        [clave, JSON.stringify(valor)],
      )
    })
}

/** Lengthens the session's idle limit during `work`: the demo's clock runs fast and would expire the sessions. */
async function sinPrisa<T>({ db }: App, poner: Poner | null, work: () => Promise<T>): Promise<T> {
  // Whoever may not write settings signs in again where a session expires.
  if (!poner) return work()
  const { rows } = await sql<{ minutos: number }>`
    SELECT ajuste('sesion_inactiva_minutos')::int AS minutos`.execute(db)
  await poner('sesion_inactiva_minutos', 600)
  try {
    return await work()
  } finally {
    await poner('sesion_inactiva_minutos', rows[0]?.minutos ?? 30)
  }
}

async function cargar(
  app: App,
  poner: Poner,
  { now, dias, plena }: { now: number; dias: number; plena: boolean },
  reloj: (instant: number) => void,
): Promise<number> {
  const today = medianoche(now)
  const first = today - dias * DAY
  reloj(first + 8 * HOUR)
  await poner('demo', 'cargando')
  await poner('empresa', EMPRESA)
  // The users of the demo sign in with name and password alone.
  await poner('exigir_segundo_factor', false)
  // Its cashier registers all orders of a day: she still confirms a small Yape at the end of it.
  await poner('dos_personas_dia_usd', DIA_SOLA)
  const made = await sinPrisa(app, poner, async () => {
    await montarDemo(app, first, plena)
    if (plena) await poner('demo_guia', true)
    const made = await trabajar(app, first, now, reloj)
    reloj(now)
    const admin = await entrar(app, 'admin')
    // The commissions earned up to a week ago are settled.
    await liquidarComisiones(admin, fechaDe(today - 7 * DAY), plena)
    await exigirTurno(admin)
    await anotarCompetencia(admin)
    return made
  })
  await poner('demo', 'lista')
  return made
}

/** Continues the demo until now: the rest of today, or the days since the last posting, at most a month. */
async function ponerAlDia(
  app: App,
  poner: Poner | null,
  now: number,
  reloj: (instant: number) => void,
  say: (text: string) => void,
): Promise<void> {
  const { rows } = await sql<{ ultimo: string | null; asentado: string; escrito: string }>`
    SELECT max(fecha_negocio)::text AS ultimo, to_json(max(fecha)) #>> '{}' AS asentado,
      to_json(greatest(reloj_ultimo(), (SELECT max(fecha) FROM auditoria))) #>> '{}' AS escrito
    FROM asientos`.execute(app.db)
  const { ultimo, asentado, escrito } = rows[0] ?? {}
  const today = medianoche(now)
  if (!ultimo || !asentado || !escrito || ultimo > fechaDe(today)) return
  const same = ultimo === fechaDe(today)
  if (same && now - Date.parse(asentado) < FRESCA) return
  say('Poniendo al día el negocio de demostración…')
  const next = medianoche(Date.parse(`${ultimo}T12:00:00-05:00`)) + DAY
  const work = () =>
    same
      ? proseguir(app, Date.parse(escrito), now, reloj)
      : trabajar(app, Math.max(next, today - DAYS * DAY), now, reloj)
  await sinPrisa<unknown>(app, poner, work).catch((error) => quedaComoEsta(error, say))
}

/** Reports that the demo was not continued: a user may have changed its passwords or rules, so it stays as it is. */
function quedaComoEsta(error: unknown, say: (text: string) => void): void {
  if (!(error instanceof Refused)) throw error
  say(`Aviso: la demostración queda como estaba. ${error.frase}`)
}
