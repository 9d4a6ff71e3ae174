import { Button, CloseButton } from '@mantine/core'
import { IconCamera, IconPaperclip } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ADJUNTO, type adjuntosDe } from '../../../core/documento/adjunto.ts'
import { subir } from '../../api/archivos.ts'
import { prepararComprobante } from '../../comprobante.ts'
import { EntradaArchivo } from '../../comprobantes/entrada.tsx'
import { useCampoDeArchivo } from '../../comprobantes/soltar.ts'
import { BotonTelefono } from '../../comprobantes/telefono/boton.tsx'
import classes from '../pagina/adjuntos.module.css'

interface Subiendo {
  nombre: string
  avance: number
  error: string | null
}

/**
 * A file for the document being filled in: chosen, dropped, pasted with Ctrl+V, or photographed; it uploads in the
 * background. `onChange` receives its id, null until the upload is complete.
 */
export function AdjuntoCampo({
  endpoint,
  onChange,
  error,
  etiqueta = 'Adjunto',
  inicial,
  camara = false,
}: {
  endpoint: ReturnType<typeof adjuntosDe>['subirAdjunto']
  onChange: (id: number | null) => void
  error?: string | undefined
  etiqueta?: string
  /** A file that is there already: it was dropped where the form was opened. */
  inicial?: File | undefined
  /** Offers the camera where the pointer is a finger. */
  camara?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const foto = useRef<HTMLInputElement>(null)
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
      const { archivo, nombre } = await prepararComprobante(file)
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
  const empezar = useEffectEvent(() => inicial && void send(inicial))
  useEffect(() => empezar(), [])
  const campo = useCampoDeArchivo((file) => void send(file), up === null)

  return (
    <div className={classes.campo} {...campo}>
      <span className="medio">{etiqueta}</span>
      <div className={classes.linea}>
        <Button
          variant="default"
          leftSection={<IconPaperclip size={16} aria-hidden="true" />}
          title="Imagen o PDF. Ctrl+V pega una captura."
          onClick={() => input.current?.click()}
        >
          {up ? 'Cambiar archivo' : 'Adjuntar imagen o PDF'}
        </Button>
        {camara && (
          <Button
            variant="default"
            className={classes.camara}
            leftSection={<IconCamera size={16} aria-hidden="true" />}
            onClick={() => foto.current?.click()}
          >
            Tomar foto
          </Button>
        )}
        <BotonTelefono poner={(file) => void send(file)} />
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
      {[
        { ref: input, accept: ['image/*', ...ADJUNTO.tipos].join(','), nombre: 'Archivo adjunto' },
        ...(camara
          ? [{ ref: foto, accept: 'image/*', nombre: 'Foto', capture: 'environment' as const }]
          : []),
      ].map(({ nombre, ...rest }) => (
        <EntradaArchivo
          key={nombre}
          {...rest}
          etiqueta={nombre}
          alElegir={(file) => void send(file)}
        />
      ))}
    </div>
  )
}
