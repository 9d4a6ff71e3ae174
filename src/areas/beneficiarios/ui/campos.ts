import { limpiarDocumento } from '../../../core/documento/documentos.ts'
import type { Campo, Campos, Opcion } from '../../../core/fields.ts'
import { textoPlano } from '../../../core/texto/texto.ts'
import type { ApiError } from '../../../web/api/http.ts'
import { atiende } from '../../entidades-financieras/rules/paises.ts'
import {
  type CampoPago,
  type EntidadPago,
  esDeColumna,
  limpiarDato,
  MAX_DATO,
  reparosDePago,
} from '../../tipos-pagos/rules/datos-pago.ts'
import type { Repartido } from '../rules/pegado/reparto.ts'

/** The options for paying a beneficiary; the answer of the agenda's `opciones`. */
export interface OpcionesPago {
  metodos: readonly {
    id: number
    codigo?: string
    nombre: string
    pais: string | null
    moneda_id: number | null
    estatus: boolean
    campos: readonly CampoPago[]
  }[]
  entidades: readonly (EntidadPago & {
    id: number
    alias: string | null
    logo?: string | null
    pais: string
    /** Countries that it serves besides its own. */
    paises?: readonly string[]
    /** Codes of the ways to pay that it supports; none for any. */
    formas?: readonly string[]
    estatus: boolean
  })[]
  /** `documentos`: how people there say who they are, the usual one first. */
  paises: readonly { id: string; nombre: string; documentos?: readonly string[] }[]
  monedas: readonly { id: number; iso: string; nombre: string }[]
}

/** The form's values: text or null. The data of the way of paying have keys `campos.` + key. */
export type Valores = Readonly<Record<string, string | null>>

export type MetodoPago = OpcionesPago['metodos'][number]

export function metodoDe(opciones: OpcionesPago, valores: Valores): MetodoPago | undefined {
  return opciones.metodos.find(({ id }) => String(id) === valores.tipo_pago_id)
}

/** The country where he is paid: the way's, otherwise the chosen one. */
export function paisDe(opciones: OpcionesPago, valores: Valores): string {
  return metodoDe(opciones, valores)?.pais ?? valores.pais ?? ''
}

function entidadDe(opciones: OpcionesPago, valores: Valores) {
  return opciones.entidades.find(({ id }) => String(id) === valores.entidad_id) ?? null
}

/** Whether a bank or wallet supports a way to pay. Twin of SQL `entidades_soporta`. */
const soporta = ({ formas = [] }: OpcionesPago['entidades'][number], { codigo = '' }: MetodoPago) =>
  formas.length === 0 || formas.includes(codigo)

const eleccion = (campo: Campo, opciones: Opcion[]): Campo => ({
  ...campo,
  control: { tipo: 'seleccion', opciones },
})

/** The form field for a datum of the way of paying. */
function campoDeDato({ etiqueta, obligatorio, ejemplo }: CampoPago): Campo {
  return {
    schema: textoPlano(0, MAX_DATO),
    etiqueta,
    control: { tipo: 'texto', minimo: 0, maximo: MAX_DATO },
    requerido: obligatorio,
    ...(ejemplo && { ayuda: `Por ejemplo ${ejemplo}` }),
  }
}

/** The fields of the payment in the order in which banks ask for them; they depend on the way of paying. */
export function camposDelPago(base: Campos, opciones: OpcionesPago, valores: Valores): Campos {
  const metodo = metodoDe(opciones, valores)
  if (!metodo) return {}
  const { pais, moneda_id, entidad_id } = base
  const country = paisDe(opciones, valores)
  const own = metodo.campos.flatMap((campo): [string, Campo][] => {
    if (campo.tipo === 'documento') return []
    if (campo.tipo !== 'entidad') return [[`campos.${campo.clave}`, campoDeDato(campo)]]
    const some = opciones.entidades
      .filter(
        (e) =>
          atiende(e, country) &&
          (String(e.id) === valores.entidad_id || (e.estatus && soporta(e, metodo))),
      )
      .map(({ id, nombre, codigo, logo = null }) => ({
        valor: String(id),
        etiqueta: `${nombre} · ${codigo}`,
        marca: { nombre, logo },
      }))
    const named = {
      ...(entidad_id as Campo),
      etiqueta: campo.etiqueta,
      requerido: campo.obligatorio,
    }
    return [['entidad_id', eleccion(named, some)]]
  })
  const countries = opciones.paises.map(({ id, nombre }) => ({ valor: id, etiqueta: nombre }))
  const currencies = opciones.monedas.map(({ id, iso, nombre }) => ({
    valor: String(id),
    etiqueta: `${iso} · ${nombre}`,
  }))
  return {
    ...(metodo.pais === null && { pais: eleccion(pais as Campo, countries) }),
    ...(metodo.moneda_id === null && { moneda_id: eleccion(moneda_id as Campo, currencies) }),
    ...Object.fromEntries(own),
  }
}

/** How people say who they are in the country of payment, the usual document first. */
function documentosDe(opciones: OpcionesPago, valores: Valores): readonly string[] {
  const country = paisDe(opciones, valores)
  return opciones.paises.find(({ id }) => id === country)?.documentos ?? []
}

/** The choice of a document: those of the country, and the one that is chosen already. */
export function campoDocumento(base: Campo, opciones: OpcionesPago, valores: Valores): Campo {
  const { control } = base
  const some = documentosDe(opciones, valores)
  if (control.tipo !== 'seleccion' || some.length === 0) return base
  const all = new Map(control.opciones.map((opcion) => [opcion.valor, opcion]))
  const chosen = valores.tipo_doc && !some.includes(valores.tipo_doc) ? [valores.tipo_doc] : []
  return eleccion(
    base,
    [...some, ...chosen].flatMap((tipo) => all.get(tipo) ?? []),
  )
}

const PERSONA = ['nombre', 'tipo_doc', 'num_doc', 'parentesco', 'alias'] as const

/** The fields of the person, with the documents of the country where he is paid. */
export function camposDePersona(base: Campos, opciones: OpcionesPago, valores: Valores): Campos {
  const own = Object.fromEntries(PERSONA.map((nombre) => [nombre, base[nombre]])) as Campos
  return { ...own, tipo_doc: campoDocumento(base.tipo_doc as Campo, opciones, valores) }
}

/** The values after choosing another way of paying: what it does not ask for stays in the form but is not sent. */
export function conMetodo(opciones: OpcionesPago, valores: Valores, id: string | null): Valores {
  const next = { ...valores, tipo_pago_id: id }
  const pais = paisDe(opciones, next)
  const sameCountry = pais === paisDe(opciones, valores)
  const moneda = metodoDe(opciones, next)?.moneda_id
  return {
    ...next,
    pais: pais || null,
    ...(moneda && { moneda_id: String(moneda) }),
    ...(!sameCountry && { entidad_id: null }),
    ...(!valores.num_doc && { tipo_doc: documentosDe(opciones, next)[0] ?? 'OTR' }),
  }
}

/** The values of a pasted text by form field. */
function pegadoDe({ campos, ...read }: Repartido['valores']): Valores {
  return {
    ...Object.fromEntries(Object.entries(read).map(([nombre, valor]) => [nombre, String(valor)])),
    ...Object.fromEntries(
      Object.entries(campos).map(([clave, valor]) => [`campos.${clave}`, valor]),
    ),
  }
}

/** The values without those that a pasted text filled in; what the user typed over them stays. */
export function sinPegado(
  valores: Valores,
  { valores: read }: Pick<Repartido, 'valores'>,
): Valores {
  const filled = pegadoDe(read)
  return Object.fromEntries(
    Object.entries(valores).map(([nombre, valor]) => [
      nombre,
      valor !== null && filled[nombre] === valor ? null : valor,
    ]),
  )
}

/** The values with those of a pasted text; the other fields stay, and so does a typed alias. */
export function conPegado(
  opciones: OpcionesPago,
  valores: Valores,
  { valores: read }: Pick<Repartido, 'valores'>,
): Valores {
  const { tipo_pago_id, nombre, tipo_doc, num_doc, alias, parentesco, ...fixed } = pegadoDe(read)
  const own = {
    ...valores,
    ...(nombre && { nombre }),
    ...(num_doc && { num_doc, tipo_doc: tipo_doc ?? null }),
    ...(alias && !valores.alias && { alias }),
    ...(parentesco && !valores.parentesco && { parentesco }),
  }
  if (!tipo_pago_id) return { ...own, ...fixed }
  return { ...conMetodo(opciones, own, tipo_pago_id), ...fixed }
}

/** The request body: only the fields of this way of paying. */
export function cuerpoDe(opciones: OpcionesPago, valores: Valores): Record<string, unknown> {
  const metodo = metodoDe(opciones, valores)
  const pais = paisDe(opciones, valores)
  const asked = metodo?.campos ?? []
  const campos = asked.flatMap(({ clave, tipo }): [string, string][] => {
    const typed = valores[`campos.${clave}`]
    return typed && !esDeColumna(tipo) ? [[clave, limpiarDato(tipo, pais, typed)]] : []
  })
  const entidad = asked.some(({ tipo }) => tipo === 'entidad') ? valores.entidad_id : null
  const number = (text: string | null | undefined) => (text ? Number(text) : null)
  return {
    tipo_pago_id: number(valores.tipo_pago_id),
    pais,
    moneda_id: metodo?.moneda_id ?? number(valores.moneda_id),
    entidad_id: number(entidad),
    nombre: valores.nombre ?? '',
    tipo_doc: valores.tipo_doc,
    num_doc: valores.num_doc ?? '',
    alias: valores.alias || null,
    parentesco: valores.parentesco || null,
    campos: Object.fromEntries(campos),
  }
}

/** What the way of paying rejects, by form field. */
export function reparosDe(opciones: OpcionesPago, valores: Valores): Record<string, string> {
  const metodo = metodoDe(opciones, valores)
  if (!metodo) return {}
  const { num_doc, campos } = cuerpoDe(opciones, valores) as {
    num_doc: string
    campos: Record<string, string>
  }
  const data = {
    pais: paisDe(opciones, valores),
    num_doc: limpiarDocumento(num_doc),
    campos,
  }
  const asks = metodo.campos.some(({ tipo }) => tipo === 'entidad')
  const found = reparosDePago(metodo.campos, data, asks ? entidadDe(opciones, valores) : null)
  return Object.fromEntries(found.map(({ campo, msg }) => [campo, msg]))
}

/** The form values of a stored beneficiary. */
export function valoresDe(b: {
  metodo: { id: number }
  pais: string
  moneda: { id: number }
  entidad: { id: number } | null
  nombre: string
  tipo_doc: string
  num_doc: string
  alias: string | null
  parentesco: string | null
  campos: Readonly<Record<string, string>>
}): Valores {
  return {
    tipo_pago_id: String(b.metodo.id),
    pais: b.pais,
    moneda_id: String(b.moneda.id),
    entidad_id: b.entidad && String(b.entidad.id),
    nombre: b.nombre,
    tipo_doc: b.tipo_doc,
    num_doc: b.num_doc,
    alias: b.alias,
    parentesco: b.parentesco,
    ...Object.fromEntries(
      Object.entries(b.campos).map(([clave, valor]) => [`campos.${clave}`, valor]),
    ),
  }
}

/** The server's errors by form field; those without a field are shown at the top. */
export function deServidor(error: ApiError | null): Record<string, string> {
  if (!error || error.status >= 500) return {}
  const listed = error.body.errors ?? []
  if (listed.length === 0) return { '': error.message }
  return Object.fromEntries(listed.map(({ campo = '', msg }) => [campo, msg]))
}
