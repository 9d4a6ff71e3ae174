import { comoDueno } from '../casa.ts'
import { type Mundo, porTurnos } from '../mundo.ts'
import { anotar, entero } from '../tabla.ts'
import { turnosEnFrio } from './frio.ts'

/** Switches the note takers of all tables on or off. */
const anotadores = (how: 'ENABLE' | 'DISABLE') => `DO $$
  DECLARE r record;
  BEGIN
    FOR r IN SELECT tgrelid::regclass AS t, tgname FROM pg_trigger WHERE tgname ~ '_sello(_nuevas)?$' LOOP
      EXECUTE format('ALTER TABLE %s ${how} TRIGGER %I', r.t, r.tgname);
    END LOOP;
  END $$`

/**
 * What a posting pays for the seals of its rows (ADR 0056): 16 clients on cold accounts, with and without the note
 * takers; the running server seals meanwhile.
 */
export async function filasDeSellos(mundo: Mundo): Promise<void> {
  const { url } = mundo
  const turno = turnosEnFrio(mundo, 'seals')
  if (!turno) return
  try {
    const { sin, con } = await porTurnos({
      sin: turno(anotadores('DISABLE')),
      con: turno(anotadores('ENABLE')),
    })
    anotar({
      que: 'posting, every row sealed in batches',
      nuestro: `${entero(con)}/s`,
      referencia: `${entero(sin)}/s without seals`,
      razon: con / sin,
      meta: '≥ 0.85',
      cumple: con / sin >= 0.85,
    })
  } finally {
    await comoDueno(url, async (client) => {
      await client.query(anotadores('ENABLE'))
      await client.query('SELECT auditoria_sellar(10000000)')
      await client.query(
        'INSERT INTO sellos_por_hacer SELECT tabla, clave FROM sellos_diferencias()',
      )
    })
  }
}
