import { IconRepeat } from '@tabler/icons-react'
import { formatMonto } from '../../../../core/formato.ts'
import { useAnswer } from '../../../../web/api/query.ts'
import { Fecha } from '../../../../web/crud/valores.tsx'
import { useMonedas } from '../../../monedas/ui/uso.ts'
import { contrato, type FilaOrden } from '../../contract.ts'
import classes from './ultimas.module.css'

const ULTIMAS = 3

/**
 * The client's last orders, beside his name: what he sends, to whom, and whether this one was registered already. A
 * click repeats where one went and to whom.
 */
export default function Ultimas(props: {
  cliente_id: number
  /** Why an order cannot be repeated whole; null where it can. */
  falta: (orden: FilaOrden) => string | null
  repetir: (orden: FilaOrden) => void
}) {
  const { cliente_id, falta, repetir } = props
  const { data } = useAnswer(
    contrato.listar,
    { query: { cliente_id, limite: 25 } },
    { fresca: true },
  )
  const signs = useMonedas()
  if (!data || signs.size === 0) return null
  if (data.items.length === 0) return <p className="nota">Todavía no envió ninguna orden.</p>
  return (
    <ul className={classes.ultimas} aria-label="Sus últimas órdenes">
      {data.items.slice(0, ULTIMAS).map((orden) => {
        const { id, numero, envia, envia_moneda_id, recibe_moneda_id, beneficiario } = orden
        const sign = signs.get(envia_moneda_id)
        const iso = signs.get(recibe_moneda_id)?.iso ?? ''
        const why = falta(orden)
        return (
          <li key={id} data-anulada={orden.estado === 'anulada' || undefined}>
            <button
              type="button"
              className="boton"
              disabled={why !== null}
              aria-label={`Repetir: ${iso} para ${beneficiario}, como en ${numero}`}
              title={why || 'Repetir el destino y el beneficiario'}
              onClick={() => repetir(orden)}
            >
              <IconRepeat size={15} aria-hidden="true" />
            </button>
            <span className={classes.que}>
              <a href={`/ordenes/detalle/${id}`} target="_blank" rel="noreferrer">
                {sign ? formatMonto(envia, sign) : envia}
              </a>{' '}
              {`a ${iso} para ${beneficiario}`}
            </span>
            <span className="tenue">{why || <Fecha valor={orden.fecha} hora />}</span>
          </li>
        )
      })}
    </ul>
  )
}
