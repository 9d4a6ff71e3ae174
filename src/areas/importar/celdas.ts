import { limpiarDocumento, TIPOS_DOCUMENTO } from '../../core/documento/documentos.ts'
import type { Control } from '../../core/fields.ts'
import type { Db } from '../../server/db/db.ts'
import { llano } from '../beneficiarios/rules/pegado/texto.ts'
import type { ColumnaCampo } from './contract/columnas.ts'
import { conDocumento, type Nombrada } from './queries.ts'
import { type Decimales, type Leida, leerCelda, poner, valorEn } from './rules.ts'

export interface Motivo {
  clave: string | null
  msg: string
}

/** What cells are parsed with: the house's catalogues, and the decimal sign of the file. */
export interface Lectura {
  catalogos: Map<string, Nombrada[]>
  decimales: Decimales | null
}

export interface Leidas {
  body: Record<string, unknown>
  motivos: Motivo[]
}

/** Countries and currencies are read first: they tell apart ways of paying and banks of the same name. */
const ANTES = new Set(['paises', 'monedas', 'monedas/lista'])

/** The cells of a row as the body of the call that creates it. Empty cells are left out. */
export async function leerFila(
  db: Db,
  columnas: readonly (ColumnaCampo | null)[],
  celdas: readonly string[],
  lectura: Lectura,
): Promise<Leidas> {
  const body: Record<string, unknown> = {}
  const motivos: Motivo[] = []
  const read = columnas.flatMap((columna, n) => {
    const typed = celdas[n] ?? ''
    return columna && typed !== '' ? [{ columna, typed }] : []
  })
  const early = ({ columna: { campo } }: (typeof read)[number]) =>
    campo.control.tipo === 'referencia' && ANTES.has(campo.control.recurso)
  for (const { columna, typed } of [...read.filter(early), ...read.filter((c) => !early(c))]) {
    const found = await leer(db, columna.campo.control, typed, body, lectura)
    if ('msg' in found) motivos.push({ clave: columna.clave, msg: found.msg })
    else poner(body, columna.clave, found.valor)
  }
  return { body, motivos }
}

async function leer(
  db: Db,
  control: Control,
  typed: string,
  body: Record<string, unknown>,
  { catalogos, decimales }: Lectura,
): Promise<Leida> {
  if (control.tipo === 'referencia') {
    return nombrada(catalogos.get(control.recurso) ?? [], typed, body)
  }
  return control.tipo === 'busqueda' ? cliente(db, typed) : leerCelda(control, typed, decimales)
}

/** The row of a catalogue that a cell refers to by name. */
function nombrada(filas: readonly Nombrada[], typed: string, body: object): Leida {
  const word = llano(typed)
  const called = filas.filter(({ palabras }) => palabras.some((each) => llano(each) === word))
  const fits = called.filter(
    ({ pais, moneda_id }) =>
      [null, valorEn(body, 'pais')].includes(pais) &&
      [null, valorEn(body, 'moneda_id')].includes(moneda_id),
  )
  const [one, other] = new Set((fits.length > 0 ? fits : called).map(({ id }) => id))
  if (one === undefined)
    return { msg: `«${typed}» no está en su lista. Créelo antes, o escríbalo como allí.` }
  if (other !== undefined) {
    return { msg: `Hay más de uno llamado «${typed}». Escriba su código.` }
  }
  return { valor: one }
}

const TIPOS = Object.keys(TIPOS_DOCUMENTO)

/** A client by document: `DNI 70000011`, or the number alone. */
async function cliente(db: Db, typed: string): Promise<Leida> {
  const [, tipo, rest] = /^([A-Z]{2,3})[\s:.-]+(.+)$/i.exec(typed) ?? []
  const known = tipo && TIPOS.includes(tipo.toUpperCase()) ? tipo.toUpperCase() : null
  const numero = limpiarDocumento((known && rest) || typed)
  const [id, other] = await conDocumento(db, known, numero)
  if (id === undefined) return { msg: `No hay un cliente con documento ${typed}. Impórtelo antes.` }
  if (other !== undefined) {
    return {
      msg: `Dos clientes tienen el número ${typed}: escriba también el tipo, por ejemplo DNI ${numero}.`,
    }
  }
  return { valor: id }
}
