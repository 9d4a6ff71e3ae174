import { type CampoPago, esDeColumna, limpiarDato, MAX_DATO } from './datos-pago.ts'
import { leerPegado, llano, type Pegado } from './pegado.ts'

/** A way of paying as far as a pasted text can choose it. */
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
}

/** Values of the form that a text filled; what it says nothing of is left out. */
export interface Repartido {
  valores: {
    tipo_pago_id?: number
    pais?: string
    moneda_id?: number
    entidad_id?: number
    nombre?: string
    tipo_doc?: string
    num_doc?: string
    campos: Record<string, string>
  }
  /** What was recognised, in the words of the form; empty when nothing was. */
  hallado: string[]
}

/** The bank or wallet of a text: by the first digits of its account, by its name, else by its code standing alone. */
function entidadDe(
  leido: Pegado,
  entidades: readonly EntidadPegable[],
): EntidadPegable | undefined {
  const { cuenta, resto } = leido
  const own = entidades.filter(({ pais }) => leido.pais === null || pais === leido.pais)
  const text = ` ${resto} `
  const named = (words: string | null) => words !== null && text.includes(` ${llano(words)} `)
  const byAccount =
    cuenta?.length === 20
      ? own.find(({ codigo }) => /^\d{3,4}$/.test(codigo) && cuenta.startsWith(codigo))
      : undefined
  return (
    byAccount ??
    own
      .toSorted((a, b) => b.nombre.length - a.nombre.length)
      .find(
        ({ nombre, alias }) =>
          named(nombre) || named(nombre.replace(/^banco (de )?/i, '')) || named(alias),
      ) ??
    own.find(({ codigo }) => /^\d{3,4}$/.test(codigo) && named(codigo))
  )
}

/** The piece of the text that a field asks for. */
function piezaDe(
  campo: CampoPago,
  leido: Pegado,
  entidad: EntidadPegable | undefined,
): string | null {
  switch (campo.tipo) {
    case 'entidad':
      return entidad?.nombre ?? null
    case 'documento':
      return leido.documento?.num_doc ?? null
    case 'telefono':
      return leido.telefono
    case 'cuenta':
      return leido.cuenta ?? leido.billetera
    case 'correo':
      return leido.correo
    case 'contacto':
      return leido.correo ?? leido.telefono
    case 'llave':
      return leido.llave ?? leido.correo ?? leido.telefono
    case 'digitos':
      return leido.cuenta
    default:
      return null
  }
}

/** How well a way of paying fits: what it must have and is there, what is missing, what names it. */
function puntaje(
  metodo: MetodoPegable,
  leido: Pegado,
  entidad: EntidadPegable | undefined,
): number {
  if (metodo.pais !== null && leido.pais !== null && metodo.pais !== leido.pais) return -1
  if (metodo.campos.length === 0) return -1
  const needed = metodo.campos.filter(({ obligatorio, tipo }) => obligatorio && tipo !== 'texto')
  const there = needed.filter((campo) => piezaDe(campo, leido, entidad) !== null)
  const named = ` ${leido.resto} `.includes(` ${llano(metodo.nombre)} `)
  // An account number is never an accident: who sends one wants it used.
  const account = leido.cuenta && metodo.campos.some(({ tipo }) => tipo === 'cuenta') ? 3 : 0
  // A wallet's own name is often that of its way of paying.
  const wallet = entidad && llano(metodo.nombre).includes(llano(entidad.nombre)) ? 4 : 0
  const missing = needed.length - there.length
  return there.length * 2 - missing * 3 + (named ? 5 : 0) + account + wallet
}

/**
 * Deals the pieces of a pasted text out to the form of a beneficiary, choosing among these ways of paying; `elegido`:
 * somebody chose already, and only its fields are filled when it fits at all.
 */
export function repartirPegado(
  texto: string,
  metodos: readonly MetodoPegable[],
  entidades: readonly EntidadPegable[],
  elegido: number | null = null,
): Repartido {
  const leido = leerPegado(texto)
  const scored = metodos
    .map((metodo) => {
      const own = entidades.filter(({ pais }) => metodo.pais === null || pais === metodo.pais)
      const entidad = entidadDe(leido, own)
      const bonus = metodo.id === elegido ? 1 : 0
      return { metodo, entidad, points: puntaje(metodo, leido, entidad) + bonus }
    })
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
  const best = scored[0]
  const { documento, nombre } = leido
  const hallado = [
    ...(best ? [best.metodo.nombre] : []),
    ...(documento ? ['documento'] : []),
    ...(nombre ? ['titular'] : []),
  ]
  const persona = { ...documento, ...(nombre && { nombre }) }
  if (!best) return { valores: { ...persona, campos: {} }, hallado }
  const { metodo, entidad } = best
  const pais = metodo.pais ?? leido.pais
  const filled = metodo.campos.flatMap((campo): [CampoPago, string][] => {
    const piece = piezaDe(campo, leido, entidad)
    return piece === null || esDeColumna(campo.tipo) ? [] : [[campo, piece]]
  })
  const asksEntity = metodo.campos.some(({ tipo }) => tipo === 'entidad')
  return {
    valores: {
      ...persona,
      tipo_pago_id: metodo.id,
      ...(pais && { pais }),
      ...(metodo.moneda_id !== null && { moneda_id: metodo.moneda_id }),
      ...(asksEntity && entidad && { entidad_id: entidad.id }),
      campos: Object.fromEntries(
        filled.map(([campo, piece]) => [
          campo.clave,
          limpiarDato(campo.tipo, pais ?? '', piece).slice(0, MAX_DATO),
        ]),
      ),
    },
    hallado: [
      ...hallado,
      ...(asksEntity && entidad ? [entidad.nombre] : []),
      ...filled.map(([campo]) => campo.etiqueta.toLowerCase()),
    ],
  }
}
