import { type ReactNode, useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { Modal } from '../../../web/crud/modal.tsx'
import { Hace } from '../../../web/crud/valores.tsx'
import { RAPIDAS, type Rapida } from '../acciones/acciones.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
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

/** The dialog of an action that was asked for, once the order is known as it is now. */
export function AccionAbierta(props: { id: number; accion: Rapida; cerrar: () => void }) {
  const { id, accion, cerrar } = props
  const { data, isFetching } = useAnswer(contrato.obtener, { params: { id } })
  // What the page kept of the order may be from before its last move; later news change nothing of an open dialog.
  const [fresca, setFresca] = useState(false)
  if (data && !isFetching && !fresca) setFresca(true)
  if (!data || !fresca || accion === 'tomar') return null
  return <Abierta orden={data} accion={accion} cerrar={cerrar} />
}

function Abierta({ orden, accion, cerrar }: Dialogo & { accion: Exclude<Rapida, 'tomar'> }) {
  // As it was when it was asked for: what happens meanwhile is said by the refusal, and keeps what was typed.
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
