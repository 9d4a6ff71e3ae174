import pg from 'pg'
import { PLAZO } from '../plazos.ts'
import { comoRol } from './url.ts'

const relojes = new Map<string, string | null>()

/** Sets the business clock of the owner's connections opened from now on; null lets it run. */
export function ponerReloj(url: string, instant: string | null): void {
  relojes.set(url, instant)
}

const apps = new Map<string, () => void>()

/** Calls `olvidar` when the owner has changed who may do what; other processes hear of it a moment later. */
export function alCambiarElDueno(url: string, olvidar: () => void): void {
  apps.set(new URL(url).pathname, olvidar)
}

const olvidar = (url: string) => apps.get(new URL(url).pathname)?.()

/** A connection with the owner's rights: to do what the program has no right to do, or to hold a lock. */
export async function conectarDueno(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('notice', ({ code }) => {
    if (code === 'CB010') client.once('end', () => olvidar(url))
  })
  await client.connect()
  const instant = relojes.get(url)
  if (instant) await client.query("SELECT set_config('cambista.ahora', $1, false)", [instant])
  return client
}

/**
 * A pool of one connection of the owner, for a test that measures or plans over several statements. Its connection may be
 * ended with the database while it is closing, which is no error of the test.
 */
export function unaConexion(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/**
 * A connection to the database of a test's app that is kept for the next statement, because one costs as much as ten
 * small statements. To another database none is kept: there a test may ask who is connected, or clone it.
 */
interface Libre {
  client: pg.Client & Record<'ref' | 'unref', () => void>
  reloj: string | null
  /** Whether its statement has changed who may do what. */
  cambio: boolean
  /** Whether it has ended. */
  muerta: boolean
}

/** By connection string, while nobody uses it. */
const libres = new Map<string, Libre>()

async function conectarLibre(url: string): Promise<Libre> {
  const kept = libres.get(url)
  libres.delete(url)
  if (kept) {
    kept.client.ref()
    return kept
  }
  const client = new pg.Client({ connectionString: url }) as Libre['client']
  const made: Libre = { client, reloj: null, cambio: false, muerta: false }
  const gone = () => {
    made.muerta = true
    if (libres.get(url) === made) libres.delete(url)
  }
  // It ends with its database, or with the PostgreSQL of a test that stops one.
  client.on('error', gone).on('end', gone)
  client.on('notice', ({ code }) => {
    made.cambio ||= code === 'CB010'
  })
  await client.connect()
  return made
}

/** Ends the connections that are kept to this database: before it is dropped, or loses all of its own. */
export async function soltarDueno(url: string): Promise<void> {
  const { pathname } = new URL(url)
  const all = [...libres].filter(([kept]) => new URL(kept).pathname === pathname)
  for (const [kept] of all) libres.delete(kept)
  for (const [, { client }] of all) client.ref()
  await Promise.all(all.map(([, { client }]) => client.end()))
}

/**
 * What leaves something behind in its connection or is about connections has one of its own. So has what follows a
 * change of roles or settings, which a connection reads when it begins.
 */
const PROPIA =
  /\b(?:LISTEN|TEMP|PREPARE|DATABASE|ROLE|SYSTEM|set_config|pg_terminate_backend|pg_advisory_lock)\b|(?:^|;)\s*(?:SET|BEGIN)\b/i

/** Runs one statement as the owner; returns its rows. */
export async function comoDueno<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  if (!apps.has(new URL(url).pathname) || PROPIA.test(text)) {
    await soltarDueno(url)
    const client = await conectarDueno(url)
    try {
      return (await client.query<T>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  const libre = await conectarLibre(url)
  const { client } = libre
  try {
    const reloj = relojes.get(url) ?? null
    if (reloj !== libre.reloj)
      await client.query("SELECT set_config('cambista.ahora', $1, false)", [reloj ?? ''])
    libre.reloj = reloj
    return (await client.query<T>(text, values)).rows
  } finally {
    if (libre.cambio) olvidar(url)
    libre.cambio = false
    await guardar(url, libre)
  }
}

/** Keeps a connection that lives; of two that were used at once, one is enough. */
async function guardar(url: string, libre: Libre): Promise<void> {
  if (libre.muerta || libres.has(url)) return libre.client.end()
  libres.set(url, libre)
  // It keeps no process from ending.
  libre.client.unref()
}

/** The same as PostgreSQL's superuser, which the program itself uses to make a cluster only. */
export function comoSuperusuario<T extends pg.QueryResultRow>(
  url: string,
  text: string,
): Promise<T[]> {
  return comoDueno<T>(comoRol(url, 'cambista'), text)
}

/** Keeps the existing sessions valid at any instant to which a test sets the clock. */
export async function sesionesSinFin(url: string): Promise<void> {
  await comoDueno(
    url,
    `UPDATE ajustes_reglas SET maximo = 1000000 WHERE clave = 'sesion_inactiva_minutos';
     UPDATE ajustes SET valor = '1000000' WHERE clave = 'sesion_inactiva_minutos';
     UPDATE sesiones SET vence_en = '2099-01-01'`,
  )
}

/** Locks a row of the ledger's accounts, as a posting does, until `soltar` is called. */
export async function retener(
  url: string,
  cuenta_id: number,
): Promise<{ client: pg.Client; soltar(): Promise<void> }> {
  const client = await conectarDueno(url)
  await client.query('BEGIN')
  await client.query('SELECT FROM cuentas_contables WHERE id = $1 FOR NO KEY UPDATE', [cuenta_id])
  return {
    client,
    soltar: async () => {
      await client.query('ROLLBACK')
      await client.end()
    },
  }
}

/** Waits until some connections of the database, one or `cuantos`, wait for a lock; throws after `PLAZO`. */
export async function esperaAlguien(url: string, cuantos = 1): Promise<void> {
  for (const end = performance.now() + PLAZO; performance.now() < end; ) {
    const [row] = await comoDueno<{ n: number }>(
      url,
      `SELECT count(*)::int AS n FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    if ((row?.n ?? 0) >= cuantos) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('nobody waits')
}

/** Starts `second` while `first` is executed but not committed; commits `first` and returns the result of `second`. */
export async function enTurno<T>(url: string, first: string, second: () => Promise<T>): Promise<T> {
  const other = await conectarDueno(url)
  try {
    await other.query('BEGIN')
    await other.query(first)
    const late = second().catch((error: Error) => error as T)
    await esperaAlguien(url)
    await other.query('COMMIT')
    return await late
  } finally {
    await other.end()
  }
}

/**
 * Takes the limits of a day and of annulling away: a test makes in seconds what a house makes in weeks.
 * Their own tests set them again.
 */
export async function sinVentanas(url: string): Promise<void> {
  await comoDueno(
    url,
    `UPDATE ajustes SET valor = CASE clave WHEN 'anular_propia_minutos' THEN '1000000' ELSE '1000000000' END::jsonb
     WHERE clave IN ('sin_cliente_dia_usd', 'contraparte_dia_usd', 'dos_personas_dia_usd', 'anular_propia_usd', 'interna_dia_funcional',
       'anular_propia_minutos')`,
  )
}
