import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useEventos } from '../api/events.ts'
import { probar, useLinea } from '../api/linea.ts'
import { Hace } from '../crud/valores.tsx'
import classes from './barra.module.css'

/** Milliseconds without live connection before the warning appears. */
const PATIENCE_MS = 2500

/** Says in the bar that the line is cut, how old everything on screen is, and when the line is back. */
export function EnVivo() {
  const { estado, oida } = useLinea()
  const cortado = useCortado()
  return (
    <span role="status" className={classes.linea} data-estado={estado}>
      {estado === 'sin' && (
        <button type="button" title="Reintentar ahora" onClick={() => void probar()}>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          Sin conexión · datos de <Hace momento={new Date(oida).toISOString()} />
        </button>
      )}
      {estado === 'volvio' && 'Volvió la conexión'}
      {estado === 'hay' && cortado && 'Sin conexión en vivo'}
    </span>
  )
}

/** Whether the live connection alone has been cut for a while: rates and balances may be stale. */
function useCortado(): boolean {
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
  return cortado
}
