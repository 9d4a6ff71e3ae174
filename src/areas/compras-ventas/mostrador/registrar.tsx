import { useRef, useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { contrato, type Registro } from '../contract.ts'
import { agradecer } from '../pantalla/canal.ts'
import { calcular, registroDe } from './calculo/calculo.ts'
import type { Borrador, Opciones } from './calculo/tipos.ts'

/** The answers given so far to the server's questions, and the options with the rate that the user kept. */
interface Respuestas {
  more: Partial<Registro>
  casa: Opciones | null
}

const NINGUNA: Respuestas = { more: {}, casa: null }

/**
 * Registers the operation of the counter. When the server asks for a confirmation, `registrar` is called again with the
 * answer (`more`) or with the quoted rate (`casa`); earlier answers are kept.
 */
export function useRegistrar(
  opciones: Opciones,
  borrador: Borrador,
  hecho: (id: number, imprimir: boolean) => void,
) {
  const [tried, setTried] = useState(false)
  const answers = useRef(NINGUNA)
  const { save, ...state } = useSave(contrato.crear, {
    stale: ['cuentas', 'posiciones', 'dashboard'],
  })
  async function registrar(imprimir: boolean, more: Partial<Registro> = {}, casa?: Opciones) {
    const before = Object.keys(more).length > 0 ? answers.current : NINGUNA
    answers.current = { more: { ...before.more, ...more }, casa: casa ?? before.casa }
    const now = calcular(answers.current.casa ?? opciones, borrador)
    setTried(true)
    if (now.problema) {
      document.getElementById(now.campo ?? '')?.focus()
      return notify('warning', now.problema)
    }
    const made = await save({ body: registroDe(borrador, now, answers.current.more) })
    if (!made) return
    agradecer()
    hecho(made.id, imprimir)
  }
  return { ...state, tried, registrar }
}
