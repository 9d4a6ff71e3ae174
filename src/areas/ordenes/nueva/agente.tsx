import { useAnswer } from '../../../web/api/query.ts'
import { contrato as clientes } from '../../clientes/contract.ts'
import { agenteDeOrden } from './calculo/agente.ts'

/** To whom an order will be credited, said before it is made. */
export function AgenteDeOrden(props: { cliente_id: number | null; agente_id: number | null }) {
  const { cliente_id, agente_id } = props
  const { data: cliente } = useAnswer(
    clientes.obtener,
    { params: { id: cliente_id ?? 0 } },
    { activa: cliente_id !== null },
  )
  const suyo = cliente_id !== null && cliente?.id === cliente_id ? cliente.agente : null
  const words = agenteDeOrden(suyo, agente_id)
  return words && <p className="tenue">{words}</p>
}
