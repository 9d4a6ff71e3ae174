import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { type Duda, type Repartido, repartirPegado } from '../rules/pegado/reparto.ts'
import classes from './beneficiario.module.css'
import { conPegado, type OpcionesPago, sinPegado, type Valores } from './campos.ts'
import { Dudas, TextoLeido } from './leido.tsx'

interface Props {
  opciones: OpcionesPago
  valores: Valores
  /** The new values, and what the text leaves in doubt. */
  cambiar: (valores: Valores, dudas: readonly Duda[]) => void
  /** Of the last reading, those that nobody has filled in since. */
  dudas: readonly Duda[]
  moneda_id: number | undefined
}

/**
 * Takes what the client sent by chat apart and fills the form with what is sure; shows the whole text with what was
 * read as what. Another text takes back what the one before had filled in.
 */
export function Pegar({ opciones, valores, cambiar, dudas, moneda_id }: Props) {
  const [texto, setTexto] = useState('')
  const [leido, setLeido] = useState<Repartido | null>(null)
  function leer(text: string, elegido = valores.tipo_pago_id) {
    setTexto(text)
    const ways = opciones.metodos.filter(
      (m) => m.estatus && (!moneda_id || m.moneda_id === null || m.moneda_id === moneda_id),
    )
    const banks = opciones.entidades.filter((e) => e.estatus)
    const read = repartirPegado(text, ways, banks, elegido ? Number(elegido) : null)
    const before = leido ? sinPegado(valores, leido) : valores
    setLeido(text.trim().length < 4 ? null : read)
    if (leido || read.hallado.length + read.dudas.length > 0)
      cambiar(conPegado(opciones, before, read), read.dudas)
  }
  function elegir(chosen: Duda['opciones'][number]['valores']) {
    if (chosen.tipo_pago_id) return leer(texto, String(chosen.tipo_pago_id))
    cambiar(conPegado(opciones, valores, { valores: { campos: {}, ...chosen } }), dudas)
  }
  const nada = leido?.hallado.length === 0 && dudas.length === 0
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
      <p role="status" className={classes.hallado} data-nada={nada || undefined}>
        {leido &&
          (leido.hallado.length > 0
            ? `Se reconoció: ${leido.hallado.join(', ')}. Compare antes de guardar.`
            : nada
              ? 'No se reconoció ningún dato. Llénelo a mano.'
              : 'No se llenó ningún dato: elija abajo los que sirvan.')}
      </p>
      {leido && leido.marcas.length > 0 && <TextoLeido leido={leido} />}
      {leido && <Dudas dudas={dudas} elegir={elegir} />}
    </div>
  )
}
