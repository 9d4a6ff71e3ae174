import { useEffect, useRef, useState } from 'react'
import { callWith } from '../../../web/api/api.ts'
import { subir } from '../../../web/api/archivos.ts'
import { ApiError } from '../../../web/api/http.ts'
import { invalidate } from '../../../web/api/query.ts'
import { notify } from '../../../web/avisos/notify.ts'
import { nuevoUuid } from '../../../web/navegador.ts'
import type { Que } from '../contract/columnas.ts'
import { contrato, type Informe } from '../contract.ts'
import type { Decimales } from '../rules.ts'

const POLL_MS = 400

/** What runs, and how far it is. */
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
  /** Why the last one was refused whole. */
  error: string | null
  /** The report of a trial; null when it was refused or stopped. */
  probar: (pedido: Pedido) => Promise<Informe | null>
  importar: (pedido: Pedido, modo: 'todo' | 'correctas') => Promise<Informe | null>
  detener: () => void
}

/** Sends a file to be tried or imported, follows it, and stops it when asked to. */
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
        // Whether it is in is unknown: when it runs no more the same key has its answer.
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
    probar: ({ que, texto, filas, decimales }) =>
      run('probar', filas, (clave, signal) => {
        const query = { marcha: clave, decimales }
        return subir(contrato.probar, { params: { que }, query }, archivo(texto), {
          signal,
          alAvanzar: () => undefined,
        })
      }),
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

function enPalabras(cause: unknown): string {
  if (cause instanceof ApiError && cause.body.errors?.length) {
    return cause.body.errors.map(({ msg }) => msg).join(' ')
  }
  return cause instanceof Error ? cause.message : String(cause)
}

/** Nobody said no: the server was too busy to answer, or is still at it. */
function incierto(cause: unknown): boolean {
  if (!(cause instanceof ApiError)) return true
  return cause.status >= 500 || cause.body.codigo === 'CONFLICTO'
}

async function terminada(clave: string): Promise<void> {
  const ask = () => callWith(contrato.avance, { params: { marcha: clave } })
  while (await ask()) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}
