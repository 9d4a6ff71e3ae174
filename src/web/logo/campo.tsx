import { Button } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { LOGO, logos } from '../../core/documento/logo.ts'
import { subir } from '../api/archivos.ts'
import { EntradaArchivo } from '../comprobantes/entrada.tsx'
import { useCampoDeArchivo } from '../comprobantes/soltar.ts'
import type { ControlProps } from '../crud/formulario/campo.tsx'
import { prepararLogo } from '../imagen.ts'
import classes from './logo.module.css'
import { Logo } from './logo.tsx'

/** The logo of an entity in its form: chosen, dropped or pasted, made small here, and taken away. */
export default function LogoControl(props: ControlProps) {
  const { campo, id, value, onChange, disabled } = props
  // The initials of the name as it is typed.
  const nombre = String(useWatch({ name: 'nombre' }) ?? '')
  const input = useRef<HTMLInputElement>(null)
  const control = useRef<AbortController>(undefined)
  const [sube, setSube] = useState(false)
  const [falla, setFalla] = useState<string>()
  useEffect(() => () => control.current?.abort(), [])
  const logo = typeof value === 'string' ? value : null

  async function poner(file: File) {
    control.current?.abort()
    const own = new AbortController()
    control.current = own
    setSube(true)
    setFalla(undefined)
    try {
      const archivo = await prepararLogo(file)
      const sent = { signal: own.signal, alAvanzar: () => {} }
      const answer = await subir(logos.subirLogo, {}, archivo, sent)
      if (!own.signal.aborted) onChange(answer.logo)
    } catch (cause) {
      if (!own.signal.aborted) setFalla(cause instanceof Error ? cause.message : String(cause))
    }
    if (control.current === own) setSube(false)
  }
  function quitar() {
    // An upload that is under way would bring it back.
    control.current?.abort()
    setSube(false)
    setFalla(undefined)
    onChange(null)
  }
  const soltar = useCampoDeArchivo((file) => void poner(file), !disabled)
  const error = falla ?? props.error
  return (
    <div className={classes.campo} {...soltar}>
      <span className="medio">{campo.etiqueta}</span>
      <div className={classes.linea}>
        <Logo marca={{ nombre, logo }} tamano={40} />
        <Button
          id={id}
          variant="default"
          leftSection={<IconPhoto size={16} aria-hidden="true" />}
          loading={sube}
          disabled={disabled ?? false}
          onClick={() => input.current?.click()}
        >
          {logo ? 'Cambiar logo' : 'Elegir logo'}
        </Button>
        {logo && !disabled && (
          <Button variant="subtle" aria-label="Quitar logo" onClick={quitar}>
            Quitar
          </Button>
        )}
      </div>
      <p className="nota">{campo.ayuda}</p>
      {error && (
        <p role="alert" className="alerta">
          {error}
        </p>
      )}
      <EntradaArchivo
        ref={input}
        etiqueta="Imagen del logo"
        accept={LOGO.tipos.join(',')}
        alElegir={(file) => void poner(file)}
      />
    </div>
  )
}
