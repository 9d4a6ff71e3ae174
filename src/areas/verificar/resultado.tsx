import { Button } from '@mantine/core'
import type { CobroPapel, ImportePapel } from '../../core/documento/papel.ts'
import { formatFechaHora, formatMonto, sinConfundir } from '../../core/formato.ts'
import type { Verificado } from './contract.ts'
import classes from './verificar.module.css'

/** The client's amount as it may be said: as handed over only once the house has it. */
const ENTREGA: Record<CobroPapel, string> = {
  recibido: 'El cliente entregó',
  espera: 'El cliente debe entregar',
  falto: 'El cliente debía entregar',
  anulado: 'Entrega acordada',
}

const montos = (all: readonly ImportePapel[]) => {
  const signs = sinConfundir(all)
  return all.map((one, n) => formatMonto(one.monto, signs[n] ?? one)).join(' y ')
}

/** What the house answered; `viejo`: it could not be asked again. */
export function Resultado({
  papel,
  palabra,
  viejo,
  otro,
}: {
  papel: Verificado
  palabra: string
  viejo: boolean
  otro: () => void
}) {
  const rows = [
    ['Documento', papel.documento],
    ['Número', papel.numero],
    ['Fecha', formatFechaHora(papel.fecha)],
    [ENTREGA[papel.cobro], montos(papel.entrega)],
    ...papel.cuenta.map((one) => [one.nombre, formatMonto(one.monto, one)] as const),
    ['A cambio de', montos(papel.recibe)],
    ...papel.aparte.map((one) => [one.nombre, formatMonto(one.monto, one)] as const),
    ['Estado', papel.estado],
  ] as const
  return (
    <div className={classes.resultado}>
      <Veredicto papel={papel} />
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
      <p className={classes.guia}>
        {papel.antes
          ? 'Compare con el papel la fecha y lo que decía. Si no coinciden, el papel fue alterado: no lo acepte y avise a la casa. Los nombres no se muestran aquí.'
          : 'Compare estos datos con los del papel. Si algo no coincide, el papel fue alterado: no lo acepte y avise a la casa. Los nombres no se muestran aquí.'}
      </p>
      <Button variant="default" onClick={otro}>
        {palabra}
      </Button>
    </div>
  )
}

/** That the document is the house's, and what is not to be taken from it. */
function Veredicto({ papel: { casa, anulada, aviso, cobro } }: { papel: Verificado }) {
  if (anulada)
    return (
      <p className={classes.veredicto} data-tono="mal" role="status">
        {`${casa} emitió este documento y después lo anuló: ya no vale.`}
      </p>
    )
  return (
    <div className={classes.veredicto} data-tono={aviso ? 'espera' : undefined} role="status">
      {aviso && <p>{aviso}</p>}
      <p>
        {cobro !== 'recibido'
          ? `El documento es de ${casa}, pero no prueba un pago.`
          : `${casa} emitió este documento.`}
      </p>
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
