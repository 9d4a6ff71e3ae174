import { type ReactNode, useState } from 'react'
import { Modal } from '../../../web/crud/modal.tsx'
import { Hace } from '../../../web/crud/valores.tsx'
import { RAPIDAS, type Rapida } from '../acciones/acciones.ts'
import type { DetalleOrden } from '../contract.ts'
import { HECHOS } from '../palabras.ts'
import { ESTADOS } from '../rules.ts'
import { Anular } from './anular.tsx'
import classes from './dialogos.module.css'
import { Observar, Resolver, Soltar } from './notas.tsx'
import { Pagar } from './pagar.tsx'
import { Recotizar } from './recotizar.tsx'
import { VerificarCobros } from './verificar.tsx'

interface Dialogo {
  orden: DetalleOrden
  cerrar: () => void
}

const DIALOGOS: Record<Exclude<Rapida, 'tomar'>, (props: Dialogo) => ReactNode> = {
  verificar: VerificarCobros,
  pagar: Pagar,
  soltar: Soltar,
  observar: Observar,
  resolver: Resolver,
  recotizar: Recotizar,
  anular: Anular,
}

/** The dialog of an action of an order that was just reloaded, or what became of the order meanwhile. */
export default function DialogoDeAccion({
  orden,
  accion,
  cerrar,
}: Dialogo & { accion: Exclude<Rapida, 'tomar'> }) {
  // Fixed when the dialog opens: after a later change the server refuses, and the typed values are kept.
  const [possible] = useState(orden.acciones.includes(accion))
  if (possible) {
    const Dialogo = DIALOGOS[accion]
    return <Dialogo orden={orden} cerrar={cerrar} />
  }
  const last = orden.pasos.at(-1)
  return (
    <Modal opened onClose={cerrar} title={RAPIDAS[accion][1]} size="sm">
      <div className={classes.dialogo}>
        <p>{`${orden.numero} está ${ESTADOS[orden.estado].toLowerCase()} y ya no admite esta acción.`}</p>
        {last && (
          <p>
            {`Lo último: ${last.usuario ?? 'el sistema'}, «${HECHOS[last.accion]}», `}
            <Hace momento={last.fecha} />.
          </p>
        )}
      </div>
    </Modal>
  )
}
