import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { formatFechaHora, formatMonto } from '../../../core/formato.ts'
import { dicho, useSave } from '../../../web/api/save.ts'
import { notify, notifyUndo } from '../../../web/avisos/notify.ts'
import { deshacer } from '../../../web/crud/alternar.ts'
import { Modal } from '../../../web/crud/modal.tsx'
import { camposNota, contrato, type Movimiento } from './contract.ts'

/** Writes the note of a movement; empty takes it away. */
export default function Nota({
  movimiento: m,
  cerrar,
}: {
  movimiento: Movimiento
  cerrar: () => void
}) {
  const anotar = useSave(contrato.anotar, { silencio: true })
  const [nota, setNota] = useState(m.nota ?? '')
  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const text = nota.trim()
    const params = { id: m.id }
    const done = await anotar.save({ params, body: { nota: text || null } })
    if (!done) return
    cerrar()
    if (text || !m.nota) return notify('success', done.message)
    const back = { params, body: { nota: m.nota, antes: null } }
    notifyUndo(done.message, () => void deshacer(contrato.anotar, back))
  }
  return (
    <Modal opened onClose={cerrar} title="Nota del movimiento" size="sm">
      <form onSubmit={(event) => void submit(event)} noValidate className="pila">
        <p className="nota">
          {m.concepto}, {m.tipo} de {formatMonto(m.monto, m)} en {m.cuenta},{' '}
          {formatFechaHora(m.fecha)}
        </p>
        <Textarea
          data-autofocus
          label="Nota"
          description="El movimiento no cambia: la nota va a su lado, con su autor en la auditoría."
          rows={3}
          maxLength={camposNota.nota.control.maximo}
          value={nota}
          error={dicho(anotar)}
          onChange={(event) => setNota(event.currentTarget.value)}
        />
        <div className="fila">
          <Button type="submit" loading={anotar.saving}>
            Guardar
          </Button>
          <Button variant="default" onClick={cerrar}>
            Cancelar
          </Button>
        </div>
      </form>
    </Modal>
  )
}
