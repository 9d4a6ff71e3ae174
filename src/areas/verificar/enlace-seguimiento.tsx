import { Navigate, useParams } from '@tanstack/react-router'
import { SEGUIMIENTO } from '../../core/documento/papel.ts'

/**
 * The address with the code as its last part, as somebody types or sends it. What it names stands behind `#` at once, in
 * the history of the browser too, from where no server gets it.
 */
export default function EnlaceSeguimiento() {
  const { codigo = '' } = useParams({ strict: false })
  return <Navigate to={SEGUIMIENTO} hash={codigo} replace />
}
