import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import classes from './dialogos.module.css'

/** One of some named things, with its label above. */
export function Elegir(props: {
  etiqueta: string
  opciones: readonly { id: number; nombre: string }[]
  valor: number | undefined
  alElegir: (id: number) => void
}) {
  const { etiqueta, opciones, valor, alElegir } = props
  return (
    <div>
      <span className={classes.campo} aria-hidden="true">
        {etiqueta}
      </span>
      <Seleccion
        etiqueta={etiqueta}
        className={classes.ancho}
        opciones={opciones.map(({ id, nombre }) => ({ valor: String(id), etiqueta: nombre }))}
        valor={valor === undefined ? undefined : String(valor)}
        alElegir={(value) => alElegir(Number(value))}
      />
    </div>
  )
}
