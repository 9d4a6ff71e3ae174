import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatMonto, SOLES } from '../../core/formato.ts'
import { Confirmar } from '../../web/crud/dialogo.tsx'
import { useSave } from '../../web/save.ts'
import { contrato, type LiquidacionDetalle } from './contract.ts'

/** Takes back a settlement that was not paid. */
export function AnularLiquidacion({ liquidacion: l }: { liquidacion: LiquidacionDetalle }) {
  const [abierto, setAbierto] = useState(false)
  const { save, saving } = useSave(contrato.anularLiquidacion, { stale: ['reportes'] })
  async function confirm(motivo: string) {
    if (await save({ params: { id: l.id }, body: { motivo } })) setAbierto(false)
  }
  return (
    <>
      <Button variant="default" onClick={() => setAbierto(true)}>
        Anular
      </Button>
      <Confirmar
        abierto={abierto}
        titulo={`Anular ${l.numero}`}
        accion="Anular"
        motivoMinimo={5}
        peligro
        ocupado={saving}
        alConfirmar={(motivo) => void confirm(motivo)}
        alCancelar={() => setAbierto(false)}
      >
        <p>
          {l.filas} {l.filas === 1 ? 'comisión' : 'comisiones'} de {l.nombre} por{' '}
          {formatMonto(l.total, SOLES)} vuelven a esperar liquidación.
        </p>
      </Confirmar>
    </>
  )
}
