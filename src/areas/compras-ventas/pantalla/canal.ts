/** What the client is shown of the operation at the counter: no name, no cost, no margin. */
export interface Cuadro {
  titulo: string
  tasa: string
  /** Null until there is an amount. */
  manos: { entrega: string; recibe: string } | null
  /** The operations of a ticket; empty for one operation. */
  lineas: string[]
}

/** From the counter: what is typed, nothing any more, or that it was registered. From the client's screen: it opened. */
export type Aviso = { cuadro: Cuadro | null } | { gracias: true } | { hola: true }

/** Set in a browser that has a screen for the client, from when one opened it, by the button or by its address. */
export const CON_PANTALLA = 'mostrador:pantalla'

export const hayPantalla = (): boolean => localStorage.getItem(CON_PANTALLA) !== null

/** From now on the counters of this browser write to the client's screen, also those that are open. */
export const ponerPantalla = (): void => localStorage.setItem(CON_PANTALLA, 'sí')

/** Windows of this browser only: nothing leaves the machine. */
const CANAL = 'cambista:pantalla-cliente'

/** Hears what other windows say until the answer is called; `decir` says something to them. */
export function abrirCanal(oir: (aviso: Aviso) => void) {
  const channel = new BroadcastChannel(CANAL)
  channel.onmessage = ({ data }) => oir(data as Aviso)
  return { decir: (aviso: Aviso) => channel.postMessage(aviso), cerrar: () => channel.close() }
}

/** The operation that is on the client's screen was registered. */
export function agradecer(): void {
  const { decir, cerrar } = abrirCanal(() => {})
  decir({ gracias: true })
  cerrar()
}
