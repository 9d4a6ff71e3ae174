import { sinCortar } from '../../core/formato.ts'
import { useAnswer } from '../../web/api/query.ts'
import { quienAprueba } from '../../web/crud/aprobadores.ts'
import { Ficha } from '../../web/crud/valores.tsx'
import { Duda } from '../../web/duda/duda.tsx'
import { aporte } from '../../web/marco/aportes.ts'
import { Enlace } from '../../web/marco/navegacion.tsx'
import classes from './aprobaciones.module.css'
import { contrato, type Mia } from './contract.ts'

/** The user's own requests, each with the users who may approve it: nobody approves his own. */
export function Propias() {
  const { data = [] } = useAnswer(contrato.mias)
  // What nobody else can answer is above, among what he answers.
  const shown = data.filter(({ aprueban }) => aprueban.length > 0)
  if (shown.length === 0) return null
  return (
    <section className={classes.propias} aria-labelledby="propias">
      <div className="fila">
        <h2 id="propias">Lo que usted pidió</h2>
        <Duda en="aprobaciones#pedir" sobre="pedir un visto bueno" />
      </div>
      <ul className="pila">
        {shown.map((mia) => (
          <li key={`${mia.tipo}-${mia.id}`} className={classes.espera}>
            <Que espera={mia} como="h3" />
            <p className={classes.quien}>{quienAprueba(mia.aprueban)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is requested, with a link to its own screen. */
export function Que({
  espera: e,
  como: Titulo,
}: {
  espera: Omit<Mia, 'aprueban'>
  como: 'h2' | 'h3'
}) {
  const { titulo = e.tipo, pantalla } = aporte('aprueba')[e.tipo] ?? {}
  return (
    <Titulo className={classes.que}>
      <Ficha tono="info">{titulo}</Ficha>
      {e.numero && pantalla ? (
        <Enlace a={pantalla} params={{ id: e.id }}>
          {e.numero}
        </Enlace>
      ) : null}
      <span>{sinCortar(e.titulo)}</span>
      <span>{sinCortar(e.importe)}</span>
    </Titulo>
  )
}
