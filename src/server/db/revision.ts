import { sql } from 'kysely'
import type { Diferencia } from '../verificar/verificar.ts'
import type { Db, Tx } from './db.ts'

/** Legs, entries, rates and links of the audit that count as recent. */
const RECENT = 100_000
const RECENT_LINKS = 2_000
/** Above this number of legs the hourly check does not add them up; `npm run verificar` does. */
const MOST_LEGS = 5_000_000

/** Rules over balances only, never over all legs: the cost does not grow with the number of legs. */
const QUICK: readonly (readonly [regla: string, consulta: string])[] = [
  [
    'Los saldos suman cero en cada moneda',
    `SELECT format('moneda %s: %s', moneda_id, sum(saldo)) AS detalle
     FROM cuentas_contables GROUP BY moneda_id HAVING sum(saldo) <> 0 ORDER BY moneda_id`,
  ],
  [
    'Ninguna cuenta está fuera de sus límites',
    `SELECT format('%s: %s', codigo, saldo) AS detalle FROM cuentas_contables
     WHERE saldo < minimo OR saldo > maximo ORDER BY id`,
  ],
  [
    'Sin cantidad de una divisa no hay costo',
    `SELECT format('moneda %s: costo %s', s.moneda_id, k.saldo) AS detalle
     FROM posiciones s JOIN cuentas_contables q ON q.id = s.posicion_id
     JOIN cuentas_contables k ON k.id = s.contravalor_id WHERE q.saldo = 0 AND k.saldo <> 0 ORDER BY s.moneda_id`,
  ],
  [
    'El saldo de cada cuenta es el que dejó su último apunte',
    // Ordered by account and leg to use the index; otherwise an account without legs scans all of them.
    `SELECT format('%s: saldo %s, último apunte %s', codigo, saldo, ultimo) AS detalle FROM (
       SELECT c.id, c.codigo, c.saldo, CASE WHEN p.cuenta_id = c.id THEN p.saldo_despues ELSE 0 END AS ultimo
       FROM cuentas_contables c LEFT JOIN LATERAL (
         SELECT cuenta_id, saldo_despues FROM apuntes WHERE (cuenta_id, id) <= (c.id, 9223372036854775807)
         ORDER BY cuenta_id DESC, id DESC LIMIT 1) p ON true) t
     WHERE saldo IS DISTINCT FROM ultimo ORDER BY id`,
  ],
  [
    'Cada tasa tiene una sola fila vigente',
    `SELECT format('tipo de cambio %s', tipo_cambio_id) AS detalle FROM tipos_cambios_historico
     WHERE upper_inf(vigencia) GROUP BY tipo_cambio_id HAVING count(*) > 1 ORDER BY tipo_cambio_id`,
  ],
]

const recent = (table: string, count: number, id = 'id') =>
  `${id} > (SELECT coalesce(max(${id}), 0) - ${count} FROM ${table})`

/** Rules over the newest legs, rates and links: the cost does not grow with the house. */
const RECENTLY: typeof QUICK = [
  [
    'Cada asiento reciente suma cero en cada moneda y en valor',
    `SELECT format('asiento %s', asiento_id) AS detalle FROM (
       SELECT asiento_id, moneda_id, sum(importe) AS importe, sum(sum(valor)) OVER (PARTITION BY asiento_id) AS valor
       FROM apuntes WHERE ${recent('asientos', RECENT / 4).replace('id >', 'asiento_id >')}
       GROUP BY asiento_id, moneda_id) t
     WHERE importe <> 0 OR valor <> 0 ORDER BY asiento_id`,
  ],
  [
    'El saldo que dejó cada apunte reciente sigue al anterior',
    `SELECT format('apunte %s: dejó %s y partía de %s', id, saldo_despues, antes) AS detalle FROM (
       SELECT id, importe, saldo_despues, lag(saldo_despues) OVER (PARTITION BY cuenta_id ORDER BY id) AS antes
       FROM apuntes WHERE ${recent('apuntes', RECENT)}) t
     WHERE saldo_despues <> antes + importe ORDER BY id`,
  ],
  [
    'La historia reciente de cada tasa no tiene huecos ni solapes',
    `SELECT format('tipo de cambio %s, fila %s', tipo_cambio_id, id) AS detalle FROM (
       SELECT id, tipo_cambio_id, vigencia, lead(id) OVER w AS otra, lead(lower(vigencia)) OVER w AS sigue
       FROM tipos_cambios_historico WHERE ${recent('tipos_cambios_historico', RECENT)}
       WINDOW w AS (PARTITION BY tipo_cambio_id ORDER BY id)) t
     WHERE otra IS NOT NULL AND upper(vigencia) IS DISTINCT FROM sigue ORDER BY id`,
  ],
  [
    'Los últimos eslabones de la auditoría siguen unos a otros',
    `SELECT format('eslabón %s', pos) AS detalle FROM (
       SELECT c.pos, c.hash, a, lag(c.hash) OVER (ORDER BY c.pos) AS previo
       FROM auditoria_cadena c LEFT JOIN auditoria a ON a.id = c.auditoria_id
       WHERE ${recent('auditoria_cadena', RECENT_LINKS, 'pos').replace('pos >', 'c.pos >')}) t
     WHERE previo IS NOT NULL AND ((a).id IS NULL OR hash IS DISTINCT FROM auditoria_huella(pos, a, previo)) ORDER BY pos`,
  ],
]

/** Rules that add up every leg: about one second per million. */
const WHOLE: typeof QUICK = [
  [
    'El saldo de cada cuenta es la suma de sus apuntes',
    `SELECT format('%s: saldo %s, apuntes %s', c.codigo, c.saldo, coalesce(s.suma, 0)) AS detalle
     FROM cuentas_contables c
     LEFT JOIN (SELECT cuenta_id, sum(importe) AS suma FROM apuntes GROUP BY cuenta_id) s ON s.cuenta_id = c.id
     WHERE c.saldo <> coalesce(s.suma, 0) ORDER BY c.id`,
  ],
]

/**
 * The check of the books at the start and every hour, in one snapshot, without a lock that blocks
 * anybody. `fondo`: checks legs too, not only balances. A difference stops postings and rates in the
 * database, for all processes; a full check without one lifts the stop. `nuevas`: further checks of a full one, of what
 * changed since the last. Answers the difference, or null.
 */
export async function revisar(
  db: Db,
  {
    fondo = true,
    nuevas = async () => null,
  }: { fondo?: boolean; nuevas?: () => Promise<Diferencia | null> } = {},
): Promise<Diferencia | null> {
  let found = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`SET LOCAL statement_timeout = '60s'`.execute(tx)
      await sql`SET LOCAL enable_seqscan = on`.execute(tx)
      return firstOf(tx, fondo ? [...QUICK, ...RECENTLY, ...(await whole(tx))] : QUICK)
    })
  if (!found && fondo) found = await nuevas()
  // Balances alone can show that something is wrong, but not that everything is right.
  if (found || fondo) {
    const { regla = null, detalle = null } = found ?? {}
    await sql`SELECT solo_lectura_poner(${regla}, ${detalle})`.execute(db)
  }
  return found
}

async function whole(tx: Tx): Promise<typeof WHOLE> {
  const { rows } = await sql<{ n: number }>`
    SELECT reltuples::int8 AS n FROM pg_class WHERE oid = 'apuntes'::regclass`.execute(tx)
  return (rows[0]?.n ?? 0) > MOST_LEGS ? [] : WHOLE
}

async function firstOf(tx: Tx, rules: typeof QUICK): Promise<Diferencia | null> {
  for (const [regla, consulta] of rules) {
    const { rows } = await sql<{ detalle: string }>`${sql.raw(consulta)} LIMIT 1`.execute(tx)
    if (rows[0]) return { regla, detalle: rows[0].detalle }
  }
  return null
}

/** The instant since which the books are read only; null when they are in order. */
export async function soloLectura(db: Db): Promise<string | null> {
  const { rows } = await sql<{ desde: string }>`SELECT desde FROM solo_lectura`.execute(db)
  return rows[0]?.desde ?? null
}
