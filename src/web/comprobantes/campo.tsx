import { Button } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Endpoint } from '../../core/contract.ts'
import type { Subida } from '../../core/documento/comprobante.ts'
import classes from './comprobante.module.css'
import { EntradaArchivo } from './entrada.tsx'
import { FichaSubida } from './ficha.tsx'
import { useCampoDeArchivo } from './soltar.ts'
import { ACEPTA, enviarComprobante, subidaNueva } from './subir.ts'
import { BotonTelefono } from './telefono/boton.tsx'

export interface UnComprobante {
  subida: Subida | null
  poner: (file: File) => void
  reintentar: () => void
  quitar: () => void
}

/** The single voucher of a form; it uploads in the background while the form is filled in. */
export function useComprobante(endpoint: Endpoint): UnComprobante {
  const [subida, setSubida] = useState<Subida | null>(null)
  const up = useRef<{ file: File; control: AbortController }>(undefined)
  useEffect(() => () => up.current?.control.abort(), [])
  function poner(file: File) {
    up.current?.control.abort()
    const control = new AbortController()
    up.current = { file, control }
    setSubida(subidaNueva(file))
    void enviarComprobante(endpoint, file, control.signal, (values) => {
      if (!control.signal.aborted) setSubida((before) => before && { ...before, ...values })
    })
  }
  return {
    subida,
    poner,
    reintentar: () => up.current && poner(up.current.file),
    quitar: () => {
      up.current?.control.abort()
      setSubida(null)
    },
  }
}

/** Field for the voucher of a form: chosen in the picker, pasted with Ctrl+V, dropped, or sent by a phone. */
export function CampoComprobante({
  comprobante,
  pide = false,
}: {
  comprobante: UnComprobante
  /** The voucher is required. */
  pide?: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const { subida, poner } = comprobante
  const campo = useCampoDeArchivo(poner, subida === null)
  return (
    <div className={classes.campo} {...campo}>
      {subida ? (
        <FichaSubida {...comprobante} />
      ) : (
        <Button
          variant="default"
          leftSection={<IconPaperclip size={16} aria-hidden="true" />}
          onClick={() => input.current?.click()}
        >
          {pide ? 'Adjuntar comprobante (obligatorio)' : 'Adjuntar comprobante'}
        </Button>
      )}
      {!subida && <BotonTelefono poner={poner} />}
      {!subida && <span className="nota">o Ctrl+V para pegar una captura</span>}
      <EntradaArchivo
        ref={input}
        etiqueta="Archivo del comprobante"
        accept={ACEPTA}
        alElegir={(file) => poner(file)}
      />
    </div>
  )
}
