import { useState } from 'react'
import { Mes } from '../../calendario/mes.tsx'
import { diasDe, hoy, TRAMOS, type Tramo, tramoDe } from '../arreglo/dias.ts'
import classes from './calendario.module.css'

interface Props {
  desde: string | undefined
  hasta: string | undefined
  elegir: (desde: string, hasta: string) => void
  cerrar: () => void
}

/** The days of a list: a span that moves with time, or the first and the last one, by mouse or by arrows. */
export default function Calendario({ desde, hasta, elegir, cerrar }: Props) {
  const today = hoy()
  const [foco, setFoco] = useState(hasta ?? desde ?? today)
  const [primera, setPrimera] = useState<string>()
  const [from, to] = primera ? [primera, primera] : [desde, hasta]

  function tomar(dia: string) {
    setFoco(dia)
    if (!primera) return setPrimera(dia)
    elegir(...((dia < primera ? [dia, primera] : [primera, dia]) as [string, string]))
    cerrar()
  }
  return (
    <div className={classes.panel}>
      <div className={classes.tramos}>
        {(Object.keys(TRAMOS) as Tramo[]).map((tramo) => (
          <button
            key={tramo}
            type="button"
            className="boton"
            aria-pressed={tramoDe({ desde, hasta }, today) === tramo}
            onClick={() => {
              const days = diasDe(tramo, today)
              elegir(days.desde, days.hasta)
              cerrar()
            }}
          >
            {TRAMOS[tramo]}
          </button>
        ))}
      </div>
      <div>
        <Mes
          foco={foco}
          setFoco={setFoco}
          elegido={(dia) => Boolean(from && to && from <= dia && dia <= to)}
          tomar={tomar}
        />
        <p className="nota" role="status">
          {primera ? 'Elija el último día.' : 'Elija el primer día, o un tramo.'}
        </p>
      </div>
    </div>
  )
}
