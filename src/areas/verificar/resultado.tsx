import { Button } from '@mantine/core'
import type { CobroPapel, ImportePapel } from '../../core/documento/papel.ts'
import { formatFechaHora, formatMonto, sinConfundir } from '../../core/formato.ts'
import { Enlace } from '../../web/marco/navegacion.tsx'
import type { Verificado } from './contract.ts'
import { SuEnvio, Veredicto } from './veredicto.tsx'
import classes from './verificar.module.css'

/** The client's amount as it may be said: as handed over only once the house has it. */
const ENTREGA: Record<CobroPapel, string> = {
  recibido: 'El cliente entregó',
  espera: 'El cliente debe entregar',
  falto: 'El cliente debía entregar',
  anulado: 'Entrega acordada',
}

/** The same, said to himself. */
const USTED: Record<CobroPapel, string> = {
  recibido: 'Usted entregó',
  espera: 'Usted debe entregar',
  falto: 'Usted debía entregar',
  anulado: 'Entrega acordada',
}

const montos = (all: readonly ImportePapel[]) => {
  const signs = sinConfundir(all)
  return all.map((one, n) => formatMonto(one.monto, signs[n] ?? one)).join(' y ')
}

/**
 * What the house answered; `viejo`: it could not be asked again. `propio`: its client reads it, who follows his
 * remittance; whoever was shown a paper compares it.
 */
export function Resultado({
  papel,
  propio,
  palabra,
  viejo,
  otro,
}: {
  papel: Verificado
  propio: boolean
  palabra: string
  viejo: boolean
  otro: () => void
}) {
  // An operation of the counter is not followed, whatever the page.
  const suyo = propio && papel.pasos !== undefined
  const rows = [
    ['Documento', papel.documento],
    ['Número', papel.numero],
    ['Fecha', formatFechaHora(papel.fecha)],
    [(suyo ? USTED : ENTREGA)[papel.cobro], montos(papel.entrega)],
    ...papel.cuenta.map((one) => [one.nombre, formatMonto(one.monto, one)] as const),
    [suyo ? 'Su beneficiario recibe' : 'A cambio de', montos(papel.recibe)],
    ...papel.aparte.map((one) => [one.nombre, formatMonto(one.monto, one)] as const),
    ['Estado', papel.estado],
  ] as const
  return (
    <div className={classes.resultado}>
      {suyo ? <SuEnvio papel={papel} /> : <Veredicto papel={papel} />}
      {papel.antes && <Antes antes={papel.antes} />}
      {papel.pasos && <Camino pasos={papel.pasos} cobro={papel.cobro} />}
      {papel.sigue && (
        <p className={classes.guia} role="status">
          {viejo
            ? 'Sin respuesta de la casa: estos datos pueden haber cambiado. Se intenta de nuevo.'
            : 'Esta página se actualiza sola.'}
        </p>
      )}
      <dl className={classes.datos}>
        {rows.map(([name, value], at) => (
          // Two payments that wait have one name.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows without an identity of their own
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {suyo ? (
        <p className={classes.guia}>
          {`Los nombres no se muestran aquí. Si algo no es lo que acordó, pregunte a ${papel.casa} con el número ${papel.numero}. ¿Le mostraron este recibo como prueba de un pago? Compruébelo en `}
          <Enlace a="verificar">Verificar un documento</Enlace>.
        </p>
      ) : (
        <p className={classes.guia}>
          {papel.antes
            ? 'Compare con el papel la fecha y lo que decía. Si no coinciden, el papel fue alterado: no lo acepte y avise a la casa. Los nombres no se muestran aquí.'
            : 'Compare estos datos con los del papel. Si algo no coincide, el papel fue alterado: no lo acepte y avise a la casa. Los nombres no se muestran aquí.'}
        </p>
      )}
      <Button variant="default" onClick={otro}>
        {palabra}
      </Button>
    </div>
  )
}

/** What the paper says whose code was given, where its amounts are no longer these. */
function Antes({ antes }: { antes: NonNullable<Verificado['antes']> }) {
  return (
    <p>
      {`${antes.cambio} el ${formatFechaHora(antes.en)}. El papel de este código decía `}
      <strong>{montos(antes.entrega)}</strong>
      {' a cambio de '}
      <strong>{montos(antes.recibe)}</strong>
      {'; valen los datos de abajo.'}
    </p>
  )
}

/** Where it is and since when. */
function Camino({ pasos, cobro }: { pasos: NonNullable<Verificado['pasos']>; cobro: CobroPapel }) {
  return (
    <ol className={classes.camino} data-cobro={cobro} aria-label="Recorrido" aria-live="polite">
      {pasos.map(({ paso, en }) => (
        <li key={paso}>
          <strong>{paso}</strong>
          <time dateTime={en}>{formatFechaHora(en)}</time>
        </li>
      ))}
    </ol>
  )
}
