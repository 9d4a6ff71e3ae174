import type { Contract } from '../../core/contract.ts'
import type { RutaCon } from './screens.ts'

/** What an area calls its objects in the audit, and the screen of one. */
interface Entidad {
  titulo: string
  detalle?: RutaCon<'id'>
}

/** A document that moves money, by the word that entries and reports keep of where they come from. */
interface Documento {
  texto: string
  ruta: RutaCon<'id'>
}

/** What may be left pending when a day closes, and where it is seen to: a key of the view `cierre_pendientes`. */
interface Pendiente {
  uno: string
  varios: string
  pantalla: RutaCon
  filtro?: Record<string, string>
}

/** A kind of request that waits for somebody's yes. Both calls take `{ nota }`; what a row says in `confirma` goes along. */
interface Aprobable {
  titulo: string
  llamadas: () => Promise<{ aprobar: Contract[string]; rechazar: Contract[string] }>
  /** The screen of one; null: it has none. */
  pantalla: RutaCon<'id'> | null
}

/** What an area contributes, besides its screens, to the screens of others: they need not know of it. */
export interface Aportes {
  auditoria?: Readonly<Record<string, Entidad>>
  documentos?: Readonly<Record<string, Documento>>
  pendientes?: Readonly<Record<string, Pendiente>>
  aprueba?: Readonly<Record<string, Aprobable>>
  /** Events of these areas mean that money moved: balances and positions on screen are asked for again. */
  mueve?: readonly string[]
}

type Mapas = Required<Omit<Aportes, 'mueve'>>

let mapas: Mapas = { auditoria: {}, documentos: {}, pendientes: {}, aprueba: {} }
let movers: ReadonlySet<string> = new Set()

/** Gathers what the areas contribute; the program does it once, before anything is drawn. */
export function registerAportes(all: readonly Aportes[]): void {
  const gather = <K extends keyof Mapas>(que: K): Mapas[K] =>
    Object.assign({}, ...all.map((each) => each[que]))
  mapas = {
    auditoria: gather('auditoria'),
    documentos: gather('documentos'),
    pendientes: gather('pendientes'),
    aprueba: gather('aprueba'),
  }
  movers = new Set(all.flatMap(({ mueve = [] }) => mueve))
}

/** All that was contributed of one kind, by its key. */
export const aporte = <K extends keyof Mapas>(que: K): Mapas[K] => mapas[que]

/** Does an event of this area mean that money moved? */
export const mueveDinero = (area: string): boolean => movers.has(area)
