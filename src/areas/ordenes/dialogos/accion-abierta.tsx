import { Suspense, useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { tarde } from '../../../web/tarde.ts'
import type { Rapida } from '../acciones/acciones.ts'
import { contrato } from '../contract.ts'

/** Dialogs are not part of what a board or a list shows first. */
const DialogoDeAccion = parte(tarde(() => import('./dialogo-accion.tsx')))

/** The dialog of a requested action, opened once the order has been reloaded. */
export function AccionAbierta(props: { id: number; accion: Rapida; cerrar: () => void }) {
  const { id, accion, cerrar } = props
  const { data, isFetching } = useAnswer(contrato.obtener, { params: { id } })
  // The cached order may be older than its last action, so the dialog waits for a reload; later events do not change
  // it.
  const [fresca, setFresca] = useState(false)
  if (data && !isFetching && !fresca) setFresca(true)
  if (!data || !fresca || accion === 'tomar') return null
  return (
    <Suspense>
      <DialogoDeAccion orden={data} accion={accion} cerrar={cerrar} />
    </Suspense>
  )
}
