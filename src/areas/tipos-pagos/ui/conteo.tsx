import { IconCash } from '@tabler/icons-react'
import { useState } from 'react'
import type { Conteo } from '../../../core/dinero/conteo.ts'
import type { Simbolo } from '../../../core/formato.ts'
import { DialogoConteo } from '../../../web/crud/conteo/conteo.tsx'
import type { Pieza } from '../../../web/crud/conteo/fila.tsx'
import { Icono } from '../../../web/operacion/partes.tsx'
import type { LineaDePago } from '../rules/linea-pago.ts'
import { UltimoConteo } from './ultimo-conteo.tsx'

interface Props {
  linea: Pick<LineaDePago, 'denominaciones' | 'cuenta_id'> & { resuelto: string }
  /** Seen from the house. */
  lado: 'recibimos' | 'entregamos'
  moneda: Simbolo
  piezas: readonly Pieza[]
  contar: (conteo: Conteo[], monto: string) => void
}

/** Counts cash by denomination; the sum becomes the line's amount. */
export function BotonConteo({ linea, lado, moneda, piezas, contar }: Props) {
  const [open, setOpen] = useState(false)
  const words = linea.denominaciones ? 'Volver a contar el efectivo' : 'Contar el efectivo'
  return (
    <>
      <Icono
        variant={linea.denominaciones ? 'light' : 'subtle'}
        size="lg"
        aria-label={words}
        title={`${words}, billete por billete`}
        onClick={() => setOpen(true)}
      >
        <IconCash size={18} aria-hidden="true" />
      </Icono>
      <DialogoConteo
        abierto={open}
        titulo={`Efectivo que ${lado} en ${moneda.simbolo}`}
        moneda={moneda}
        piezas={piezas}
        conteo={linea.denominaciones}
        esperado={{ monto: linea.resuelto, nombre: 'el pago' }}
        usar={contar}
        cerrar={() => setOpen(false)}
        antes={<UltimoConteo cuenta_id={linea.cuenta_id} moneda={moneda} />}
      />
    </>
  )
}
