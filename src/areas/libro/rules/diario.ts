import type { Palabras } from '../../../core/base.ts'
import { decimal, decimalesDe, texto } from '../../../core/dinero/decimal.ts'

/** The programs that read an exported journal: the name of each format and the ending of its file. */
export const FORMATOS = {
  hledger: { nombre: 'hledger', extension: 'journal' },
  ledger: { nombre: 'ledger', extension: 'ledger' },
  beancount: { nombre: 'beancount', extension: 'beancount' },
} as const
export type Formato = keyof typeof FORMATOS

export type Clase = Palabras['cuentas_contables.clase']

/** The roots of the account tree of a journal. */
const RAICES = {
  activo: 'Activo',
  pasivo: 'Pasivo',
  patrimonio: 'Patrimonio',
  ingreso: 'Ingreso',
  gasto: 'Gasto',
  posicion: 'Patrimonio',
  contravalor: 'Patrimonio',
} as const satisfies Record<Clase, string>

/** A ledger account as the journal declares it. */
export interface CuentaDiario {
  id: number
  codigo: string
  nombre: string
  clase: Clase
  iso: string
}

/** A leg of an entry. `importe` is in the account's currency, `valor` its value at cost in the functional currency. */
export interface LineaDiario extends CuentaDiario {
  decimales: number
  importe: string
  valor: string
}

/** An entry: one transaction of the journal. */
export interface AsientoDiario {
  id: number
  /** Business day, `2026-11-22`. */
  fecha: string
  /** Number of its document; null where it has none. */
  numero: string | null
  glosa: string
  lineas: readonly LineaDiario[]
}

/** What the head of a journal tells. */
export interface Cabecera {
  casa: string
  /** Functional currency. */
  funcional: string
  /** Day on which accounts open: no entry is earlier. */
  desde: string
  hasta: string
  cuentas: readonly CuentaDiario[]
  monedas: readonly { iso: string; decimales: number }[]
}

/**
 * Accounts through which the ledger passes a currency. A journal has costs (`@@`) instead, so their legs are left out:
 * what remains still sums to zero in value, because the legs of a position cancel each other.
 */
const TECNICAS: readonly Clase[] = ['posicion', 'contravalor']

/** The account that takes a cent of cost which no amount carries. */
const REDONDEO = 'Patrimonio:Redondeo-De-Costo'

/** Account types of hledger, so that its reports know Spanish names. */
const TIPO_HLEDGER: Readonly<Record<string, string>> = {
  Activo: 'A',
  Pasivo: 'L',
  Patrimonio: 'E',
  Ingreso: 'R',
  Gasto: 'X',
}

export const esTecnica = (clase: Clase): boolean => TECNICAS.includes(clase)

/**
 * One component of a name that all three programs take: a capital or a digit first, then letters, digits, hyphens. Any
 * other character is written as its code, so that two codes never become one name.
 */
function componente(text: string): string {
  const plain = text.replace(/[^A-Za-z0-9-]/gu, (c) => `x${(c.codePointAt(0) ?? 0).toString(16)}`)
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** A name of people's own, as a component: words without accents between hyphens. */
const palabras = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')

/**
 * The name of an account in the tree of the journal: its class, then the parts of its code (`ganancia:USD` is
 * `Ingreso:Ganancia:USD`). The tills and banks of the house have their id and name instead of a code that nobody reads:
 * `Activo:12-Caja-Lima`. Two accounts never share a name.
 */
export function nombreDe({ id, codigo, nombre, clase }: Omit<CuentaDiario, 'iso'>): string {
  const parts = codigo.startsWith('cuenta:')
    ? [`${id}-${palabras(nombre)}`.replace(/-$/, '')]
    : codigo.split(':').map(componente)
  return [RAICES[clase], ...parts].join(':')
}

/** Text for one line: what a program reads as a comment, a tag or the end of a text becomes a space. */
const limpio = (text: string): string =>
  text
    .replace(/[\s;|"\\]+/g, ' ')
    .replace(/:\s*/g, ' ')
    .trim()

/** An amount with at least the decimals of its currency, and no digit lost. */
function importe(valor: string, decimales: number): string {
  const used = decimalesDe(valor)
  return texto(decimal(valor), Math.max(decimales, used))
}

/** The lines of one leg. A value that has not the sign of its amount cannot be a cost: it is a line of its own. */
function lineasDe(linea: LineaDiario, funcional: string, sangria: string): string[] {
  const amount = `${importe(linea.importe, linea.decimales)} ${linea.iso}`
  const name = nombreDe(linea)
  if (linea.iso === funcional) return [`${sangria}${name}  ${amount}`]
  const value = decimal(linea.valor)
  const same = value.times(decimal(linea.importe)).gte(0)
  const cost = same ? importe(texto(value.abs(), decimalesDe(linea.valor)), 2) : '0.00'
  return [
    `${sangria}${name}  ${amount} @@ ${cost} ${funcional}`,
    ...(same ? [] : [`${sangria}${REDONDEO}  ${importe(linea.valor, 2)} ${funcional}`]),
  ]
}

const cero = (decimales: number) => (decimales === 0 ? '1.' : `1.${'0'.repeat(decimales)}`)

/** The lines before the first entry: commodities and accounts, declared as each program asks for. */
export function cabeceraDe(formato: Formato, c: Cabecera): string[] {
  const cuentas = c.cuentas.filter(({ clase }) => !esTecnica(clase))
  const title = limpio(`${c.casa}, del ${c.desde} al ${c.hasta}`)
  if (formato === 'beancount') {
    return [
      `option "title" "${title}"`,
      `option "operating_currency" "${c.funcional}"`,
      'option "name_assets" "Activo"',
      'option "name_liabilities" "Pasivo"',
      'option "name_equity" "Patrimonio"',
      'option "name_income" "Ingreso"',
      'option "name_expenses" "Gasto"',
      // A total cost becomes a price of each unit there, which loses the last of its 28 digits.
      `option "inferred_tolerance_default" "${c.funcional}:0.0001"`,
      ...c.monedas.map(({ iso }) => `${c.desde} commodity ${iso}`),
      ...cuentas.map((cuenta) => `${c.desde} open ${nombreDe(cuenta)} ${cuenta.iso}`),
      `${c.desde} open ${REDONDEO} ${c.funcional}`,
      '',
    ]
  }
  const commodities = c.monedas.flatMap(({ iso, decimales }) =>
    formato === 'hledger'
      ? [`commodity ${cero(decimales)} ${iso}`]
      : [`commodity ${iso}`, `    format ${cero(decimales).replace(/\.$/, '')} ${iso}`],
  )
  const account = (name: string, nombre: string) => {
    if (formato === 'ledger') return [`account ${name}`, `    note ${limpio(nombre)}`]
    const tipo = TIPO_HLEDGER[name.split(':')[0] ?? '']
    return [`account ${name}  ; type:${tipo}, ${limpio(nombre)}`]
  }
  return [
    `; ${title}`,
    ...commodities,
    ...cuentas.flatMap((cuenta) => account(nombreDe(cuenta), cuenta.nombre)),
    ...account(REDONDEO, 'Redondeo de costo'),
    '',
  ]
}

/** The lines of one entry, an empty one last; none where an entry moves nothing but positions. */
export function asientoDe(formato: Formato, a: AsientoDiario, funcional: string): string[] {
  const lineas = a.lineas.filter(({ clase }) => !esTecnica(clase))
  if (lineas.length === 0) return []
  const number = a.numero === null ? `asiento-${a.id}` : limpio(a.numero)
  if (formato === 'beancount') {
    return [
      `${a.fecha} * "${number}" "${limpio(a.glosa)}"`,
      `  asiento: "${a.id}"`,
      ...lineas.flatMap((linea) => lineasDe(linea, funcional, '  ')),
      '',
    ]
  }
  return [
    `${a.fecha} * (${number}) ${limpio(a.glosa)}`,
    ...lineas.flatMap((linea) => lineasDe(linea, funcional, '    ')),
    '',
  ]
}
