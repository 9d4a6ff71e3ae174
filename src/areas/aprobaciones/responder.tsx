import { Button } from '@mantine/core'
import { type MouseEvent, use, useState } from 'react'
import { sinCortar } from '../../core/formato.ts'
import { useSave } from '../../web/api/save.ts'
import { notify } from '../../web/avisos/notify.ts'
import { Confirmar } from '../../web/crud/dialogo.tsx'
import { aporte } from '../../web/marco/aportes.ts'
import classes from './aprobaciones.module.css'
import { camposRechazo, type Espera } from './contract.ts'
import { dado, llamadasDe } from './llamadas.tsx'

const STALE = { stale: ['aprobaciones', 'notificaciones', 'posiciones'] } as const
/** How far a pointer that rests may seem to move, in pixels. */
const QUIETO_PX = 4

let antes: { x: number; y: number; de: string } | null = null

/**
 * Whether a press is of the pointer that stayed where it answered another request: what was below has moved up under it,
 * and nobody has read it. Said once; the next press there counts. A press of the keyboard has no place.
 */
function alcanzaOtra(event: MouseEvent, de: string): boolean {
  if (event.detail === 0) return false
  const { clientX: x, clientY: y } = event
  const same = antes !== null && antes.de !== de && Math.hypot(x - antes.x, y - antes.y) < QUIETO_PX
  antes = same ? null : { x, y, de }
  return same
}

export const clave = ({ tipo, id }: Espera) => `${tipo}-${id}`
const tituloDe = ({ tipo }: Espera) => aporte('aprueba')[tipo]?.titulo ?? tipo

export interface FilaProps {
  espera: Espera
  rechazar: () => void
}

/** Approves in one step, refuses with a reason. */
export function Responder({ espera: e, rechazar }: FilaProps) {
  const { aprobar } = use(llamadasDe(e.tipo))
  const yes = useSave(aprobar, STALE)
  const what = `${tituloDe(e)} de ${e.solicitante}`
  function dar(event: MouseEvent) {
    if (alcanzaOtra(event, clave(e)))
      return notify('warning', 'La lista subió: lea esta solicitud y pulse otra vez.')
    void yes.save(dado(e.id, e.confirma))
  }
  return (
    <div className={classes.botones}>
      <Button aria-label={`Aprobar: ${what}`} loading={yes.saving} onClick={dar}>
        Aprobar
      </Button>
      <Button
        variant="default"
        aria-label={`Rechazar: ${what}`}
        disabled={yes.saving}
        onClick={rechazar}
      >
        Rechazar
      </Button>
    </div>
  )
}

/** Asks for the reason; tells when there is nothing to refuse any more. */
export function Rechazar(props: {
  espera: Espera
  abierto: boolean
  sigue: boolean
  cerrar: () => void
}) {
  const { espera: e, abierto, sigue, cerrar } = props
  const { rechazar } = use(llamadasDe(e.tipo))
  const { save, saving } = useSave(rechazar, STALE)
  // Its own answer takes it off the list before the dialog is closed.
  const [ended, setEnded] = useState(false)
  if (abierto && !sigue && !saving && !ended) setEnded(true)
  return (
    <Confirmar
      abierto={abierto}
      titulo={`Rechazar: ${tituloDe(e).toLowerCase()}`}
      accion={ended ? 'Entendido' : 'Rechazar'}
      {...(!ended && { motivo: camposRechazo.nota, peligro: true })}
      ocupado={saving}
      alConfirmar={(nota) =>
        ended ? cerrar() : void save(dado(e.id, { nota })).then((done) => done && cerrar())
      }
      alCancelar={cerrar}
    >
      {sinCortar([e.titulo, e.importe].filter(Boolean).join(', '))}.{' '}
      {ended ? (
        <span role="alert">
          Ya no espera respuesta: {e.solicitante} la retiró o pidió otra, o alguien más respondió.
          No se rechazó nada.
        </span>
      ) : (
        `${e.solicitante} verá el motivo.`
      )}
    </Confirmar>
  )
}
