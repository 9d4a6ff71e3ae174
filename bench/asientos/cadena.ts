import { comoDueno } from '../casa.ts'
import { type Mundo, porTurnos } from '../mundo.ts'
import { anotar, entero } from '../tabla.ts'
import { turnosEnFrio } from './frio.ts'

const COLA = 'INSERT INTO auditoria_por_sellar SELECT id FROM fila'

/** The function without any chain: it writes only the audit row. */
const sinCadena = (original: string) => original.replace(COLA, 'SELECT id FROM fila')

/** The function with the chain inside the transaction of the change, under one global lock, taken late. */
const dentro = (original: string) =>
  original
    .replace('RETURNING id)', 'RETURNING auditoria AS a)')
    .replace(COLA, 'SELECT bench_encadenar(a) FROM fila')

const ENCADENAR = `CREATE OR REPLACE FUNCTION bench_encadenar(a auditoria) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_pos bigint;
  v_hash bytea;
BEGIN
  PERFORM pg_advisory_xact_lock(727002);
  SELECT pos, hash INTO v_pos, v_hash FROM auditoria_cadena ORDER BY pos DESC LIMIT 1;
  v_pos := coalesce(v_pos, 0) + 1;
  INSERT INTO auditoria_cadena
    VALUES (v_pos, a.id, auditoria_huella(v_pos, a, coalesce(v_hash, auditoria_origen())));
END $$`

/** A statement that only writes an audit row: the minimum of any write. */
const SOLA = `SELECT auditar('{"usuario_id": 1, "solicitud": "bench"}', 'editar', 'bench', '1', NULL, '{"a": 1}');\n`

/**
 * Measures the cost of the audit's chain with 16 clients: the same writes without a chain, with the real one (sealed in
 * batches by the running server) and with one inside the transaction. The variants take turns. The writes are postings
 * on cold accounts, which wait for the document number anyway, and audit rows alone, which wait for nothing.
 */
export async function filasDeCadena(mundo: Mundo): Promise<void> {
  const { url } = mundo
  const turno = turnosEnFrio(mundo, 'chain')
  if (!turno) return
  const original = await definicion(url)
  await comoDueno(url, (client) => client.query(ENCADENAR))
  const turns = (guion?: string) =>
    porTurnos({
      sin: turno(sinCadena(original), guion),
      lotes: turno(original, guion),
      dentro: turno(dentro(original), guion),
    })
  try {
    notar('posting', await turns(), 0.9)
    notar('audited write alone', await turns(SOLA))
  } finally {
    await reponer(url, original)
  }
}

function notar(que: string, seen: Record<'sin' | 'lotes' | 'dentro', number>, meta?: number): void {
  const row = (how: string, n: number, goal?: number) =>
    anotar({
      que: `${que}, ${how}`,
      nuestro: `${entero(n)}/s`,
      referencia: `${entero(seen.sin)}/s without a chain`,
      razon: n / seen.sin,
      ...(goal !== undefined && { meta: `≥ ${goal}`, cumple: n / seen.sin >= goal }),
    })
  row('audit sealed in batches', seen.lotes, meta)
  row('chain in the transaction (not used)', seen.dentro)
}

async function definicion(url: string): Promise<string> {
  const { rows } = await comoDueno(url, (client) =>
    client.query<{ def: string }>("SELECT pg_get_functiondef('auditar'::regproc) AS def"),
  )
  return rows[0]?.def ?? ''
}

/** Restores the original function and queues the rows written in the meantime for the sealer. */
async function reponer(url: string, original: string): Promise<void> {
  await comoDueno(url, async (client) => {
    await client.query(original)
    await client.query('DROP FUNCTION bench_encadenar')
    await client.query(`INSERT INTO auditoria_por_sellar SELECT a.id FROM auditoria a
      WHERE NOT EXISTS (SELECT FROM auditoria_cadena c WHERE c.auditoria_id = a.id)
        AND NOT EXISTS (SELECT FROM auditoria_por_sellar s WHERE s.auditoria_id = a.id)`)
  })
}
