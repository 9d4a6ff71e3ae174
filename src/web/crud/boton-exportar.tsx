import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { notify } from '../notify.ts'
import { download, toCsv } from './exportar.ts'
import type { Columna } from './tabla.tsx'

interface Props<T> {
  /** File name without its ending. */
  nombre: string
  columnas: readonly Columna<T>[]
  /** Gives all rows of what is filtered, telling how far it is. */
  filas: (
    signal: AbortSignal,
    onProgress: (count: number, total: number | undefined) => void,
  ) => Promise<readonly T[]>
}

/** Exports what is filtered as CSV, with progress and a way to stop. */
export function BotonExportar<T>({ nombre, columnas, filas }: Props<T>) {
  const [running, setRunning] = useState<{ abort: AbortController; text: string }>()

  async function run() {
    const abort = new AbortController()
    setRunning({ abort, text: 'Exportando…' })
    try {
      const rows = await filas(abort.signal, (count, total) =>
        setRunning({ abort, text: `Exportando ${count}${total ? ` de ${total}` : ''}…` }),
      )
      download(`${nombre}.csv`, toCsv(columnas, rows))
    } catch (error) {
      if (!abort.signal.aborted) notify('warning', error instanceof Error ? error.message : '')
    } finally {
      setRunning(undefined)
    }
  }

  if (running) {
    return (
      <Button variant="default" onClick={() => running.abort.abort()}>
        <span role="status">{running.text}</span>&nbsp;Cancelar
      </Button>
    )
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => void run()}
    >
      Exportar CSV
    </Button>
  )
}
