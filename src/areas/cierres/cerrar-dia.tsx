import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatFecha } from '../../core/formato.ts'
import { Confirmar } from '../../web/crud/dialogo.tsx'
import { useSave } from '../../web/save.ts'
import { contrato, type Dia } from './contract.ts'
import { textoPendiente } from './pendientes.tsx'

const STALE = { stale: ['compras-ventas', 'dashboard'] }

/** Closes the day; what is left pending is named and confirmed. */
export function CerrarDia({ dia }: { dia: Dia }) {
  const [open, setOpen] = useState(false)
  const { save, saving } = useSave(contrato.cerrar, STALE)
  const { fecha, hoy, pendientes, anterior_abierto } = dia
  const impedido = anterior_abierto !== null || pendientes.some(({ bloquea }) => bloquea)
  async function confirm() {
    await save({ body: { fecha, confirmo: pendientes.length > 0 } })
    setOpen(false)
  }
  return (
    <>
      <Button disabled={impedido} onClick={() => setOpen(true)}>
        Cerrar el día
      </Button>
      <Confirmar
        abierto={open}
        titulo={`Cerrar el ${formatFecha(fecha)}`}
        accion="Cerrar el día"
        ocupado={saving}
        alConfirmar={() => void confirm()}
        alCancelar={() => setOpen(false)}
      >
        {pendientes.length > 0 && (
          <p>Quedará pendiente: {pendientes.map(textoPendiente).join(', ')}.</p>
        )}
        <p>
          {fecha === hoy
            ? 'Hoy no se registra nada más: ni compras, ni ventas, ni ajustes. Se opera desde mañana.'
            : 'El día y los anteriores no reciben nada más.'}
        </p>
      </Confirmar>
    </>
  )
}

/** Opens the last closed day again, with a reason; what was kept of it stays. */
export function ReabrirDia({ fecha }: { fecha: string }) {
  const [open, setOpen] = useState(false)
  const { save, saving } = useSave(contrato.reabrir, STALE)
  async function confirm(motivo: string) {
    if (await save({ params: { fecha }, body: { motivo } })) setOpen(false)
  }
  return (
    <>
      <Button variant="outline" color="red" onClick={() => setOpen(true)}>
        Reabrir
      </Button>
      <Confirmar
        abierto={open}
        titulo={`Reabrir el ${formatFecha(fecha)}`}
        accion="Reabrir"
        motivoMinimo={5}
        peligro
        ocupado={saving}
        alConfirmar={(motivo) => void confirm(motivo)}
        alCancelar={() => setOpen(false)}
      >
        El resumen que se guardó queda como está; el próximo cierre será otra versión.
      </Confirmar>
    </>
  )
}
