import { limpiarDocumento } from '../../../core/documento/documentos.ts'
import type { Campo, Campos, Opcion } from '../../../core/fields.ts'
import { textoPlano } from '../../../core/fields.ts'
import type { ApiError } from '../../../web/api/http.ts'
import {
  type CampoPago,
  type EntidadPago,
  esDeColumna,
  limpiarDato,
  MAX_DATO,
  reparosDePago,
} from '../../tipos-pagos/rules/datos-pago.ts'
import type { Repartido } from '../rules/pegado/reparto.ts'

/** What the house offers to pay somebody with; the answer of the agenda's `opciones`. */
export interface OpcionesPago {
  metodos: readonly {
    id: number
    nombre: string
    pais: string | null
    moneda_id: number | null
    estatus: boolean
    campos: readonly CampoPago[]
  }[]
  entidades: readonly (EntidadPago & {
    id: number
    alias: string | null
    pais: string
    estatus: boolean
  })[]
  paises: readonly { id: string; nombre: string }[]
  monedas: readonly { id: number; iso: string; nombre: string }[]
}

/** What stands in the form: text, or nothing. Data of the way of paying are kept under `campos.` and their key. */
export type Valores = Readonly<Record<string, string | null>>

export type MetodoPago = OpcionesPago['metodos'][number]

export function metodoDe(opciones: OpcionesPago, valores: Valores): MetodoPago | undefined {
  return opciones.metodos.find(({ id }) => String(id) === valores.tipo_pago_id)
}

/** Where he is paid: as the way says, else as was chosen. */
export function paisDe(opciones: OpcionesPago, valores: Valores): string {
  return metodoDe(opciones, valores)?.pais ?? valores.pais ?? ''
}

function entidadDe(opciones: OpcionesPago, valores: Valores) {
  return opciones.entidades.find(({ id }) => String(id) === valores.entidad_id) ?? null
}

const eleccion = (campo: Campo, opciones: Opcion[]): Campo => ({
  ...campo,
  control: { tipo: 'seleccion', opciones },
})

/** The field of a datum that the way of paying asks for. */
function campoDeDato({ etiqueta, obligatorio, ejemplo }: CampoPago): Campo {
  return {
    schema: textoPlano(0, MAX_DATO),
    etiqueta,
    control: { tipo: 'texto' },
    requerido: obligatorio,
    ...(ejemplo && { ayuda: `Por ejemplo ${ejemplo}` }),
  }
}

/** The fields of the payment, in the order in which the bank asks: they change with the way of paying. */
export function camposDelPago(base: Campos, opciones: OpcionesPago, valores: Valores): Campos {
  const metodo = metodoDe(opciones, valores)
  if (!metodo) return {}
  const { pais, moneda_id, entidad_id } = base
  const country = paisDe(opciones, valores)
  const own = metodo.campos.flatMap((campo): [string, Campo][] => {
    if (campo.tipo === 'documento') return []
    if (campo.tipo !== 'entidad') return [[`campos.${campo.clave}`, campoDeDato(campo)]]
    const some = opciones.entidades
      .filter((e) => e.pais === country && (e.estatus || String(e.id) === valores.entidad_id))
      .map(({ id, nombre, codigo }) => ({ valor: String(id), etiqueta: `${nombre} · ${codigo}` }))
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

/** A document's type that is usual where he is paid. */
const DOCUMENTO_DE: Record<string, string> = { ve: 'CVE', co: 'CCO', pe: 'DNI' }

/** The values with another way of paying: what the new one does not ask for stays typed, and is not sent. */
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
    ...(!valores.num_doc && { tipo_doc: DOCUMENTO_DE[pais] ?? 'OTR' }),
  }
}

/** What a pasted text said, by the names of the form. */
function pegadoDe({ campos, ...read }: Repartido['valores']): Valores {
  return {
    ...Object.fromEntries(Object.entries(read).map(([nombre, valor]) => [nombre, String(valor)])),
    ...Object.fromEntries(
      Object.entries(campos).map(([clave, valor]) => [`campos.${clave}`, valor]),
    ),
  }
}

/** The values without what a pasted text had filled in; what somebody typed over it stays. */
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

/** The values with what a pasted text said; what it says nothing of stays, and so does an alias. */
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

/** The body that is sent: what this way of paying asks for and nothing else. */
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

/** What the way of paying does not accept, by the name of the form's field. */
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

/** The values of somebody who is there already. */
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

/** What the server refused, by field; what belongs to none stands on top. */
export function deServidor(error: ApiError | null): Record<string, string> {
  if (!error || error.status >= 500) return {}
  const listed = error.body.errors ?? []
  if (listed.length === 0) return { '': error.message }
  return Object.fromEntries(listed.map(({ campo = '', msg }) => [campo, msg]))
}
