import { atiende } from '../../../entidades-financieras/rules/paises.ts'
import type { CampoPago } from '../../../tipos-pagos/rules/datos-pago.ts'
import type { Conocido } from './conocidos.ts'
import type { Dato, Hallazgo } from './lector.ts'
import { LUGARES } from './palabras.ts'
import type { Pegado } from './pegado.ts'
import { type Pieza, piezaDe } from './piezas.ts'
import { llano } from './texto.ts'

/** The properties of a way of paying by which a pasted text can select it. */
export interface MetodoPegable {
  id: number
  nombre: string
  pais: string | null
  moneda_id: number | null
  campos: readonly CampoPago[]
}

export interface EntidadPegable {
  id: number
  nombre: string
  alias: string | null
  codigo: string
  pais: string
  /** Countries that it serves besides its own. */
  paises?: readonly string[]
}

/** The ids of the banks or ways of paying that a name in the text may mean. */
export const ids = ({ valor }: Hallazgo) => valor.split(' ').map(Number)

/** The names that the house knows, each with all the entities of that name. */
export function conocidosDe(
  metodos: readonly MetodoPegable[],
  entidades: readonly EntidadPegable[],
): Conocido[] {
  const bank = (nombre: string) => /^banco (?:(?:de|del) )?(?:la )?(.+)$/i.exec(nombre)?.[1]
  const known = entidades.flatMap(({ id, nombre, alias, codigo }) => {
    const half = bank(nombre)
    const whole = [nombre, alias, half && `banco ${half}`, /^\d{4}$/.test(codigo) ? codigo : null]
    const short = half && !LUGARES.has(llano(half)) ? [half] : []
    return [
      ...whole.flatMap((frase) => (frase ? [{ id, frase: llano(frase), corta: false }] : [])),
      ...short.map((frase) => ({ id, frase: llano(frase), corta: true })),
    ]
  })
  const taken = new Set(known.map(({ frase }) => frase))
  return [
    ...[...Map.groupBy(known, ({ frase }) => frase)].map(
      ([frase, all]): Conocido => ({
        clave: [...new Set(all.map(({ id }) => id))].join(' '),
        dato: 'entidad',
        ...(all.some(({ corta }) => !corta)
          ? { frases: [frase] }
          : { frases: [], cortas: [frase] }),
      }),
    ),
    ...metodos
      .filter(({ nombre }) => !taken.has(llano(nombre)))
      .map(({ id, nombre }): Conocido => ({ clave: String(id), dato: 'metodo', frases: [nombre] })),
  ]
}

/**
 * The bank or wallet among `own`: by the first digits of the account, otherwise by name; several matches are a doubt.
 */
function entidadDe(leido: Pegado, own: readonly EntidadPegable[]): Pieza<EntidadPegable> {
  const found = leido.hallazgos.filter(({ dato }) => dato === 'entidad')
  const named = [...new Set(found.flatMap(ids))].flatMap((id) => own.find((e) => e.id === id) ?? [])
  const { valor } = piezaDe(leido, ['cuenta'])
  const cuenta = valor?.valor ?? ''
  const byAccount =
    cuenta.length === 20
      ? own.find(({ codigo }) => /^\d{3,4}$/.test(codigo) && cuenta.startsWith(codigo))
      : undefined
  if (byAccount && (named.length === 0 || named.includes(byAccount))) return sure(byAccount)
  const all = byAccount ? [byAccount, ...named] : named
  if (all.length > 1) {
    const motivo = byAccount
      ? `la cuenta empieza como las de ${byAccount.nombre} y el texto nombra otro banco`
      : 'el texto nombra más de un banco'
    return { valor: null, opciones: all, motivo }
  }
  const [only] = all
  return only ? sure(only) : { valor: null, opciones: [], motivo: null }
}

const sure = <T>(valor: T): Pieza<T> => ({ valor, opciones: [valor], motivo: null })

/** The data that a field accepts, the best first. */
function datosDe({ tipo }: CampoPago, metodo: MetodoPegable): readonly Dato[] {
  switch (tipo) {
    case 'telefono':
      return ['telefono']
    case 'cuenta':
      return metodo.pais === null ? ['billetera'] : ['cuenta']
    case 'correo':
      return ['correo']
    case 'contacto':
      return ['correo', 'telefono']
    case 'llave':
      return ['llave', 'correo', 'telefono']
    case 'digitos':
      return ['cuenta']
    default:
      return []
  }
}

/** A way of paying, and what the text provides for it. */
export interface Opcion {
  metodo: MetodoPegable
  entidad: Pieza<EntidadPegable>
  piezas: Map<CampoPago, Pieza>
  points: number
}

/** Scores a way of paying: required data that are present, data that are missing, names that point to it. */
export function opcionDe(
  metodo: MetodoPegable,
  leido: Pegado,
  entidades: readonly EntidadPegable[],
): Opcion {
  const own = entidades.filter((e) => metodo.pais === null || atiende(e, metodo.pais))
  const entidad = entidadDe(leido, own)
  const piezas = new Map(
    metodo.campos.map((campo): [CampoPago, Pieza] => [
      campo,
      piezaDe(leido, datosDe(campo, metodo), metodo.pais),
    ]),
  )
  const abroad = metodo.pais !== null && leido.pais !== null && metodo.pais !== leido.pais
  if (abroad || metodo.campos.length === 0) return { metodo, entidad, piezas, points: -1 }
  const isThere = (campo: CampoPago) =>
    campo.tipo === 'entidad'
      ? entidad.opciones.length > 0
      : campo.tipo === 'documento'
        ? piezaDe(leido, ['documento']).opciones.length > 0
        : (piezas.get(campo)?.opciones.length ?? 0) > 0
  const needed = metodo.campos.filter(({ obligatorio, tipo }) => obligatorio && tipo !== 'texto')
  const there = needed.filter(isThere)
  const named = ` ${leido.resto} `.includes(` ${llano(metodo.nombre)} `)
  // A sender includes an account number on purpose, so a way of paying must use it.
  const isAccount = (campo: CampoPago) =>
    campo.tipo === 'cuenta' && piezas.get(campo)?.opciones.some(({ duda }) => duda === undefined)
  const account = metodo.campos.some(isAccount) ? 3 : 0
  // A wallet's name is often part of the name of its way of paying.
  const wallet = entidad.valor && llano(metodo.nombre).includes(llano(entidad.valor.nombre)) ? 4 : 0
  const missing = needed.length - there.length
  return {
    ...{ metodo, entidad, piezas },
    points: there.length * 2 - missing * 3 + (named ? 5 : 0) + account + wallet,
  }
}
