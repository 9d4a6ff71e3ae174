import { limpiarDocumento, TIPOS_DOCUMENTO } from '../../core/documento/documentos.ts'
import type { Control } from '../../core/fields.ts'
import { unoDe } from '../../core/texto/una-vez.ts'
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
  /** Why nothing new is made of it, though what is there already may be so. */
  apagadas: Motivo[]
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
  const apagadas: Motivo[] = []
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
    if ('apagada' in found) apagadas.push({ clave: columna.clave, msg: found.apagada })
  }
  return { body, motivos, apagadas }
}

async function leer(
  db: Db,
  control: Control,
  typed: string,
  body: Record<string, unknown>,
  { catalogos, decimales }: Lectura,
): Promise<Hallada> {
  if (control.tipo === 'referencia') {
    const filas = catalogos.get(control.recurso) ?? []
    return nombrada(filas, typed, body, catalogos.get('paises') ?? [])
  }
  return control.tipo === 'busqueda' ? cliente(db, typed) : leerCelda(control, typed, decimales)
}

/** What a cell says, and why the row that it names is not used for anything new. */
type Hallada = Leida | { valor: unknown; apagada: string }

/** The row of a catalogue that a cell refers to by name. */
function nombrada(
  filas: readonly Nombrada[],
  typed: string,
  body: object,
  paises: readonly Nombrada[],
): Hallada {
  const found = [...llamadas(filas, typed, body)]
  const [one, other] = found
  if (one === undefined)
    return { msg: `«${typed}» no está en su lista. Créelo antes, o escríbalo como allí.` }
  if (other === undefined) {
    const [row] = filas.filter(({ id }) => id === one)
    if (!row?.apagada) return { valor: one }
    const [nombre = typed] = row.palabras
    return {
      valor: one,
      apagada: `${nombre} está desactivada. Actívela antes en E. Financieras, o escriba otra.`,
    }
  }
  const escriba = found.flatMap((id) => {
    const [row] = filas.filter((each) => each.id === id && (each.propio || each.pais === null))
    const [nombre = '', ...others] = row?.palabras ?? []
    const word = [...others, nombre].find((each) => llamadas(filas, each, body).size === 1)
    const [pais] = paises.find((each) => each.id === row?.pais)?.palabras ?? []
    return word ? `«${word}» (${[nombre, pais].filter(Boolean).join(', ')})` : []
  })
  return {
    msg: `Hay más de uno llamado «${typed}». ${
      escriba.length > 0
        ? `Escriba ${unoDe(escriba.slice(0, 4))}.`
        : 'Cambie en su lista el nombre o el código de uno de ellos.'
    }`,
  }
}

/**
 * The rows of a catalogue that a word names: those of the row's country and currency where one is, and of them those in
 * use. Of several the one that is of that country, and does not serve it besides, or has that name, and not that code or alias; where the two
 * differ it is not known who is meant.
 */
function llamadas(filas: readonly Nombrada[], typed: string, body: object): Set<Nombrada['id']> {
  const word = llano(typed)
  const called = filas.filter(({ palabras }) => palabras.some((each) => llano(each) === word))
  const fits = enUso(
    called.filter(
      ({ pais, moneda_id }) =>
        [null, valorEn(body, 'pais')].includes(pais) &&
        [null, valorEn(body, 'moneda_id')].includes(moneda_id),
    ),
  )
  const own = fits.filter(({ propio }) => propio)
  const exact = fits.filter(({ palabras: [nombre = ''] }) => llano(nombre) === word)
  const both = own.filter((each) => exact.includes(each))
  const meant = ids(both.length > 0 ? both : [...own, ...exact])
  return meant.size === 1 ? meant : ids(fits.length > 0 ? fits : enUso(called))
}

/** Those in use; all of them where none is. */
function enUso(filas: readonly Nombrada[]): readonly Nombrada[] {
  const some = filas.filter(({ apagada }) => !apagada)
  return some.length > 0 ? some : filas
}

const ids = (filas: readonly Nombrada[]) => new Set(filas.map(({ id }) => id))

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
