import { comoDueno } from './casa.ts'
import { type Mundo, porTurnos, SEGUNDOS, say } from './mundo.ts'
import { pgbench } from './pgbench.ts'
import { anotar, entero } from './tabla.ts'

const COLA = 'INSERT INTO auditoria_por_sellar SELECT id FROM fila'

/** No chain at all: the audit row and what else hangs on it. */
const sinCadena = (original: string) => original.replace(COLA, 'SELECT id FROM fila')

/** The chain built in the transaction of the change, under one lock for all, taken as late as the row is written. */
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

/** An audited change that does nothing else: the least that any write of the house does. */
const SOLA = `SELECT auditar('{"usuario_id": 1, "solicitud": "bench"}', 'editar', 'bench', '1', NULL, '{"a": 1}');\n`

/**
 * What the audit's chain costs: the same writes without it, with it as it is (sealed in batches by the server that
 * runs beside) and with it inside the transaction. In turns, 16 clients: postings on cold accounts, which queue for
 * their number anyway, and audited writes alone, which queue for nothing.
 */
export async function filasDeCadena({ casa, url, programaPgbench }: Mundo): Promise<void> {
  if (!programaPgbench) {
    say('No pgbench on this machine: the rows of the chain are left out.')
    return
  }
  const original = await definicion(url)
  await comoDueno(url, (client) => client.query(ENCADENAR))
  const turns = (guion?: string) => {
    const run = (auditar: string) => async () => {
      await comoDueno(url, (client) => client.query(auditar))
      return pgbench({
        programa: programaPgbench,
        url,
        grupo: 'frio',
        pedidos: casa.frios.length * 2,
        clientes: 16,
        segundos: SEGUNDOS,
        ...(guion && { guion }),
      })
    }
    return porTurnos({
      sin: run(sinCadena(original)),
      lotes: run(original),
      dentro: run(dentro(original)),
    })
  }
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

/** The function as it was, and what was written meanwhile put where the sealer finds it. */
async function reponer(url: string, original: string): Promise<void> {
  await comoDueno(url, async (client) => {
    await client.query(original)
    await client.query('DROP FUNCTION bench_encadenar')
    await client.query(`INSERT INTO auditoria_por_sellar SELECT a.id FROM auditoria a
      WHERE NOT EXISTS (SELECT FROM auditoria_cadena c WHERE c.auditoria_id = a.id)
        AND NOT EXISTS (SELECT FROM auditoria_por_sellar s WHERE s.auditoria_id = a.id)`)
  })
}
