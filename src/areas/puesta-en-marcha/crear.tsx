import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../web/api/http.ts'
import { invalidate } from '../../web/api/query.ts'
import { conConfirmacion, pideConfirmar, sentenciaDe } from '../../web/api/save.ts'
import { notify } from '../../web/avisos/notify.ts'
import type { Registro } from './propuesta/pieza.tsx'
import { preguntaDe } from './rules/pregunta.ts'

export interface Falla {
  titulo: string
  motivo: string
}

/** Whose answers are stale afterwards. */
const AREAS = [
  'paises',
  'entidades-financieras',
  'tipos-pagos',
  'monedas',
  'pares-divisas',
  'tipos-cambios',
  'dashboard',
] as const

const SIN_RESPUESTA = 'El sistema no responde. Lo que falta sigue marcado: intente de nuevo.'

/**
 * Creates the records one after the other, each by the call of its own screen, so every rule and the audit are theirs.
 * The set is agreed to as one: the password is asked for the set, not for its first record.
 * A refusal is kept with its reason and the rest goes on; without an answer, or when the user does not say who he is,
 * it stops there. What was created is found the next time, so it may be begun again.
 */
export function useCrear() {
  const client = useQueryClient()
  const [avance, setAvance] = useState<{ hechas: number; todas: number } | null>(null)
  const [fallas, setFallas] = useState<readonly Falla[]>([])

  async function crear(piezas: readonly Registro[]): Promise<void> {
    const failed: Falla[] = []
    let made = 0
    setFallas([])
    for (const [n, { titulo, crear: send, llamada }] of piezas.entries()) {
      setAvance({ hechas: n, todas: piezas.length })
      try {
        const done = await conConfirmacion(llamada, send, preguntaDe(piezas.length))
        if (done !== false) made += 1
      } catch (cause) {
        const refused = cause instanceof ApiError && cause.status >= 400 && cause.status < 500
        const motivo = refused ? (sentenciaDe(cause) ?? '') : SIN_RESPUESTA
        failed.push({ titulo, motivo })
        if (!refused || cause.status === 401 || pideConfirmar(cause)) break
      }
    }
    setAvance(null)
    setFallas(failed)
    if (made > 0)
      notify('success', made === 1 ? 'Se creó 1 registro.' : `Se crearon ${made} registros.`)
    await invalidate(AREAS, client)
  }

  return { crear, avance, fallas }
}
