import { useEffect, useEffectEvent, useMemo } from 'react'
import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import type { Campos } from '../../../core/fields.ts'
import type { DocumentoLeido } from '../../../core/lector/documento.ts'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { documentoInicial } from '../rules.ts'
import type { AreaClientes } from './picker.tsx'

/** The fields that identify a person at the counter; the others are completed on the client's page. */
const MINIMO = ['tipo_doc', 'num_doc', 'nombres', 'apellidos', 'fecha_nac', 'celular']
const INICIAL = { tipo_persona: 'natural', segmento: 'publico' }

export interface NuevoProps {
  area: AreaClientes
  /** The search text; a document prefills the form. */
  buscado: string
  /** What a scanner read of somebody who is not there yet. */
  leido?: DocumentoLeido | null
  cerrar: () => void
  creado: (cliente: { id: number; nombre: string }) => void
}

/** The form of a client who is created at the counter; it may arrive after its dialog is open. */
export default function NuevoForm(props: NuevoProps & { enfocar: () => void }) {
  const { area, buscado, leido, cerrar, creado, enfocar } = props
  const { save, saving, error } = useSave(area.crear)
  const arrived = useEffectEvent(enfocar)
  useEffect(() => arrived(), [])
  const inicial = useMemo(
    () => ({
      ...INICIAL,
      tipo_doc: documentoInicial(monedaFuncional().pais),
      ...(leido
        ? Object.fromEntries(Object.entries(leido).filter(([, value]) => value !== null))
        : /^[A-Z]?\d+[A-Z]?$/i.test(buscado) && { num_doc: buscado }),
    }),
    [buscado, leido],
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
  )
}
