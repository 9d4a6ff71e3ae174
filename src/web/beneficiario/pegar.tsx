import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { repartirPegado } from '../../core/pegado-reparto.ts'
import classes from './beneficiario.module.css'
import { conPegado, type OpcionesPago, type Valores } from './campos.ts'

interface Props {
  opciones: OpcionesPago
  valores: Valores
  cambiar: (valores: Valores) => void
  moneda_id: number | undefined
}

/** Takes what the client sent by chat apart and fills the form with it; says what it recognised. */
export function Pegar({ opciones, valores, cambiar, moneda_id }: Props) {
  const [texto, setTexto] = useState('')
  const [hallado, setHallado] = useState<string[] | null>(null)
  function leer(text: string) {
    setTexto(text)
    if (text.trim().length < 4) return setHallado(null)
    const ways = opciones.metodos.filter(
      (m) => m.estatus && (!moneda_id || m.moneda_id === null || m.moneda_id === moneda_id),
    )
    const chosen = valores.tipo_pago_id ? Number(valores.tipo_pago_id) : null
    const read = repartirPegado(
      text,
      ways,
      opciones.entidades.filter((e) => e.estatus),
      chosen,
    )
    setHallado(read.hallado)
    if (read.hallado.length > 0) cambiar(conPegado(opciones, valores, read))
  }
  return (
    <div className={classes.pegar}>
      <Textarea
        id="campo-pegar"
        autoFocus
        data-autofocus
        label="Pegar datos"
        placeholder="Pegue aquí lo que mandó el cliente: banco, cuenta o teléfono, cédula y nombre."
        rows={2}
        maxLength={2000}
        autoComplete="off"
        value={texto}
        onChange={(event) => leer(event.currentTarget.value)}
      />
      <p role="status" className={classes.hallado} data-nada={hallado?.length === 0 || undefined}>
        {hallado &&
          (hallado.length > 0
            ? `Se reconoció: ${hallado.join(', ')}. Revíselo antes de guardar.`
            : 'No se reconoció ningún dato. Llénelo a mano.')}
      </p>
    </div>
  )
}
