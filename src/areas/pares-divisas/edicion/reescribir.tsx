import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import classes from '../pares.module.css'
import { type Lado, mismo, type Repetir } from './borrador.ts'
import { porcentaje } from './porcentaje.ts'

const WORDS = { compra: 'Compra', venta: 'Venta' } as const

interface Props {
  pares: readonly Repetir[]
  ocupado: boolean
  alConfirmar: () => void
  alCorregir: () => void
}

/** Asks to type again the prices that move beyond the alert, which catches 1000 typed for 100. */
export function Reescribir(props: Props) {
  return (
    <Modal
      opened={props.pares.length > 0}
      onClose={() => !props.ocupado && props.alCorregir()}
      title="Escriba de nuevo estos precios"
      size="sm"
      transitionProps={{ duration: 120 }}
    >
      <Cuerpo {...props} />
    </Modal>
  )
}

function Cuerpo({ pares, ocupado, alConfirmar, alCorregir }: Props) {
  const [typed, setTyped] = useState<Record<string, string | null>>({})
  const [checked, setChecked] = useState(false)
  const asked = pares.flatMap(({ id, escritos }) =>
    Object.entries(escritos).map(([lado, valor]) => ({ key: `${id}${lado}`, id, lado, valor })),
  )
  const equal = ({ key, valor }: (typeof asked)[number]) => mismo(typed[key] ?? null, valor)
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    setChecked(true)
    if (asked.every(equal)) alConfirmar()
  }
  return (
    <form onSubmit={submit} noValidate className={classes.reescribir}>
      {pares.map(({ id, par, variacion, alerta }) => (
        <fieldset key={id}>
          <legend>
            {par} cambia {porcentaje(variacion)}; su alerta es de {alerta} %.
          </legend>
          {asked
            .filter((each) => each.id === id)
            .map((each) => (
              <DecimalInput
                tasa
                key={each.key}
                label={WORDS[each.lado as Lado]}
                withAsterisk
                {...(each === asked[0] && { 'data-autofocus': true })}
                value={typed[each.key] ?? null}
                error={checked && !equal(each) && 'No es el precio que escribió antes.'}
                onChange={(valor) => setTyped((all) => ({ ...all, [each.key]: valor }))}
              />
            ))}
        </fieldset>
      ))}
      <div className="seguidos">
        <Button type="submit" loading={ocupado}>
          Publicar
        </Button>
        <Button variant="default" onClick={alCorregir} disabled={ocupado}>
          Corregir
        </Button>
      </div>
    </form>
  )
}
