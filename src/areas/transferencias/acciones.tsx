import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatMonto } from '../../core/formato.ts'
import { Confirmar } from '../../web/crud/dialogo.tsx'
import { useSave } from '../../web/save.ts'
import { contrato, type Detalle } from './contract.ts'

const STALE = { stale: ['cuentas', 'posiciones', 'dashboard', 'notificaciones'] }

/** It did not arrive, or is not for this account: back to where it came from. */
export function Rechazar({ t }: { t: Detalle }) {
  const [open, setOpen] = useState(false)
  const { save, saving } = useSave(contrato.rechazar, STALE)
  async function confirm(motivo: string) {
    if (await save({ params: { id: t.id }, body: { motivo } })) setOpen(false)
  }
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Rechazar
      </Button>
      <Confirmar
        abierto={open}
        titulo={`Rechazar ${t.numero}`}
        accion="Rechazar"
        motivoMinimo={5}
        peligro
        ocupado={saving}
        alConfirmar={(motivo) => void confirm(motivo)}
        alCancelar={() => setOpen(false)}
      >
        {`${formatMonto(t.monto, t.moneda)} vuelven a ${t.origen}, exactamente como salieron.`}
      </Confirmar>
    </>
  )
}

/** Gives back all that moved. */
export function Anular({ t }: { t: Detalle }) {
  const [open, setOpen] = useState(false)
  const { save, saving } = useSave(contrato.anular, STALE)
  async function confirm(motivo: string) {
    if (await save({ params: { id: t.id }, body: { motivo } })) setOpen(false)
  }
  const into =
    t.recibido && t.moneda_destino && t.tipo === 'conversion'
      ? ` y ${formatMonto(t.recibido, t.moneda_destino)}`
      : ''
  return (
    <>
      <Button variant="outline" color="red" onClick={() => setOpen(true)}>
        Anular
      </Button>
      <Confirmar
        abierto={open}
        titulo={`Anular ${t.numero}`}
        accion="Anular"
        motivoMinimo={5}
        peligro
        ocupado={saving}
        alConfirmar={(motivo) => void confirm(motivo)}
        alCancelar={() => setOpen(false)}
      >
        {`Se devuelve exactamente lo que se movió: ${formatMonto(t.monto, t.moneda)}${into}, y sus comisiones. No se puede deshacer.`}
      </Confirmar>
    </>
  )
}
