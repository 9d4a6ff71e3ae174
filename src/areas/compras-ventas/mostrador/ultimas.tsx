import { formatFechaHora, formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { TIPOS } from '../contract/opciones.ts'
import { contrato } from '../contract.ts'
import classes from './ultimas.module.css'

const ULTIMAS = 3

/** His latest operations: what he usually brings, and whether this one was registered already. */
export default function Ultimas({ id }: { id: number }) {
  const { data } = useAnswer(
    contrato.listar,
    { query: { cliente_id: id, limite: 25 } },
    { fresca: true },
  )
  const simbolo = useMonedas()
  if (!data || data.items.length === 0 || simbolo.size === 0) return null
  return (
    <ul className={classes.ultimas} aria-label="Sus últimas operaciones">
      {data.items.slice(0, ULTIMAS).map((fila) => {
        const moneda = simbolo.get(fila.divisa_id)
        return (
          <li key={fila.id} data-anulada={fila.estado === 'anulada' || undefined}>
            <a href={`/compras-ventas/detalle/${fila.id}`} target="_blank" rel="noreferrer">
              {TIPOS[fila.tipo]} {moneda ? formatMonto(fila.monto, moneda) : fila.monto}
            </a>
            <time dateTime={fila.fecha}>{formatFechaHora(fila.fecha)}</time>
          </li>
        )
      })}
    </ul>
  )
}
