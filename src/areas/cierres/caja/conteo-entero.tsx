import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { decimal } from '../../../core/dinero/decimal.ts'
import { formatFechaHora, formatMonto, type Simbolo, sinCortar } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import type { ConteoDeCajaProps } from '../../../web/marco/aportes.ts'
import { contrato } from '../contract.ts'

const QUE = {
  ultimo_cierre: 'Su último cierre, con el que abrió el ',
  saldo_inicial: 'Su saldo inicial, con el que abrió el ',
  conteo: 'Su conteo de apertura, del ',
} as const

/**
 * The notes and coins that the user's own till last counted, when, and how much cash moved since: how old that is, and
 * how true. Which notes moved is not kept.
 */
export function ConteoEntero({ cuenta_id, moneda }: ConteoDeCajaProps) {
  const { data } = useAnswer(contrato.enCaja, { params: { id: cuenta_id } }, { fresca: true })
  if (!data) return null
  const { denominaciones, contado, fecha, momento, apertura, movido } = data
  return (
    <section className="nota" aria-label="Último conteo de la caja">
      <p>
        {momento === 'apertura' ? QUE[apertura] : 'Su último conteo, del '}
        {`${formatFechaHora(fecha)}: `}
        <strong>{formatMonto(contado, moneda)}</strong>
      </p>
      {denominaciones && denominaciones.length > 0 && <p>{conteoTexto(denominaciones)}</p>}
      {movido && <p>{desde(movido, moneda)}</p>}
    </section>
  )
}

type Movido = { entra: string; sale: string; veces: number }

/** `Desde entonces: + US$ 340.00 / − US$ 1,200.00. …` */
function desde({ entra, sale, veces }: Movido, moneda: Simbolo): string {
  if (veces === 0) return 'Desde entonces no se movió efectivo.'
  const sums = [
    ...(decimal(entra).gt(0) ? [`+${sinCortar(formatMonto(entra, moneda))}`] : []),
    ...(decimal(sale).gt(0) ? [`−${sinCortar(formatMonto(sale, moneda))}`] : []),
  ]
  const words = veces === 1 ? 'un movimiento' : `${veces} movimientos`
  return `Desde entonces, en ${words}: ${sums.join(' / ')}. Con qué billetes no se anota.`
}
