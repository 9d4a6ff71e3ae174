import type { ComponentType } from 'react'
import type { Contract } from '../../core/contract.ts'
import type { Simbolo } from '../../core/formato.ts'
import type { Permiso } from '../../core/permisos.ts'
import type { PanelVistasProps } from '../crud/lista/arreglo/panel-vistas.ts'
import type { RutaCon } from './screens.ts'

/** What an area calls its objects in the audit, and the screen of one. */
interface Entidad {
  titulo: string
  detalle?: RutaCon<'id'>
  /** Without a screen of its own: the page where it is, and the search parameter that says which one. */
  pagina?: { a: RutaCon; clave?: string }
}

/** A document that moves money, by the `origen` that entries and reports store. */
interface Documento {
  texto: string
  ruta: RutaCon<'id'>
}

/** Work that may be pending when a day closes and its screen, by key of the view `cierre_pendientes`. */
interface Pendiente {
  uno: string
  varios: string
  pantalla: RutaCon
  filtro?: Record<string, string>
}

/** A kind of request that waits for approval. Both calls take `{ nota }` and the row's `confirma`. */
interface Aprobable {
  titulo: string
  llamadas: () => Promise<{ aprobar: Contract[string]; rechazar: Contract[string] }>
  /** The screen of one request; null when it has none. */
  pantalla: RutaCon<'id'> | null
}

/** What a search offers of one record: a line, and where it leads. */
export interface Ofrecida {
  texto: string
  nota?: string
  a: string
  search?: Record<string, string>
}

/** A list in which a record is found by what is typed, and the screen of one. */
interface Registros {
  titulo: string
  detalle: RutaCon<'id'>
}

/** Fields of its rows say each record. */
interface PorCampos extends Registros {
  texto: string
  notas: readonly string[]
}

/** The server finds in it: `halla` of its area has the same key. */
interface Hallada extends PorCampos {
  como?: undefined
  /** Words that may stand before what says the record, without accents: `gasto 48`. */
  llamada: readonly string[]
  /** Its rows are told by their numbers alone: it is asked for nothing without a digit. */
  porNumero?: true
  hacer?: Haceres
}

/** It comes whole, and is searched in the browser. */
interface Entera extends PorCampos {
  como: 'entera'
  /** The path that answers it. */
  lista: string
}

/** What may be done with a record of a list, asked for with a verb: `pagar OR-2026-000435`. */
export interface Haceres {
  /** Without accents. */
  verbos: readonly string[]
  codigo: () => Promise<{ default: Hacedor }>
}

/** What is offered to this person of a found record, for the verb that was typed; null for nothing. */
export type Hacedor = (
  // biome-ignore lint/suspicious/noExplicitAny: a row of the area's own list
  fila: any,
  verbo: string,
  quien: { id: number | undefined; puede: (permiso: Permiso) => boolean },
) => Ofrecida | null

/** A list that comes whole by the call `listar`, of which the area's own code finds what was typed. */
interface PorLineas extends Registros {
  como: 'lineas'
  /** The path of `listar`. */
  lista: string
  lineas: () => Promise<{ default: Buscador; listar: Contract[string] }>
}

export type Buscador = (
  // biome-ignore lint/suspicious/noExplicitAny: the rows of the area's own call `listar`
  filas: readonly any[],
  typed: string,
  puede: (permiso: Permiso) => boolean,
) => Ofrecida[]

export type Buscable = Hallada | Entera | PorLineas

/** Something to do, in the words of whoever wants it done: a screen, as it has to open. */
export interface Accion {
  texto: string
  pantalla: RutaCon
  search?: Record<string, string>
  /** Beside what the screen itself asks for. */
  permiso?: Permiso
  /** The function key that does it from any page. */
  tecla?: `F${number}`
}

/** An account of cash, whose last count is asked for. */
export interface ConteoDeCajaProps {
  cuenta_id: number
  moneda: Simbolo
  /** In one line that opens, beside other things. */
  breve?: boolean
}

/** What an area contributes, besides its own screens, to screens that do not know the area. */
export interface Aportes {
  auditoria?: Readonly<Record<string, Entidad>>
  documentos?: Readonly<Record<string, Documento>>
  pendientes?: Readonly<Record<string, Pendiente>>
  aprueba?: Readonly<Record<string, Aprobable>>
  busca?: Readonly<Record<string, Buscable>>
  hace?: Readonly<Record<string, Accion>>
  /** What every list offers besides its own tools. */
  listas?: { vistas?: () => Promise<{ default: ComponentType<PanelVistasProps> }> }
  /** What the user's own till last counted, for a screen that takes cash or pays it out. */
  caja?: { conteo?: () => Promise<{ default: ComponentType<ConteoDeCajaProps> }> }
  /** Events of these areas mean that money moved: balances and positions on screen are refetched. */
  mueve?: readonly string[]
}

type Mapas = Required<Omit<Aportes, 'mueve'>>

let mapas: Mapas = {
  auditoria: {},
  documentos: {},
  pendientes: {},
  aprueba: {},
  busca: {},
  hace: {},
  listas: {},
  caja: {},
}
let movers: ReadonlySet<string> = new Set()

/** Gathers the contributions of the areas; called once by the program, before the first render. */
export function registerAportes(all: readonly Aportes[]): void {
  const gather = <K extends keyof Mapas>(que: K): Mapas[K] =>
    Object.assign({}, ...all.map((each) => each[que]))
  mapas = {
    auditoria: gather('auditoria'),
    documentos: gather('documentos'),
    pendientes: gather('pendientes'),
    aprueba: gather('aprueba'),
    busca: gather('busca'),
    hace: gather('hace'),
    listas: gather('listas'),
    caja: gather('caja'),
  }
  movers = new Set(all.flatMap(({ mueve = [] }) => mueve))
}

/** All contributions of one kind, by key. */
export const aporte = <K extends keyof Mapas>(que: K): Mapas[K] => mapas[que]

/** Whether an event of this area means that money moved. */
export const mueveDinero = (area: string): boolean => movers.has(area)
