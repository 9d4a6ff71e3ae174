import { useMemo, useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { useVolver } from '../../../web/marco/navegacion.tsx'
import { campos, contrato, type Par } from '../contract.ts'

/** Identity of a pair; its prices are published apart. */
export function DatosPar({ par }: { par: Par }) {
  const { save, saving, error } = useSave(contrato.editar, { stale: ['tipos-cambios'] })
  const volver = useVolver('pares-divisas')
  // While somebody writes, a newer row must not slip its version under what is being written.
  const [abierto, setAbierto] = useState(par)
  const [guardado, setGuardado] = useState(false)
  if (guardado && par.version !== abierto.version) {
    setGuardado(false)
    setAbierto(par)
  }
  const inicial = useMemo(() => {
    const { pais, base_id, cotizacion_id, precision, alerta_pct, fuente, version } = abierto
    return { pais, base_id, cotizacion_id, precision, alerta_pct, fuente, version }
  }, [abierto])
  return (
    <Formulario
      campos={campos}
      schema={contrato.editar.body}
      inicial={inicial}
      guardar={(body) => save({ params: { id: par.id }, body })}
      alGuardar={() => setGuardado(true)}
      guardando={saving}
      error={error}
      actual={par as unknown as Record<string, unknown>}
      cancelar={volver}
    />
  )
}
