import { Button, CloseButton } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ADJUNTO, type adjuntosDe } from '../../../core/documento/adjunto.ts'
import { subir } from '../../api/archivos.ts'
import { prepararImagen } from '../../imagen.ts'
import classes from '../pagina/adjuntos.module.css'

interface Subiendo {
  nombre: string
  avance: number
  error: string | null
}

/**
 * A file for the document being filled in: chosen, or pasted with Ctrl+V; it uploads in the background.
 * `onChange` receives its id, null until the upload is complete.
 */
export function AdjuntoCampo({
  endpoint,
  onChange,
  error,
}: {
  endpoint: ReturnType<typeof adjuntosDe>['subirAdjunto']
  onChange: (id: number | null) => void
  error?: string | undefined
}) {
  const input = useRef<HTMLInputElement>(null)
  const control = useRef<AbortController>(undefined)
  const [up, setUp] = useState<Subiendo | null>(null)
  useEffect(() => () => control.current?.abort(), [])

  async function send(file: File) {
    control.current?.abort()
    const own = new AbortController()
    const { signal } = own
    control.current = own
    onChange(null)
    setUp({ nombre: file.name || 'captura.png', avance: 0, error: null })
    try {
      const { archivo, nombre } = await preparar(file)
      const alAvanzar = (avance: number) =>
        !signal.aborted && setUp({ nombre, avance, error: null })
      const { id } = await subir(endpoint, { query: { nombre } }, archivo, { signal, alAvanzar })
      onChange(id)
      setUp({ nombre, avance: 1, error: null })
    } catch (cause) {
      if (signal.aborted) return
      const message = cause instanceof Error ? cause.message : String(cause)
      setUp({ nombre: file.name, avance: 0, error: message })
    }
  }
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    if (!file || document.activeElement?.closest('[role=dialog]')) return
    event.preventDefault()
    void send(file)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    addEventListener('paste', listen)
    return () => removeEventListener('paste', listen)
  }, [])

  return (
    <div className={classes.campo}>
      <span className="medio">Adjunto</span>
      <div className={classes.linea}>
        <Button
          variant="default"
          leftSection={<IconPaperclip size={16} aria-hidden="true" />}
          title="Imagen o PDF. Ctrl+V pega una captura."
          onClick={() => input.current?.click()}
        >
          {up ? 'Cambiar archivo' : 'Adjuntar imagen o PDF'}
        </Button>
        {up && <span className={classes.nombre}>{up.nombre}</span>}
        {up && up.avance < 1 && !up.error && (
          <progress value={up.avance} max={1} aria-label={`Subiendo ${up.nombre}`} />
        )}
        {(up?.error ?? error) && <span role="alert">{up?.error ?? error}</span>}
        {up && (
          <CloseButton
            size="sm"
            aria-label="Quitar el archivo"
            onClick={() => {
              control.current?.abort()
              setUp(null)
              onChange(null)
            }}
          />
        )}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Archivo adjunto"
        accept={['image/*', ...ADJUNTO.tipos].join(',')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file) void send(file)
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** Prepares a file for upload. @throws Error in Spanish when it is not accepted. */
async function preparar(file: File) {
  const ready = await prepararImagen(file, ADJUNTO.tipos)
  const { size, type } = ready.archivo
  if (!(ADJUNTO.tipos as readonly string[]).includes(type)) {
    throw new Error('Adjunte una imagen (JPEG, PNG o WebP) o un PDF.')
  }
  if (size === 0) throw new Error('El archivo está vacío.')
  if (size > ADJUNTO.maximo) throw new Error('El archivo pesa más de 2 MB.')
  return { ...ready, nombre: ready.nombre.slice(-120) }
}
