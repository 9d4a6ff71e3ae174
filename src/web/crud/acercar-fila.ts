import { useRouter } from '@tanstack/react-router'
import { direccion, type RutaCon } from '../marco/screens.ts'

/** As long as the pointer or the focus stays on a link of the router before it counts as meant. */
const ESPERA_MS = 60

let waiting: ReturnType<typeof setTimeout> | undefined

/** The events of a row that opens the page of its record: what that begins with comes before it is opened. */
export function useAcercarFila(ficha: RutaCon<'id'> | undefined) {
  const router = useRouter()
  return (id: string | number) => {
    if (!ficha) return {}
    const end = () => clearTimeout(waiting)
    const begin = () => {
      end()
      waiting = setTimeout(() => {
        router.preloadRoute({ to: direccion(ficha, { id }) }).catch(() => {})
      }, ESPERA_MS)
    }
    return { onPointerEnter: begin, onPointerLeave: end, onFocus: begin, onBlur: end }
  }
}
