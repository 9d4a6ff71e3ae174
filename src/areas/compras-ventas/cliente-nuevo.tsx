import { Modal } from '@mantine/core'
import { useMemo } from 'react'
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
  buscado,
  cerrar,
  creado,
}: {
  abierto: boolean
  /** What was typed to find the client: a document starts the form. */
  buscado: string
  cerrar: () => void
  creado: (cliente: { id: number; nombre: string }) => void
}) {
  const { save, saving, error } = useSave(contrato.crear)
  const inicial = useMemo(
    () => (/^\d+$/.test(buscado) ? { ...INICIAL, num_doc: buscado } : INICIAL),
    [buscado],
  )
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
    <Modal
      opened={abierto}
      onClose={cerrar}
      title="Cliente nuevo"
      size="md"
      onEnterTransitionEnd={() => document.getElementById('campo-num_doc')?.focus()}
    >
      <Formulario
        campos={MINIMO}
        schema={contrato.crear.body}
        inicial={inicial}
        guardar={guardar}
        guardando={saving}
        error={error}
        accion="Crear cliente"
        cancelar={cerrar}
      />
    </Modal>
  )
}
