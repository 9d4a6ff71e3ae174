import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { formatFechaHora, formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import type { ConteoDeCajaProps } from '../../../web/marco/aportes.ts'
import { contrato } from '../contract.ts'

/**
 * The notes and coins that the user's own till last counted, and when. What moved since is known as amounts alone, so
 * nothing is said of the pieces that are there now.
 */
export default function UltimoConteo({ cuenta_id, moneda }: ConteoDeCajaProps) {
  const { data } = useAnswer(contrato.miCaja)
  const last = data?.turno?.conteos.findLast((each) => each.cuenta_id === cuenta_id)
  if (!last) return null
  const { denominaciones, contado, fecha, momento } = last
  const opened = momento === 'apertura' && data?.turno?.apertura === 'ultimo_cierre'
  return (
    <section className="nota" aria-label="Último conteo de la caja">
      <p>
        {opened ? 'Su último cierre, con el que abrió el ' : 'Su último conteo, del '}
        {`${formatFechaHora(fecha)}: `}
        <strong>{formatMonto(contado, moneda)}</strong>
      </p>
      {denominaciones && denominaciones.length > 0 && <p>{conteoTexto(denominaciones)}</p>}
      <p>Qué billetes se movieron desde entonces no se anota.</p>
    </section>
  )
}
