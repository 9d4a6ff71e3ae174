import type { AnswerOf } from '../../../core/contract.ts'
import { formatDecimal, formatFechaHora } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Ficha, Hace } from '../../../web/crud/valores.tsx'
import { contrato } from '../contract.ts'
import { Replicas } from './replicas.tsx'
import classes from './respaldo.module.css'

type Estado = AnswerOf<typeof contrato.programa>

/** How the program itself is: what does not run, how long its disk lasts, how its standbys are. */
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
      {data.disco && <Disco {...data.disco} />}
      {data.certificados.map((one) => (
        <Certificado key={one.equipo} {...one} />
      ))}
      <Replicas {...data} />
    </section>
  )
}

function NoAnda({ nombre, fallas, desde, motivo }: Estado['trabajos'][number]) {
  return (
    <p role="alert">
      <Ficha tono="negativo">No anda</Ficha> El trabajo «{nombre}»{' '}
      {fallas > 0 ? 'falla desde ' : 'no corre desde '}
      <Hace momento={desde} />
      {motivo && `: ${motivo}`}{' '}
      <span className="nota">
        El registro del programa tiene la causa entera. Si sigue, detenga el programa e inícielo de
        nuevo.
      </span>
    </p>
  )
}

function Certificado({ equipo, vence, renovar }: Estado['certificados'][number]) {
  return (
    <p role={renovar ? 'alert' : undefined}>
      <Ficha tono={renovar ? 'negativo' : 'positivo'}>Certificado</Ficha> El de {equipo} es bueno
      hasta el {formatFechaHora(vence)}.
      {renovar &&
        ' Vencido, ningún navegador abre el programa: renuévelo con «npm run certificado», o donde lo obtuvo. El programa lo toma solo.'}
    </p>
  )
}

const gb = (bytes: number) => `${formatDecimal(String(bytes / 1e9), 1)} GB`
const mb = (bytes: number) => `${formatDecimal(String(bytes / 1e6), 1)} MB`

function Disco({ libre, total, base, crece, dias, poco }: NonNullable<Estado['disco']>) {
  const size = `La base mide ${mb(base)}`
  if (libre === null || total === null) {
    const grows = crece === null ? '' : ` y crece ${mb(crece)} por día`
    return (
      <p>
        <Ficha>Disco</Ficha> {size}
        {grows}. El disco de ese servidor no se ve desde aquí: vigílelo allí.
      </p>
    )
  }
  const lasts =
    dias === null ? '' : ` A lo que crece (${mb(crece ?? 0)} por día), alcanza para ${dias} días.`
  return (
    <p role={poco ? 'alert' : undefined}>
      <Ficha tono={poco ? 'negativo' : 'positivo'}>Disco</Ficha> Quedan {gb(libre)} de {gb(total)}.{' '}
      {size}.{lasts}
      {poco && ' Con el disco lleno no se registra nada: libere espacio o amplíelo.'}
    </p>
  )
}
