import type { Ticket } from '../../core/documento/ticket.ts'
import { impedimento, PREGUNTAS } from '../../core/escpos/ordenes.ts'
import { escribirTicket } from '../../core/escpos/ticket.ts'
import { abrir, FalloImpresora, type Puerto } from './puertos.ts'
import { leerPuesto, type Puesto } from './puesto.ts'

/** How long a printer may take for a ticket, and for the answer to a question. */
const TICKET_MS = 8000
const RESPUESTA_MS = 1000

const IMPIDE = {
  papel: 'la impresora no tiene papel',
  tapa: 'la tapa de la impresora está abierta',
  error: 'la impresora marca un error: apáguela y enciéndala',
} as const

/**
 * Prints a ticket on the receipt printer of this machine; `efectivo` opens the drawer where one hangs on it.
 * @throws FalloImpresora
 */
export async function imprimirTicket(ticket: Ticket, efectivo: boolean): Promise<void> {
  const puesto = leerPuesto()
  if (!puesto) throw new FalloImpresora('la impresora de este puesto no está configurada')
  await enviar(puesto, escribirTicket(ticket, puesto, efectivo && puesto.cajon))
}

/** Sends bytes to a printer and says whether it answers questions. @throws FalloImpresora */
export async function enviar(puesto: Puesto, bytes: Uint8Array): Promise<{ contesta: boolean }> {
  const puerto = await abrir(puesto)
  try {
    const contesta = await preguntar(puerto)
    if (puesto.contesta && !contesta) {
      throw new FalloImpresora('la impresora no responde: revise que esté encendida y conectada')
    }
    await aTiempo(puerto.escribir(bytes))
    return { contesta }
  } catch (error) {
    if (error instanceof FalloImpresora) throw error
    throw new FalloImpresora('la impresora dejó de responder')
  } finally {
    // A port that hangs is not waited for.
    void puerto.cerrar().catch(() => {})
  }
}

/** Asks the printer how it is; false when it does not answer. @throws FalloImpresora when it cannot print */
async function preguntar(puerto: Puerto): Promise<boolean> {
  await aTiempo(puerto.escribir(Uint8Array.from(PREGUNTAS.papel)))
  const papel = await puerto.leer(RESPUESTA_MS)
  if (papel === undefined) return false
  await aTiempo(puerto.escribir(Uint8Array.from(PREGUNTAS.parada)))
  const parada = await puerto.leer(RESPUESTA_MS)
  const impide = impedimento(papel, parada ?? 0)
  if (impide) throw new FalloImpresora(IMPIDE[impide])
  return true
}

function aTiempo(writing: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = setTimeout(
    () => reject(new FalloImpresora('la impresora no recibe: revise que esté encendida')),
    TICKET_MS,
  )
  return Promise.race([writing, promise]).finally(() => clearTimeout(late))
}
