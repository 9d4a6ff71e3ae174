import { LoGanado } from './lo-ganado.tsx'

/** The commissions of a client who brings others. */
export default function DeAgente({ id }: { id: number }) {
  return <LoGanado beneficiario={`a${id}`} nueva={{ agente_id: String(id) }} />
}
