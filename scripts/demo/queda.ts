import { unaConexion } from '../../src/server/db/entrada/conexion.ts'

/** How many rows each table of a database has, whatever its schema; and what else of a program is in it. */
async function contar(url: string): Promise<Map<string, number>> {
  return unaConexion(url, async (client) => {
    const { rows: tables } = await client.query<{ tabla: string }>(
      `SELECT c.oid::regclass::text AS tabla FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname !~ '^(pg_|information_schema)'`,
    )
    const found = new Map<string, number>()
    for (const { tabla } of tables) {
      const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${tabla}`)
      found.set(tabla, rows[0]?.n ?? 0)
    }
    const { rows } = await client.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM pg_largeobject_metadata',
    )
    return found.set('pg_largeobject', rows[0]?.n ?? 0)
  })
}

/**
 * What a database has that one which was just made has not, or has more of: `table: rows`. Both are of this program's
 * version; none of it means that nothing of the demo is left.
 */
export async function queda(url: string, nueva: string): Promise<string[]> {
  const [here, made] = [await contar(url), await contar(nueva)]
  return [...here]
    .filter(([tabla, n]) => made.get(tabla) !== n)
    .map(([tabla, n]) => `${tabla}: ${n}`)
}
