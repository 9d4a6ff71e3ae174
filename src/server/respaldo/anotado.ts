import pg from 'pg'

/** Somebody else is at it: neither a backup nor a failure. */
export class EnCurso extends Error {
  override name = 'EnCurso'
}

/** What is written down of a backup that was made. */
interface Hecho {
  carpeta: string
  manifiesto: { paquete: { bytes: number } }
}

async function conCliente<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Makes a backup (`hacer`) and writes what came of it into the house, where the bell and the settings read it. `url`
 * connects as the owner: the role that serves does not write it.
 * @throws what `hacer` throws, after its sentence was written down.
 */
export async function anotado<T extends Hecho>(
  url: string,
  destino: string,
  hacer: () => Promise<T>,
): Promise<T> {
  const inicio = await conCliente(url, async (client) => {
    const { rows } = await client.query<{ inicio: Date }>('SELECT ahora() AS inicio')
    return rows[0]?.inicio
  })
  const anotar = (carpeta: string, bytes: number | null, falla: string | null) =>
    conCliente(url, (client) =>
      client.query(
        `INSERT INTO respaldos (inicio, fin, carpeta, bytes, falla)
         VALUES ($1, greatest($1, ahora()), $2, $3, $4)`,
        [inicio, carpeta, bytes, falla],
      ),
    )
  try {
    const hecho = await hacer()
    await anotar(hecho.carpeta, hecho.manifiesto.paquete.bytes, null)
    return hecho
  } catch (error) {
    if (!(error instanceof EnCurso)) await anotar(destino, null, (error as Error).message)
    throw error
  }
}
