import { LoGanado } from './lo-ganado.tsx'

/** The commissions of an agent, on his client page. */
export default function DeAgente({ id }: { id: number }) {
  return <LoGanado beneficiario={`a${id}`} nueva={{ agente_id: String(id) }} />
}
