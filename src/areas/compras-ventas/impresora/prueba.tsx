import { Button } from '@mantine/core'
import { useState } from 'react'
import { escribirTicket } from '../../../core/escpos/ticket.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { enviar } from '../../../web/impresora/imprimir.ts'
import type { Puesto } from '../../../web/impresora/puesto.ts'
import { contrato as ajustes } from '../../ajustes/contract.ts'
import { ticketDePrueba } from './ticket-prueba.ts'

/** Prints a trial ticket and learns whether the printer answers questions. */
export function Prueba({ puesto, keep }: { puesto: Puesto; keep: (next: Puesto) => void }) {
  const { data: casa } = useAnswer(ajustes.casa)
  const [said, setSaid] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  async function probar() {
    if (!casa) return
    setBusy(true)
    const ticket = ticketDePrueba(casa, new Date().toISOString(), location.origin)
    try {
      const { contesta } = await enviar(
        { ...puesto, contesta: false },
        escribirTicket(ticket, puesto),
      )
      keep({ ...puesto, contesta })
      setSaid(contesta ? CONTESTA : CALLA)
    } catch (error) {
      setSaid(`No salió: ${error instanceof Error ? error.message : 'la impresora no responde'}.`)
    }
    setBusy(false)
  }
  return (
    <section className="fila" aria-label="Prueba">
      <Button variant="light" loading={busy} disabled={!casa} onClick={() => void probar()}>
        Imprimir prueba
      </Button>
      <p role="status">{said}</p>
    </section>
  )
}

const CONTESTA =
  'Enviada. La impresora responde: si un día se apaga o le falta papel, se lo diremos.'
const CALLA =
  'Enviada. La impresora no dice si imprimió: mire el papel. Si no salió nada, revise la velocidad.'
