import { useMemo } from 'react'
import type { Campos } from '../../../core/fields.ts'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Modal } from '../../../web/crud/modal.tsx'
import type { AreaClientes } from './picker.tsx'

/** The fields that identify a person at the counter; the others are completed on the client's page. */
const MINIMO = ['tipo_doc', 'num_doc', 'nombres', 'apellidos', 'fecha_nac', 'celular']
const INICIAL = { tipo_persona: 'natural', segmento: 'publico', tipo_doc: 'DNI' }

/** Creates a client without leaving the operation. */
export default function ClienteNuevo({
  area,
  abierto,
  buscado,
  cerrar,
  creado,
}: {
  area: AreaClientes
  abierto: boolean
  /** The search text; a document prefills the form. */
  buscado: string
  cerrar: () => void
  creado: (cliente: { id: number; nombre: string }) => void
}) {
  const { save, saving, error } = useSave(area.crear)
  const inicial = useMemo(
    () => (/^\d+$/.test(buscado) ? { ...INICIAL, num_doc: buscado } : INICIAL),
    [buscado],
  )
  const campos = useMemo(
    () =>
      Object.fromEntries(
        MINIMO.flatMap((name) => {
          const campo = area.campos[name]
          return campo ? [[name, { ...campo, requerido: true }]] : []
        }),
      ) as Campos,
    [area],
  )
  async function guardar(valores: Record<string, unknown>) {
    const made = (await save({ body: valores } as never)) as { id: number } | null
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
        campos={campos}
        schema={area.crear.body}
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
