import { sql } from 'kysely'
import type { Aportes, Regla } from '../aportes.ts'
import type { Db, Tx } from '../db/db.ts'
import { RECALCULO } from './libro.ts'
import { SELLOS } from './sellos.ts'

export interface Diferencia {
  /** The violated rule, in Spanish. */
  regla: string
  detalle: string
}

export interface Verificacion {
  /** Number of sealed audit rows. */
  selladas: number
  asientos: number
  apuntes: number
  diferencia: Diferencia | null
}

/** Rules of the ledger itself. */
const LIBRO: readonly Regla[] = [
  [
    'Cada asiento suma cero en cada moneda',
    `SELECT format('asiento %s, moneda %s: %s', asiento_id, moneda_id, sum(importe)) AS detalle
     FROM apuntes GROUP BY asiento_id, moneda_id HAVING sum(importe) <> 0 ORDER BY asiento_id`,
  ],
  [
    'Cada asiento suma cero en valor',
    `SELECT format('asiento %s: %s', asiento_id, sum(valor)) AS detalle
     FROM apuntes GROUP BY asiento_id HAVING sum(valor) <> 0 ORDER BY asiento_id`,
  ],
  [
    'Cada asiento tiene dos apuntes o más',
    `SELECT format('asiento %s', a.id) AS detalle FROM asientos a
     LEFT JOIN apuntes p ON p.asiento_id = a.id GROUP BY a.id HAVING count(p.id) < 2 ORDER BY a.id`,
  ],
  [
    'El saldo de cada cuenta es la suma de sus apuntes',
    `SELECT format('%s: saldo %s, apuntes %s', c.codigo, c.saldo, coalesce(p.suma, 0)) AS detalle
     FROM cuentas_contables c LEFT JOIN (SELECT cuenta_id, sum(importe) AS suma FROM apuntes GROUP BY cuenta_id) p ON p.cuenta_id = c.id
     WHERE c.saldo <> coalesce(p.suma, 0) ORDER BY c.id`,
  ],
  [
    'El saldo que dejó cada apunte sigue al anterior',
    `SELECT format('apunte %s: dejó %s y debía dejar %s', id, saldo_despues, corrido) AS detalle
     FROM (SELECT id, saldo_despues, importe + lag(saldo_despues, 1, 0::numeric) OVER (PARTITION BY cuenta_id ORDER BY id) AS corrido
           FROM apuntes) t
     WHERE saldo_despues <> corrido ORDER BY id`,
  ],
  [
    'Ninguna cuenta está fuera de sus límites',
    `SELECT format('%s: %s', codigo, saldo) AS detalle FROM cuentas_contables
     WHERE saldo < minimo OR saldo > maximo ORDER BY id`,
  ],
  [
    'La cantidad de cada divisa es la de sus cuentas, y sin cantidad no hay costo',
    `SELECT format('moneda %s: posición %s, cuentas %s, costo %s', t.moneda_id, t.q, t.en_cuentas, t.k) AS detalle
     FROM (SELECT s.moneda_id, -q.saldo AS q, k.saldo AS k,
             (SELECT coalesce(sum(c.saldo), 0) FROM cuentas_contables c
              WHERE c.moneda_id = s.moneda_id AND c.id <> q.id) AS en_cuentas
           FROM posiciones s JOIN cuentas_contables q ON q.id = s.posicion_id
           JOIN cuentas_contables k ON k.id = s.contravalor_id) t
     WHERE t.q <> t.en_cuentas OR t.q = 0 AND t.k <> 0 ORDER BY t.moneda_id`,
  ],
  [
    'Los números no tienen saltos',
    `SELECT format('serie %s-%s: %s documentos, el primero es %s y el último %s', s.serie, s.anio, count(o.origen_id), s.primero, s.ultimo) AS detalle
     FROM series s LEFT JOIN documentos o ON o.numero LIKE s.serie || '-' || s.anio || '-%'
     GROUP BY s.serie, s.anio HAVING count(o.origen_id) <> s.ultimo - s.primero + 1
     UNION ALL
     SELECT format('%s: su serie no existe', o.numero) FROM documentos o
     WHERE NOT EXISTS (SELECT FROM series s WHERE o.numero LIKE s.serie || '-' || s.anio || '-%')`,
  ],
  [
    'Cada referencia en uso es la de un pago que está en pie, y cada pago en pie tiene la suya',
    `WITH d AS (SELECT * FROM referencias_lineas)
     SELECT format('%s %s: %s', coalesce(u.linea, d.linea), coalesce(u.linea_id, d.linea_id), coalesce(u.referencia, d.referencia)) AS detalle
     FROM referencias_usadas u FULL JOIN d USING (linea, linea_id)
     -- One that was used twice before this rule has its place with the first.
     WHERE u IS DISTINCT FROM d AND NOT (u.linea IS NULL AND EXISTS (
       SELECT FROM referencias_usadas x WHERE (x.cuenta_id, x.sale, x.referencia) = (d.cuenta_id, d.sale, d.referencia)
         AND x.tipo_pago_id IS NOT DISTINCT FROM d.tipo_pago_id))
     ORDER BY 1`,
  ],
]

/**
 * The query of a rule, over all rows or over those that batches after `desde` sealed: `:nuevas(table, id)` stands for
 * that condition, `:desde` for the last batch that was checked.
 */
export const consultaDe = (consulta: string, desde: number | null): string =>
  consulta
    .replaceAll(':desde', String(desde ?? 0))
    .replace(/:nuevas\((\w+), ([\w.]+)\)/g, (_, tabla, id) =>
      desde === null
        ? 'true'
        : `${id} IN (SELECT clave::bigint FROM sellos WHERE tabla = '${tabla}' AND lote_id > ${desde})`,
    )

/** Every rule of the books: the ledger's own first, then those of the areas, then what is recomputed, then the seals. */
export const reglasDe = (areas: readonly Aportes[]): Regla[] => [
  ...LIBRO,
  ...areas.flatMap(({ verifica = [] }) => verifica),
  ...RECALCULO,
  ...SELLOS,
]

/** Told before each rule is checked: its place, how many there are, its sentence. */
export type Avance = (n: number, total: number, regla: string) => void

/**
 * Recomputes the books from documents and legs in one snapshot and answers the first difference that one of `reglas`
 * finds. Read only, rule by rule, in the memory that PostgreSQL gives a query: what does not fit goes to disk.
 */
export async function verificar(
  db: Db,
  reglas: readonly Regla[],
  avance: Avance = () => {},
): Promise<Verificacion> {
  return enFoto(db, async (tx) => {
    await sql`SET LOCAL statement_timeout = 0`.execute(tx)
    const { rows } = await sql<{ asientos: number; apuntes: number; selladas: number }>`
      SELECT (SELECT count(*) FROM asientos)::int AS asientos, (SELECT count(*) FROM apuntes)::int AS apuntes,
             (SELECT count(*) FROM auditoria_cadena)::int AS selladas`.execute(tx)
    const size = rows[0] ?? { asientos: 0, apuntes: 0, selladas: 0 }
    return { ...size, diferencia: await primera(tx, reglas, null, avance) }
  })
}

/** How many batches before the last one a process looks at when it starts. */
const BATCHES = 1000
const SOME_NEW = /:nuevas\(|:desde/

/**
 * The incremental check: each call checks what was sealed since the last call that found nothing, by the rules that can
 * be limited to it, and answers the first difference.
 */
export function verificarNuevas(
  db: Db,
  reglas: readonly Regla[],
): () => Promise<Diferencia | null> {
  const limitadas = reglas.filter(([, consulta]) => SOME_NEW.test(consulta))
  let desde: number | null = null
  return () =>
    enFoto(db, async (tx) => {
      await sql`SET LOCAL statement_timeout = '60s'`.execute(tx)
      const { rows } = await sql<{ n: number }>`
        SELECT coalesce(max(lote_id), 0) AS n FROM sellos`.execute(tx)
      const hasta = Number(rows[0]?.n ?? 0)
      desde ??= Math.max(0, hasta - BATCHES)
      const found = await primera(tx, limitadas, desde)
      if (!found) desde = hasta
      return found
    })
}

/**
 * Runs `work` in one read-only snapshot. Every row is read once, so sequential scans are the right plan, and so are sorts
 * and hashes: a cache said to be small keeps PostgreSQL from walking through a whole table in the order of an index.
 */
function enFoto<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`SELECT set_config('enable_seqscan', 'on', true), set_config('work_mem', '64MB', true),
                       set_config('effective_cache_size', '64MB', true)`.execute(tx)
      return work(tx)
    })
}

async function primera(
  tx: Tx,
  reglas: readonly Regla[],
  desde: number | null,
  avance: Avance = () => {},
): Promise<Diferencia | null> {
  for (const [i, [regla, consulta]] of reglas.entries()) {
    avance(i + 1, reglas.length, regla)
    // Planned for all its rows, since a rule that holds finds none: for the first of many PostgreSQL would walk an index.
    const text = `WITH hallazgos AS MATERIALIZED (${consultaDe(consulta, desde)}) SELECT detalle FROM hallazgos LIMIT 1`
    const { rows } = await sql<{ detalle: string }>`${sql.raw(text)}`.execute(tx)
    if (rows[0]) return { regla, detalle: rows[0].detalle }
  }
  return null
}
