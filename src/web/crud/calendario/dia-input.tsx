import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useCallback, useRef, useState } from 'react'
import { parte } from '../../sin-linea/parte.tsx'
import { FechaInput, type FechaInputProps } from '../formulario/fecha-input.tsx'
import { hoy } from '../lista/arreglo/dias.ts'
import classes from './dia-input.module.css'

// Asked for when it is opened for the first time: most days are typed.
const Calendario = parte(() => import('./calendario.tsx'))

interface Props extends FechaInputProps {
  /** The first and the last day that may be chosen: a day, or today. What is typed, the server judges. */
  desde?: string | undefined
  hasta?: string | undefined
}

const dia = (limite: string | undefined) => (limite === 'hoy' ? hoy() : limite)

/** A day of a form: typed, or chosen in a calendar that its button opens. */
export function DiaInput({ desde, hasta, ...input }: Props) {
  const { label, value, onChange, disabled, readOnly } = input
  const [open, setOpen] = useState(false)
  const boton = useRef<HTMLButtonElement>(null)
  const cerrar = useCallback(() => setOpen(false), [])
  const titulo = typeof label === 'string' ? label : (input['aria-label'] ?? 'Día')
  return (
    <>
      <FechaInput
        {...input}
        rightSection={
          <button
            ref={boton}
            type="button"
            className={classes.boton}
            aria-label="Elegir el día"
            aria-haspopup="dialog"
            aria-expanded={open}
            disabled={disabled || readOnly}
            onClick={() => setOpen(!open)}
          >
            <IconCalendar size={16} aria-hidden="true" />
          </button>
        }
      />
      {open && boton.current && (
        <Suspense fallback={null}>
          <Calendario
            titulo={titulo}
            valor={value}
            min={dia(desde)}
            max={dia(hasta)}
            boton={boton.current}
            elegir={onChange}
            cerrar={cerrar}
          />
        </Suspense>
      )}
    </>
  )
}
