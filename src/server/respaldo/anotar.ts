import pg from 'pg'
import { formatFechaHora } from '../../core/formato.ts'
import type { Apartadas } from './secretos.ts'

/**
 * Writes into the audit of a restored house that it was restored, to which instant, and which published heads it does
 * not know since. `url` connects as its owner. It is an exception: whoever goes back could hide what was done meanwhile.
 */
export async function anotarRestauracion(
  url: string,
  copia: string,
  fin: string,
  apartadas: Apartadas | null,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const frase = `La casa volvió a como estaba el ${formatFechaHora(fin)}, desde un respaldo`
    await client.query("SELECT auditar('{}', 'restaurar', 'respaldo', NULL, NULL, $1)", [
      JSON.stringify({
        ...{ copia, hasta: fin, cabezas_apartadas: apartadas?.cabezas ?? [] },
        excepcion: { clase: 'restauracion', frase },
      }),
    ])
  } finally {
    await client.end()
  }
}
