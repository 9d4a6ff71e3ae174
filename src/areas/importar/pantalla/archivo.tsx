import { Button } from '@mantine/core'
import { IconFileTypeCsv } from '@tabler/icons-react'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formatDecimal } from '../../../core/formato.ts'
import { EntradaArchivo } from '../../../web/comprobantes/entrada.tsx'
import { filasDe, type Que } from '../contract/columnas.ts'
import { bytesDe } from '../leer.ts'
import classes from './importar.module.css'

/** Where a file is dropped, chosen or pasted; cells copied from a spreadsheet count as a file. */
export function Zona({
  que,
  nombre,
  filas,
  error,
  ocupado,
  alElegir,
}: {
  que: Que
  /** Name of the file that was read. */
  nombre: string | undefined
  filas: number
  error: string | null
  ocupado: boolean
  alElegir: (nombre: string, contenido: Blob) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [encima, setEncima] = useState(false)
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const place = event.target instanceof Element ? event.target : null
    if (ocupado || place?.closest('input, textarea, [role=dialog]')) return
    const file = event.clipboardData?.files[0]
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (!file && !text.trim()) return
    event.preventDefault()
    alElegir(file?.name ?? 'celdas pegadas', file ?? new Blob([text]))
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    addEventListener('paste', listen)
    return () => removeEventListener('paste', listen)
  }, [])
  const over = (is: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setEncima(is)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button works for everybody.
    <div
      className={classes.zona}
      data-encima={encima}
      onDragOver={over(true)}
      onDragLeave={over(false)}
      onDrop={(event) => {
        over(false)(event)
        const file = event.dataTransfer.files[0]
        if (file && !ocupado) alElegir(file.name, file)
      }}
    >
      <IconFileTypeCsv size={28} stroke={1.5} aria-hidden="true" />
      <div className={classes.zonaTexto}>
        <strong>{nombre ?? 'Arrastre aquí el archivo, o pegue las celdas con Ctrl+V'}</strong>
        <span>
          {nombre
            ? `${formatDecimal(String(filas), 0)} ${filas === 1 ? 'fila' : 'filas'}`
            : `Excel (.xlsx), CSV o texto con tabulaciones, hasta ${formatDecimal(String(filasDe(que)), 0)} filas y ${bytesDe(que) / 1024 / 1024} MB.`}
        </span>
      </div>
      <Button
        variant={nombre ? 'default' : 'filled'}
        disabled={ocupado}
        onClick={() => input.current?.click()}
      >
        {nombre ? 'Cambiar archivo' : 'Elegir archivo'}
      </Button>
      <EntradaArchivo
        ref={input}
        etiqueta="Archivo para importar"
        accept=".xlsx,.csv,.tsv,.txt,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        alElegir={(file) => alElegir(file.name, file)}
      />
      {error && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  )
}
