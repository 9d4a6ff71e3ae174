import { useEffect, useRef, useState } from 'react'
import { callWith } from '../../../web/api/api.ts'
import { subir } from '../../../web/api/archivos.ts'
import { ApiError } from '../../../web/api/http.ts'
import { invalidate } from '../../../web/api/query.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { nuevoUuid } from '../../../web/navegador.ts'
import { confirmarse } from '../../../web/sesion/confirmar.ts'
import type { Que } from '../contract/columnas.ts'
import { contrato, type Informe } from '../contract.ts'
import type { Decimales } from '../rules.ts'

const POLL_MS = 400

/** The work in progress and how far it is. */
export interface Corriendo {
  paso: 'probar' | 'importar'
  hechas: number
  total: number
}

export interface Pedido {
  que: Que
  nombre: string
  texto: string
  filas: number
  decimales: Decimales | undefined
}

export interface Trabajo {
  corriendo: Corriendo | null
  /** Why the last file was refused as a whole. */
  error: string | null
  /** The report of a trial; null when it was refused or cancelled. */
  probar: (pedido: Pedido) => Promise<Informe | null>
  importar: (pedido: Pedido, modo: 'todo' | 'correctas') => Promise<Informe | null>
  detener: () => void
}

/** Sends a file to be tried or imported, polls its progress, and cancels it on request. */
export function useTrabajo(): Trabajo {
  const [corriendo, setCorriendo] = useState<Corriendo | null>(null)
  const [error, setError] = useState<string | null>(null)
  const marcha = useRef<string>(undefined)
  const running = corriendo !== null

  useEffect(() => {
    if (!running) return
    const timer = setInterval(async () => {
      const clave = marcha.current
      if (!clave) return
      const now = await callWith(contrato.avance, { params: { marcha: clave } }).catch(() => null)
      if (now) setCorriendo((before) => before && { ...before, ...now })
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [running])

  async function run(
    paso: Corriendo['paso'],
    filas: number,
    send: (clave: string, signal: AbortSignal) => Promise<Informe>,
  ): Promise<Informe | null> {
    if (marcha.current) return null
    const clave = nuevoUuid()
    marcha.current = clave
    setError(null)
    setCorriendo({ paso, hechas: 0, total: filas })
    try {
      const { signal } = new AbortController()
      return await send(clave, signal).catch(async (cause) => {
        const alone = cause instanceof ApiError && /CONFIRME$/.test(cause.body.codigo ?? '')
        if (alone && (await confirmarse(cause.message, contrato.importar)))
          return send(clave, signal)
        // The outcome is unknown: once the work has ended, a retry with the same key replays its answer.
        if (paso === 'probar' || !incierto(cause)) throw cause
        await terminada(clave)
        return send(clave, signal)
      })
    } catch (cause) {
      if (!(cause instanceof ApiError && cause.status === 401)) setError(enPalabras(cause))
      return null
    } finally {
      marcha.current = undefined
      setCorriendo(null)
    }
  }

  const archivo = (texto: string) => new Blob([texto], { type: 'text/csv' })
  return {
    corriendo,
    error,
    probar: async ({ que, texto, filas, decimales }) => {
      const tried = () =>
        run('probar', filas, (clave, signal) => {
          const query = { marcha: clave, decimales }
          return subir(contrato.probar, { params: { que }, query }, archivo(texto), {
            signal,
            alAvanzar: () => undefined,
          })
        })
      const informe = await tried()
      // The opening balances of a new house ask for its administrator's password once, for all rows.
      const alone = informe && que === 'cuentas' && soloEl(informe)
      return alone && (await confirmarse(alone, contrato.probar)) ? tried() : informe
    },
    importar: async ({ que, nombre, texto, filas, decimales }, modo) => {
      const answer = await run('importar', filas, (clave, signal) => {
        const query = { marcha: clave, decimales, modo, nombre }
        return subir(contrato.importar, { params: { que }, query }, archivo(texto), {
          signal,
          alAvanzar: () => undefined,
          clave,
        })
      })
      if (answer && 'message' in answer) notify('success', String(answer.message))
      if (answer) await invalidate([que])
      return answer
    },
    detener: () => {
      const clave = marcha.current
      if (clave) void callWith(contrato.cancelar, { params: { marcha: clave } }).catch(() => null)
    },
  }
}

/** The reason of a row that only the user himself can confirm, with his password. */
const soloEl = ({ filas }: Informe) =>
  filas.flatMap(({ motivos }) => motivos).find(({ msg }) => msg.includes('con su contraseña'))?.msg

function enPalabras(cause: unknown): string {
  if (cause instanceof ApiError && cause.body.errors?.length) {
    return cause.body.errors.map(({ msg }) => msg).join(' ')
  }
  return cause instanceof Error ? cause.message : String(cause)
}

/** The request was not refused: the answer was lost, the server failed, or it is still working on it. */
function incierto(cause: unknown): boolean {
  if (!(cause instanceof ApiError)) return true
  return cause.status >= 500 || cause.body.codigo === 'CONFLICTO'
}

async function terminada(clave: string): Promise<void> {
  const ask = () => callWith(contrato.avance, { params: { marcha: clave } })
  while (await ask()) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}
