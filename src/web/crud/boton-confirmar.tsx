import { Button } from '@mantine/core'
import { useState } from 'react'
import { Confirmar, type ConfirmarProps } from './dialogo.tsx'

const APARIENCIA = {
  principal: {},
  normal: { variant: 'default' },
  peligro: { variant: 'outline', color: 'red' },
} as const

interface Props extends Omit<ConfirmarProps, 'abierto' | 'alConfirmar' | 'alCancelar'> {
  /** Text of the button; `accion` when omitted. */
  boton?: string
  apariencia?: keyof typeof APARIENCIA
  impedido?: boolean
  /** The dialog closes when this answers anything but null; after a refusal it stays open with the typed text. */
  alConfirmar: (motivo: string) => Promise<unknown>
}

/** A button that asks for confirmation. */
export function BotonConfirmar(props: Props) {
  const { boton, apariencia = 'normal', impedido = false, alConfirmar, ...dialogo } = props
  const [abierto, setAbierto] = useState(false)
  async function confirm(motivo: string) {
    if (await alConfirmar(motivo)) setAbierto(false)
  }
  return (
    <>
      <Button {...APARIENCIA[apariencia]} disabled={impedido} onClick={() => setAbierto(true)}>
        {boton ?? dialogo.accion}
      </Button>
      <Confirmar
        {...dialogo}
        abierto={abierto}
        alConfirmar={(motivo) => void confirm(motivo)}
        alCancelar={() => setAbierto(false)}
      />
    </>
  )
}
