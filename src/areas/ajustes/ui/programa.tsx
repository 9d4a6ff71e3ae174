import type { AnswerOf } from '../../../core/contract.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Ficha, Hace } from '../../../web/crud/valores.tsx'
import { contrato } from '../contract.ts'
import classes from './respaldo.module.css'

type Trabajo = AnswerOf<typeof contrato.programa>['trabajos'][number]

/** How the program itself is: what does not run, and what somebody does about it. */
export function Programa() {
  const { data } = useAnswer(contrato.programa)
  if (!data) return null
  return (
    <section className={classes.respaldo} aria-label="Estado del programa">
      <h2>Programa</h2>
      {data.trabajos.length === 0 ? (
        <p>
          <Ficha tono="positivo">Al día</Ficha> Todo lo que el programa hace por sí solo anda.
        </p>
      ) : (
        data.trabajos.map((one) => <NoAnda key={one.nombre} {...one} />)
      )}
    </section>
  )
}

function NoAnda({ nombre, fallas, desde, motivo }: Trabajo) {
  return (
    <p role="alert">
      <Ficha tono="negativo">No anda</Ficha> El trabajo «{nombre}»{' '}
      {fallas > 0 ? `falla desde ` : 'no corre desde '}
      <Hace momento={desde} />
      {motivo && `: ${motivo}`}{' '}
      <span className="nota">
        El registro del programa tiene la causa entera. Si sigue, detenga el programa e inícielo de
        nuevo.
      </span>
    </p>
  )
}
