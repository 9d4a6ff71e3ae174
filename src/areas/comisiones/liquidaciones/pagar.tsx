import { Button } from '@mantine/core'
import { useState } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { formatMonto } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import { camposPago, contrato, type LiquidacionDetalle } from '../contract.ts'

/** Pays a whole settlement from an account, once. */
export function Pagar({ liquidacion: l }: { liquidacion: LiquidacionDetalle }) {
  const [abierto, setAbierto] = useState(false)
  const total = formatMonto(l.total, monedaFuncional())
  return (
    <>
      <Button onClick={() => setAbierto(true)}>Pagar {total}</Button>
      <Modal
        opened={abierto}
        onClose={() => setAbierto(false)}
        title={`Pagar ${l.numero} a ${l.nombre}`}
        size="md"
        transitionProps={{ duration: 120 }}
      >
        <Pago liquidacion={l} total={total} cerrar={() => setAbierto(false)} />
      </Modal>
    </>
  )
}

interface PagoProps {
  liquidacion: LiquidacionDetalle
  total: string
  cerrar: () => void
}

function Pago({ liquidacion: l, total, cerrar }: PagoProps) {
  const { save, saving, incierto, error, pendiente } = useSave(contrato.pagar, {
    stale: ['reportes', 'cuentas'],
  })
  return (
    <Formulario
      campos={camposPago}
      schema={contrato.pagar.body}
      guardar={(body) => save({ params: { id: l.id }, body })}
      alGuardar={cerrar}
      guardando={saving}
      incierto={incierto}
      pendiente={pendiente}
      error={error}
      accion={`Pagar ${total}`}
      cancelar={cerrar}
    />
  )
}
