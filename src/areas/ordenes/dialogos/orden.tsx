import { Button } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { esCorto } from '../../../core/texto/texto.ts'
import type { ApiError } from '../../../web/api/http.ts'
import { INCIERTO } from '../../../web/api/save.ts'
import { Modal } from '../../../web/crud/modal.tsx'
import { Hace } from '../../../web/crud/valores.tsx'
import { EnlaceDocumento } from '../../../web/operacion/documento.tsx'
import { camposAccion } from '../contract/acciones.ts'
import type { DetalleOrden } from '../contract.ts'
import { HECHOS } from '../palabras.ts'
import classes from './dialogos.module.css'

interface Props {
  titulo: string
  /** The verb on the button. */
  accion: string
  orden: DetalleOrden
  /** The state of the call, from `useSave`. */
  envio: { saving: boolean; incierto: boolean; error: ApiError | null }
  cerrar: () => void
  enviar: () => void
  peligro?: boolean
  /** Why it cannot be sent yet, shown at the button. */
  falta?: string | null | undefined
  ancho?: 'sm' | 'lg' | 'xl'
  cancelar?: string
  children: ReactNode
}

/** What is said while the reason is too short; null once it is not. */
export function faltaMotivo(motivo: string): string | null {
  const campo = camposAccion.motivo
  return esCorto(campo, motivo)
    ? `Escriba el motivo, en ${campo.control.minimo} letras o más.`
    : null
}

/** A dialog that moves an order: what was typed stays when it is refused, and who was quicker is named. */
export function DialogoOrden(props: Props) {
  const { titulo, accion, orden, envio, cerrar, enviar, peligro, falta, ancho = 'sm' } = props
  const { saving, incierto, error } = envio
  function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (!falta && !saving) enviar()
  }
  return (
    <Modal
      opened
      onClose={() => !saving && cerrar()}
      title={titulo}
      size={ancho}
      transitionProps={{ duration: 120 }}
    >
      <form className={classes.dialogo} onSubmit={submit} noValidate>
        {props.children}
        {error && <Rechazo error={error} orden={orden} />}
        <div className="fila">
          <Button
            type="submit"
            loading={saving}
            disabled={Boolean(falta)}
            {...(peligro && { color: 'red' })}
          >
            {accion}
          </Button>
          <Button variant="default" disabled={saving} onClick={cerrar}>
            {props.cancelar ?? 'Cancelar'}
          </Button>
          <span role="status" className={classes.falta}>
            {incierto ? INCIERTO : falta}
          </span>
        </div>
      </form>
    </Modal>
  )
}

/** The refusal and, after a conflict, who did what and when. */
export function Rechazo({ error, orden }: { error: ApiError; orden: DetalleOrden }) {
  const last = orden.pasos.at(-1)
  const fields = error.body.errors?.map(({ msg }) => msg) ?? []
  return (
    <div role="alert" className="banda" data-tono="negativo">
      <p>{fields.length > 0 ? fields.join(' ') : error.message}</p>
      <EnlaceDocumento detalle={error.body.detalle} />
      {error.status === 409 && error.body.codigo === 'ESTADO' && last && (
        <p>
          {`Lo último: ${last.usuario ?? 'el sistema'}, «${HECHOS[last.accion]}», `}
          <Hace momento={last.fecha} />.
        </p>
      )}
    </div>
  )
}
