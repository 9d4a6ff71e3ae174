import { useRef, useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { Rechazo } from '../../../web/operacion/rechazo.tsx'
import { contrato, type Registro } from '../contract.ts'
import { agradecer } from '../pantalla/canal.ts'
import { lineasDe, otrasDe, pedidoDe, problemaDeTicket } from '../tickets/juntas.ts'
import { calcular, conTasa, registroDe } from './calculo/calculo.ts'
import type { Borrador, Opciones } from './calculo/tipos.ts'
import type { Cambiar } from './linea-pago.tsx'

/** The answers given so far to the server's questions, and the options with the rate that the user kept. */
interface Respuestas {
  more: Partial<Registro>
  casa: Opciones | null
}

const NINGUNA: Respuestas = { more: {}, casa: null }
const STALE = { stale: ['cuentas', 'posiciones', 'dashboard'] } as const

/** What was registered, and the page that shows it. */
export interface Hecha {
  pagina: 'detalle-compra-venta' | 'detalle-ticket'
  id: number
}

/**
 * Registers what is at the counter: one operation, or several as a ticket. When the server asks for a confirmation,
 * `registrar` is called again with the answer (`more`) or with the quoted rate (`casa`); earlier answers are kept.
 */
export function useRegistrar(
  opciones: Opciones,
  borrador: Borrador,
  hecho: (hecha: Hecha, imprimir: boolean) => void,
) {
  const [tried, setTried] = useState(false)
  const answers = useRef(NINGUNA)
  const una = useSave(contrato.crear, STALE)
  const varias = useSave(contrato.crearTicket, STALE)
  const esTicket = lineasDe(opciones, borrador).length > 1
  async function enviar(casa: Opciones): Promise<Hecha | null> {
    const { more } = answers.current
    const lineas = lineasDe(casa, borrador)
    const [first, second] = lineas
    if (second) {
      const made = await varias.save({ body: pedidoDe(lineas, more) })
      return made && { pagina: 'detalle-ticket', id: made.id }
    }
    const one = first ?? { borrador, calculo: calcular(casa, borrador) }
    const made = await una.save({ body: registroDe(one.borrador, one.calculo, more) })
    return made && { pagina: 'detalle-compra-venta', id: made.id }
  }
  async function registrar(imprimir: boolean, more: Partial<Registro> = {}, casa?: Opciones) {
    const before = Object.keys(more).length > 0 ? answers.current : NINGUNA
    answers.current = { more: { ...before.more, ...more }, casa: casa ?? before.casa }
    const now = answers.current.casa ?? opciones
    const lineas = lineasDe(now, borrador)
    const bad =
      lineas.length > 0 ? problemaDeTicket(now, borrador, lineas) : calcular(now, borrador)
    setTried(true)
    if (bad?.problema) {
      document.getElementById(bad.campo ?? '')?.focus()
      return notify('warning', bad.problema)
    }
    const made = await enviar(now)
    if (!made) return
    agradecer()
    hecho(made, imprimir)
  }
  return {
    ...(esTicket ? varias : una),
    pendiente: una.pendiente || varias.pendiente,
    tried,
    registrar,
  }
}

/** The questions of a refusal, whose answers register again. */
export function Preguntas({
  opciones,
  borrador,
  change,
  registro: { error, clear, registrar },
}: {
  opciones: Opciones
  borrador: Borrador
  change: Cambiar
  registro: ReturnType<typeof useRegistrar>
}) {
  // Of a ticket, the operation whose rate changed.
  const de = otrasDe(borrador)[Number(error?.body.detalle?.linea ?? 0) - 1] ?? borrador
  return (
    <Rechazo
      error={error}
      palabras={{ monto: 'Monto', contravalor: 'Contravalor' }}
      clear={() => {
        clear()
        change({ cotizada: null })
      }}
      repetir={(more) => void registrar(true, more)}
      mantener={(vieja) =>
        void registrar(
          true,
          { mantener_tasa: true },
          conTasa(opciones, { tipo: de.tipo, ...vieja }, de),
        )
      }
    />
  )
}
