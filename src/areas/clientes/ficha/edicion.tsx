import { useMemo, useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { useVolver } from '../../../web/marco/navegacion.tsx'
import { type ClienteDetalle, campos, contrato } from '../contract.ts'
import { FichaForm } from './ficha-form.tsx'

/** A client's form, filled with what is stored. */
export function Edicion({ cliente }: { cliente: ClienteDetalle }) {
  const { save, saving, error } = useSave(contrato.editar)
  const volver = useVolver('clientes')
  // While somebody writes, a newer row must not slip its version under what is being written.
  const [abierto, setAbierto] = useState(cliente)
  const [guardado, setGuardado] = useState(false)
  if (guardado && cliente.version !== abierto.version) {
    setGuardado(false)
    setAbierto(cliente)
  }
  const inicial = useMemo(() => {
    const row: Record<string, unknown> = abierto
    const own = Object.keys(campos).map((nombre) => [nombre, row[nombre]])
    const { tipo_persona, version } = abierto
    return { ...Object.fromEntries(own), tipo_persona, version }
  }, [abierto])
  return (
    <FichaForm
      schema={contrato.editar.body}
      inicial={inicial}
      guardar={(body) => save({ params: { id: cliente.id }, body })}
      alGuardar={() => setGuardado(true)}
      guardando={saving}
      error={error}
      actual={cliente}
      cancelar={volver}
    />
  )
}
