import type { Verificado } from './contract.ts'
import classes from './verificar.module.css'

/** Where the client's remittance is, in a sentence. */
export function SuEnvio({ papel }: { papel: Verificado }) {
  const { casa, anulada, aviso, cobro, estado, sigue } = papel
  if (anulada)
    return (
      <p className={classes.veredicto} data-tono="mal" role="status">
        {`${casa} anuló esta orden: este envío no sale.`}
      </p>
    )
  if (aviso)
    return (
      <div className={classes.veredicto} data-tono="espera" role="status">
        <p>{aviso}</p>
        <p>
          {cobro === 'espera'
            ? 'Su envío sale cuando la casa tenga el dinero. Esta página no prueba un pago.'
            : 'Este envío no sale: su cotización terminó. Si aún lo quiere, pregunte a la casa. Esta página no prueba un pago.'}
        </p>
      </div>
    )
  return (
    <p className={classes.veredicto} data-tono={sigue ? 'camino' : undefined} role="status">
      {sigue
        ? `${casa} tiene su dinero y aún debe pagarlo a su beneficiario. Ahora: ${minuscula(estado)}.`
        : `${casa} ya pagó este envío a su beneficiario.`}
    </p>
  )
}

const minuscula = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** That the document is the house's, and what is not to be taken from it. */
export function Veredicto({ papel: { casa, anulada, aviso, cobro } }: { papel: Verificado }) {
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
