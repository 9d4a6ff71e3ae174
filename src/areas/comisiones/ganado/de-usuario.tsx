import { LoGanado } from './lo-ganado.tsx'

/** A user's commissions. */
export default function DeUsuario({ id }: { id: number }) {
  return <LoGanado beneficiario={`u${id}`} nueva={{ usuario_id: String(id) }} />
}
