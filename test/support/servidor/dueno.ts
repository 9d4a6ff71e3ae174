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

/** A connection with the owner's rights: to do what the program has no right to do, or to hold a lock. */
export async function conectarDueno(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('notice', ({ code }) => {
    if (code === 'CB010') client.once('end', () => apps.get(new URL(url).pathname)?.())
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

/** Runs one statement as the owner; returns its rows. */
export async function comoDueno<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = await conectarDueno(url)
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
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
