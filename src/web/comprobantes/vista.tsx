import { IconFileTypePdf } from '@tabler/icons-react'
import { useState } from 'react'
import type { Comprobante } from '../../core/documento/comprobante.ts'
import classes from './comprobante.module.css'
import { type Fuente, useArchivo, VisorComprobantes } from './visor.tsx'

/** A voucher beside what it proves, as large as the place allows; larger at a click. */
export function VistaComprobante({
  comprobante: c,
  fuente,
}: {
  comprobante: Comprobante
  fuente: Fuente
}) {
  const [abierto, setAbierto] = useState(false)
  const { data } = useArchivo(fuente, c.id, c.tipo.startsWith('image/'))
  return (
    <>
      <button
        type="button"
        className={classes.lado}
        aria-label={`Ampliar ${c.nombre}`}
        onClick={() => setAbierto(true)}
      >
        {data ? <img src={data.vista} alt="" /> : <IconFileTypePdf size={32} aria-hidden="true" />}
      </button>
      {abierto && (
        <VisorComprobantes
          comprobantes={[c]}
          fuente={fuente}
          indice={0}
          mover={() => undefined}
          cerrar={() => setAbierto(false)}
        />
      )}
    </>
  )
}
