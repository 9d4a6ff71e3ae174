import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useEventos } from '../api/events.ts'

/** Milliseconds without connection before the warning appears. */
const PATIENCE_MS = 2500

/** Warns that rates and balances may be stale because the live connection is cut. */
export function EnVivo() {
  const estado = useEventos()
  const [cortado, setCortado] = useState(false)
  useEffect(() => {
    if (estado !== 'cortado') {
      if (estado === 'vivo' || estado === 'inactivo') setCortado(false)
      return
    }
    const timer = setTimeout(() => setCortado(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [estado])
  return (
    <span role="status" className="junto hueco-4 menor alerta entero">
      {cortado && (
        <>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          Sin conexión en vivo
        </>
      )}
    </span>
  )
}
