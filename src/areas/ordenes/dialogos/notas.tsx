import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { esCorto } from '../../../core/texto/texto.ts'
import { useSave } from '../../../web/api/save.ts'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { MUEVE } from '../acciones/uso-acciones.tsx'
import { camposAccion } from '../contract/acciones.ts'
import { contrato, type DetalleOrden } from '../contract.ts'
import { MOTIVOS_OBSERVACION, type MotivoObservacion } from '../rules.ts'
import classes from './dialogos.module.css'
import { DialogoOrden } from './orden.tsx'

interface Props {
  orden: DetalleOrden
  cerrar: () => void
}

const MOTIVOS = Object.entries(MOTIVOS_OBSERVACION).map(([valor, etiqueta]) => ({
  valor,
  etiqueta,
}))

/** Observes an order with a reason, which pauses its term. */
export function Observar({ orden, cerrar }: Props) {
  const [motivo, setMotivo] = useState<MotivoObservacion>('banco_caido')
  const [nota, setNota] = useState('')
  const envio = useSave(contrato.observar, { stale: MUEVE })
  // The note explains the reason 'otro', so it must be as long as any reason.
  const { minimo } = camposAccion.motivo.control
  const needs = motivo === 'otro' && esCorto(camposAccion.motivo, nota)
  async function enviar() {
    const body = { motivo, nota: nota.trim() || null }
    if (await envio.save({ params: { id: orden.id }, body })) cerrar()
  }
  return (
    <DialogoOrden
      titulo={`Observar ${orden.numero}`}
      accion="Observar"
      orden={orden}
      envio={envio}
      cerrar={cerrar}
      enviar={() => void enviar()}
      falta={needs ? `Escriba qué pasa, en ${minimo} letras o más.` : null}
    >
      <p>Su plazo se detiene hasta que alguien la resuelva.</p>
      <label className={classes.campo} htmlFor="campo-motivo">
        Motivo
      </label>
      <Seleccion
        id="campo-motivo"
        etiqueta="Motivo"
        opciones={MOTIVOS}
        valor={motivo}
        alElegir={(value) => value && setMotivo(value as MotivoObservacion)}
      />
      <Nota valor={nota} alEscribir={setNota} requerida={motivo === 'otro'} />
    </DialogoOrden>
  )
}

/** Resolves an observation; the term runs again. */
export function Resolver({ orden, cerrar }: Props) {
  const [nota, setNota] = useState('')
  const envio = useSave(contrato.resolver, { stale: MUEVE })
  async function enviar() {
    const body = { nota: nota.trim() || null }
    if (await envio.save({ params: { id: orden.id }, body })) cerrar()
  }
  return (
    <DialogoOrden
      titulo={`Resolver ${orden.numero}`}
      accion="Resolver"
      orden={orden}
      envio={envio}
      cerrar={cerrar}
      enviar={() => void enviar()}
    >
      <p>
        {`Está observada por «${orden.observada ? MOTIVOS_OBSERVACION[orden.observada] : ''}»`}
        {orden.observada_nota && `: ${orden.observada_nota}`}. Al resolverla su plazo sigue.
      </p>
      <Nota valor={nota} alEscribir={setNota} />
    </DialogoOrden>
  )
}

/** Returns an order to the queue. */
export function Soltar({ orden, cerrar }: Props) {
  const [nota, setNota] = useState('')
  const envio = useSave(contrato.soltar, { stale: MUEVE })
  async function enviar() {
    const body = { nota: nota.trim() || null }
    if (await envio.save({ params: { id: orden.id }, body })) cerrar()
  }
  return (
    <DialogoOrden
      titulo={`Soltar ${orden.numero}`}
      accion="Soltar"
      orden={orden}
      envio={envio}
      cerrar={cerrar}
      enviar={() => void enviar()}
    >
      <p>Vuelve a la cola de pagadas y otra persona puede tomarla.</p>
      <Nota valor={nota} alEscribir={setNota} />
    </DialogoOrden>
  )
}

function Nota(props: { valor: string; alEscribir: (text: string) => void; requerida?: boolean }) {
  return (
    <Textarea
      data-autofocus
      label="Nota"
      rows={2}
      maxLength={camposAccion.nota.control.maximo}
      withAsterisk={props.requerida ?? false}
      value={props.valor}
      onChange={({ currentTarget }) => props.alEscribir(currentTarget.value)}
    />
  )
}
