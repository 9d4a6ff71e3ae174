import { useRef, useState } from 'react'
import { useClave } from '../../../web/api/clave.ts'
import { useSave } from '../../../web/api/save.ts'
import { notify } from '../../../web/avisos/notify.ts'
import type { useSalida } from '../../../web/crud/formulario/salida.tsx'
import { esPregunta, Rechazo } from '../../../web/operacion/rechazo.tsx'
import { contrato, type Registro } from '../contract.ts'
import { agradecer } from '../pantalla/canal.ts'
import {
  conTasaNueva,
  lineasDe,
  type Mantenidas,
  pedidoDe,
  problemaDeTicket,
} from '../tickets/juntas.ts'
import { calcular, registroDe } from './calculo/calculo.ts'
import type { Borrador, Opciones } from './calculo/tipos.ts'
import type { Cambiar } from './linea-pago.tsx'

/**
 * The answers given so far to the server's questions: `casa`, the options that were registered by first, so that a rate
 * that changes meanwhile is asked about and not taken unseen; `mantenidas`, the rates that the user keeps.
 */
interface Respuestas {
  more: Partial<Registro>
  mantenidas: Mantenidas
  casa: Opciones | null
}

const NINGUNA: Respuestas = { more: {}, mantenidas: {}, casa: null }
const STALE = { stale: ['cuentas', 'posiciones', 'dashboard'], pregunta: esPregunta } as const

/** What was registered, and the page that shows it. */
export interface Hecha {
  pagina: 'detalle-compra-venta' | 'detalle-ticket'
  id: number
}

/**
 * Registers what is at the counter: one operation, or several as a ticket. When the server asks for a confirmation,
 * `registrar` is called again with the answer (`more`) or with the quoted rate of a line (`mantenidas`); earlier answers
 * are kept. What is sent goes through `salida`, the form's, whose question at the leaving ends with the success.
 */
export function useRegistrar(
  opciones: Opciones,
  borrador: Borrador,
  salida: ReturnType<typeof useSalida>['enviar'],
  hecho: (hecha: Hecha, imprimir: boolean) => void,
) {
  const [tried, setTried] = useState(false)
  const answers = useRef(NINGUNA)
  // Its answer lost, a ticket may come back with one line, and the other way round: one key for both.
  const clave = useClave(`${contrato.crear.path} ${location.pathname}`)
  const una = useSave(contrato.crear, { ...STALE, clave })
  const varias = useSave(contrato.crearTicket, { ...STALE, clave })
  const enviando = useRef(false)
  const esTicket = lineasDe(opciones, borrador).length > 1
  async function enviar(casa: Opciones): Promise<Hecha | null> {
    const { more, mantenidas } = answers.current
    const lineas = lineasDe(casa, borrador, mantenidas)
    const [first, second] = lineas
    if (second) {
      const made = await varias.save({ body: pedidoDe(lineas, more) })
      return made && { pagina: 'detalle-ticket', id: made.id }
    }
    const one = first ?? { borrador, calculo: calcular(casa, borrador) }
    const kept = first?.mantenida ? { ...more, mantener_tasa: true } : more
    const made = await una.save({ body: registroDe(one.borrador, one.calculo, kept) })
    return made && { pagina: 'detalle-compra-venta', id: made.id }
  }
  async function registrar(imprimir: boolean, answer: Partial<Respuestas> = {}) {
    if (enviando.current) return
    const { more, mantenidas } = answer
    const before = more || mantenidas ? answers.current : NINGUNA
    const now = before.casa ?? opciones
    answers.current = {
      more: { ...before.more, ...more },
      mantenidas: { ...before.mantenidas, ...mantenidas },
      casa: now,
    }
    const lineas = lineasDe(now, borrador, answers.current.mantenidas)
    const bad =
      lineas.length > 0 ? problemaDeTicket(now, borrador, lineas) : calcular(now, borrador)
    setTried(true)
    if (bad?.problema) {
      document.getElementById(bad.campo ?? '')?.focus()
      return notify('warning', bad.problema)
    }
    enviando.current = true
    const made = await salida(() => enviar(now)).finally(() => {
      enviando.current = false
    })
    if (!made) return
    agradecer()
    hecho(made, imprimir)
  }
  return {
    ...(esTicket ? varias : una),
    saving: una.saving || varias.saving,
    incierto: una.incierto || varias.incierto,
    tried,
    registrar,
    mantenidas: () => answers.current.mantenidas,
  }
}

/** The questions of a refusal, whose answers register again. */
export function Preguntas({
  change,
  registro: { error, clear, registrar, mantenidas },
}: {
  change: Cambiar
  registro: ReturnType<typeof useRegistrar>
}) {
  // Of a ticket, the operation whose rate changed.
  const n = Number(error?.body.detalle?.linea ?? 1) - 1
  return (
    <Rechazo
      error={error}
      palabras={{ monto: 'Monto', contravalor: 'Contravalor' }}
      clear={() => {
        clear()
        change((typed) => conTasaNueva(typed, n, mantenidas()))
      }}
      repetir={(more) => void registrar(true, { more })}
      mantener={(vieja) => void registrar(true, { mantenidas: { [n]: vieja } })}
    />
  )
}
