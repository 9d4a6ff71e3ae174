import { IconCalendar } from '@tabler/icons-react'
import { Suspense } from 'react'
import { Desplegable } from '../../barra/desplegable.tsx'
import { parte } from '../../sin-linea/parte.tsx'
import { tarde } from '../../tarde.ts'
import { Seleccion } from '../lista/seleccion.tsx'
import type { Explora } from './explora.ts'
import classes from './grafico.module.css'
import { enPocasLetras } from './palabras.ts'
import { MODOS } from './tramo.ts'

const Calendario = parte(tarde(() => import('../lista/despues/calendario.tsx')))

/** Which days of the chart, beside which others; its table, and its file. */
export function Controles(props: {
  explora: Explora
  tabla: boolean
  verTabla: () => void
  exportar: () => void
}) {
  const { explora, tabla, verTabla, exportar } = props
  const { rango, cerca, modo, modos, elegir, comparar } = explora
  return (
    <div className={classes.controles}>
      <Desplegable
        className="boton"
        boton={
          <>
            <IconCalendar size={16} aria-hidden="true" />
            {cerca && rango ? enPocasLetras(rango) : 'Días'}
          </>
        }
      >
        {(cerrar) => (
          <Suspense fallback={<p className="nota">Cargando…</p>}>
            <Calendario
              desde={rango?.desde}
              hasta={rango?.hasta}
              elegir={(desde, hasta) => elegir({ desde, hasta })}
              cerrar={cerrar}
            />
          </Suspense>
        )}
      </Desplegable>
      {cerca && (
        <button type="button" className="boton" onClick={() => elegir(undefined)}>
          Ver todo
        </button>
      )}
      {modos.length > 0 && (
        <Seleccion
          etiqueta="Comparar con"
          vacia="Sin comparar"
          opciones={modos.map((valor) => ({ valor, etiqueta: MODOS[valor] }))}
          valor={modo}
          alElegir={comparar}
        />
      )}
      <button type="button" className={classes.boton} aria-expanded={tabla} onClick={verTabla}>
        {tabla ? 'Ver gráfico' : 'Ver tabla'}
      </button>
      <button type="button" className={classes.boton} onClick={exportar}>
        CSV
      </button>
    </div>
  )
}
