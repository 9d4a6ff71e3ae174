import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatDecimal, formatTasa } from '../../../core/formato.ts'
import { esCorto, faltaLargo } from '../../../core/texto/texto.ts'
import { useSave } from '../../../web/api/save.ts'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import { campoMotivo, contrato, type TipoCambio } from '../contract.ts'
import { juzgar, nombreTipo, porcentaje } from '../palabras.ts'
import classes from '../tipos.module.css'

interface Props {
  tipo: TipoCambio
  abierto: boolean
  cerrar: () => void
}

/** Form for a manual rate: shows its margin while the user types, and requires a reason. */
export function EscribirTasa(props: Props) {
  return (
    <Modal
      opened={props.abierto}
      onClose={props.cerrar}
      title={`Tasa manual de ${nombreTipo(props.tipo)}`}
      size="sm"
      transitionProps={{ duration: 120 }}
    >
      <Cuerpo {...props} />
    </Modal>
  )
}

function Cuerpo({ tipo, cerrar }: Props) {
  const [tasa, setTasa] = useState<string | null>(tipo.tasa)
  const [motivo, setMotivo] = useState('')
  const [checked, setChecked] = useState(false)
  const { save, saving, error } = useSave(contrato.tasa)
  const errorDe = (campo: string) => error?.body.errors?.find((each) => each.campo === campo)?.msg
  const short = esCorto(campoMotivo, motivo)
  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setChecked(true)
    if (short || tasa === null) return
    const body = { tasa, motivo: motivo.trim(), version: tipo.version }
    if (await save({ params: { id: tipo.id }, body })) cerrar()
  }
  return (
    <form noValidate className="pila" onSubmit={(event) => void submit(event)}>
      <p>
        Queda fija hasta que la devuelva al cálculo automático.
        {tipo.tasa_automatica &&
          ` La automática de ahora es ${formatTasa(tipo.tasa_automatica, tipo.precision)}.`}
      </p>
      <DecimalInput
        data-autofocus
        label="Tasa"
        withAsterisk
        tasa
        decimales={tipo.precision}
        value={tasa}
        error={errorDe('tasa') ?? (checked && tasa === null && 'Escriba la tasa.')}
        onChange={setTasa}
      />
      <Juicio tipo={tipo} tasa={tasa} />
      <Textarea
        label="Motivo"
        withAsterisk
        rows={2}
        maxLength={campoMotivo.control.maximo}
        value={motivo}
        error={errorDe('motivo') ?? (checked && short && faltaLargo(campoMotivo))}
        onChange={({ currentTarget }) => setMotivo(currentTarget.value)}
      />
      {error && !error.body.errors && <p role="alert">{error.message}</p>}
      <div className="seguidos">
        <Button type="submit" loading={saving}>
          Fijar tasa
        </Button>
        <Button variant="default" onClick={cerrar} disabled={saving}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}

/** Margin and distance of the typed rate; below cost in red, with a warning. */
function Juicio({ tipo, tasa }: { tipo: TipoCambio; tasa: string | null }) {
  const said = juzgar(tipo, tasa)
  if (!said || !tipo.tasa_costo) return null
  const costo = formatDecimal(tipo.tasa_costo, Math.min(tipo.precision + 2, 8))
  return (
    <p role="status" className={classes.juicio} data-bajo={said.bajo_costo || undefined}>
      Costo {costo} · margen {porcentaje(said.margen)}
      {said.desvio !== null && ` · ${porcentaje(said.desvio, true)} de la automática`}
      {said.bajo_costo && '. Por debajo del costo: el cliente recibiría más de lo que cuesta.'}
    </p>
  )
}
