import { Modal } from '@mantine/core'
import { Formulario } from '../../web/crud/formulario.tsx'
import { useSave } from '../../web/save.ts'
import { campos, contrato, type ClienteNuevo as Datos } from '../clientes/contract.ts'

const { tipo_doc, num_doc, nombres, apellidos, celular } = campos
/** What identifies a person at the counter; the rest is completed on the client's own page. */
const MINIMO = {
  tipo_doc,
  num_doc,
  nombres: { ...nombres, requerido: true },
  apellidos: { ...apellidos, requerido: true },
  celular,
}
const INICIAL = { tipo_persona: 'natural', segmento: 'publico', tipo_doc: 'DNI' }

/** A client made without leaving the operation. */
export function ClienteNuevo({
  abierto,
  cerrar,
  creado,
}: {
  abierto: boolean
  cerrar: () => void
  creado: (cliente: { id: number; nombre: string }) => void
}) {
  const { save, saving, error } = useSave(contrato.crear)
  async function guardar(valores: Datos) {
    const made = await save({ body: valores })
    if (made) {
      creado({
        id: made.id,
        nombre: `${valores.nombres} ${valores.apellidos} · ${valores.num_doc}`,
      })
    }
    return made
  }
  return (
    <Modal opened={abierto} onClose={cerrar} title="Cliente nuevo" size="md">
      <Formulario
        campos={MINIMO}
        schema={contrato.crear.body}
        inicial={INICIAL}
        guardar={guardar}
        guardando={saving}
        error={error}
        accion="Crear cliente"
        cancelar={cerrar}
      />
    </Modal>
  )
}
