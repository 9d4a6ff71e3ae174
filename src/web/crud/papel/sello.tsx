import type { Sello as Datos } from '../../../core/documento/ticket.ts'
import classes from './papeles.module.css'
import { Qr } from './qr.tsx'

/** The code of a printed document and where anybody can check it. */
export function Sello({ sello: { enlace, codigo, donde } }: { sello: Datos }) {
  return (
    <div className={classes.sello}>
      <Qr className={classes.qr} texto={enlace} titulo="Enlace para verificar este documento" />
      <p>
        <span>Código de verificación</span>
        <strong>{codigo}</strong>
        <span>{donde}</span>
      </p>
    </div>
  )
}
