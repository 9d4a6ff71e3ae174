import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import type { Control } from '../../../core/fields.ts'
import type { Context } from '../../../server/area.ts'
import { type Lectura, leerFila } from '../celdas.ts'
import type { ColumnaCampo } from '../contract/columnas.ts'
import type { contrato } from '../contract.ts'
import { catalogos, columnas } from '../queries.ts'
import { MAPAS, type Recordado, titulosDe } from '../rules/memoria.ts'
import { valorEn } from '../rules.ts'

/** The maps of whoever asks, the last used first: nobody reads a file by what another person chose. */
export async function mapas({ db, params, quien }: Context<typeof contrato.mapas>) {
  const { rows } = await sql<{ encabezado: string[]; claves: (string | null)[] }>`
    SELECT encabezado, claves FROM importar_mapas WHERE usuario_id = ${quien.usuario_id} AND que = ${params.que}
    ORDER BY usado_en DESC LIMIT ${MAPAS}`.execute(db)
  return rows
}

/** Keeps a map; only what the titles of the file mean, nothing of its rows. @throws DomainError VALIDACION */
export async function recordar({ db, params, quien, body }: Context<typeof contrato.recordar>) {
  await exigirColumnas(body.claves, await columnas(db, params.que))
  const { encabezado, claves }: Recordado = body
  const huella = createHash('sha256').update(titulosDe(encabezado)).digest()
  await sql`
    INSERT INTO importar_mapas (usuario_id, que, huella, encabezado, claves, usado_en)
    VALUES (${quien.usuario_id}, ${params.que}, ${huella}, ${JSON.stringify(encabezado)}, ${JSON.stringify(claves)}, ahora())
    ON CONFLICT (usuario_id, que, huella)
      DO UPDATE SET encabezado = excluded.encabezado, claves = excluded.claves, usado_en = excluded.usado_en`.execute(
    db,
  )
  await sql`
    DELETE FROM importar_mapas WHERE usuario_id = ${quien.usuario_id} AND que = ${params.que} AND huella IN (
      SELECT huella FROM importar_mapas WHERE usuario_id = ${quien.usuario_id} AND que = ${params.que}
      ORDER BY usado_en DESC, huella OFFSET ${MAPAS})`.execute(db)
  return { message: 'La próxima vez se leerá igual.' }
}

async function exigirColumnas(claves: readonly (string | null)[], there: readonly ColumnaCampo[]) {
  const known = new Set(there.map(({ clave }) => clave))
  const found = claves.filter((clave) => clave !== null)
  if (found.some((clave) => !known.has(clave)) || new Set(found).size < found.length) {
    const msg = 'Cada columna debe existir y estar una sola vez.'
    throw new DomainError('VALIDACION', {}, [{ msg, campo: 'claves' }])
  }
}

/** The cells of some rows in words, as an import would take them. @throws DomainError VALIDACION */
export async function leer({ db, params, body }: Context<typeof contrato.leer>) {
  const there = await columnas(db, params.que)
  await exigirColumnas(body.claves, there)
  const lectura = { catalogos: await catalogos(db), decimales: body.decimales ?? null }
  const known = body.claves.map((clave) => there.find((each) => each.clave === clave) ?? null)
  const rows = []
  for (const celdas of body.filas) {
    const { body: leida, motivos } = await leerFila(db, known, celdas, lectura)
    rows.push(
      known.map((columna, n) => {
        const motivo = motivos.find(({ clave }) => clave === columna?.clave)
        const valor = columna && valorEn(leida, columna.clave)
        const texto = columna
          ? enPalabras(columna.campo.control, valor, celdas[n] ?? '', lectura)
          : ''
        return { texto: motivo ? (celdas[n] ?? '') : texto, msg: motivo?.msg ?? null }
      }),
    )
  }
  return rows
}

/** A value as its screen shows it; `typed` where the file itself has the word for it. */
function enPalabras(
  control: Control,
  valor: unknown,
  typed: string,
  { catalogos }: Lectura,
): string {
  if (valor === undefined || valor === null) return ''
  switch (control.tipo) {
    case 'referencia':
      return catalogos.get(control.recurso)?.find(({ id }) => id === valor)?.palabras[0] ?? typed
    case 'busqueda':
      return typed
    case 'seleccion':
      return control.opciones.find((opcion) => opcion.valor === valor)?.etiqueta ?? typed
    case 'booleano':
      return valor === true ? 'Sí' : valor === false ? 'No' : typed
    case 'fecha':
      return String(valor).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1')
    default:
      return Array.isArray(valor) ? valor.join(', ') : String(valor)
  }
}
