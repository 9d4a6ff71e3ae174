import { useMemo, useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { DatosDe } from '../../../web/crud/pagina/detalle.tsx'
import { useVolver } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { campos, contrato, type TipoCambio } from '../contract.ts'
import { ReglaForm } from '../edicion/regla-form.tsx'

/** The rule of a rate, edited by who may and sees its margin. */
export function DatosTipo({ tipo, edita }: { tipo: TipoCambio; edita: boolean }) {
  const ganancia = usePuede('ganancia:ver')
  if (edita && ganancia) return <Edicion tipo={tipo} />
  const { par_origen_id: _, par_destino_id: __, margen, ...rest } = campos
  return <DatosDe campos={{ ...rest, ...(ganancia && { margen }) }} fila={{ ...tipo }} />
}

function Edicion({ tipo }: { tipo: TipoCambio }) {
  const { save, saving, error } = useSave(contrato.editar)
  const volver = useVolver('tipos-cambios')
  // While somebody writes, a newer row must not slip its version under what is being written.
  const [abierto, setAbierto] = useState(tipo)
  const [guardado, setGuardado] = useState(false)
  if (guardado && tipo.version !== abierto.version) {
    setGuardado(false)
    setAbierto(tipo)
  }
  const inicial = useMemo(() => {
    const own = Object.keys(campos).map((nombre) => [nombre, abierto[nombre as keyof TipoCambio]])
    const tasa = abierto.tasa_manual ? { tasa: abierto.tasa, motivo: null } : {}
    return { ...Object.fromEntries(own), ...tasa, version: abierto.version }
  }, [abierto])
  return (
    <ReglaForm
      manual={abierto.tasa_manual}
      schema={contrato.editar.body}
      inicial={inicial}
      guardar={(body) => save({ params: { id: tipo.id }, body })}
      alGuardar={() => setGuardado(true)}
      guardando={saving}
      error={error}
      actual={tipo as unknown as Record<string, unknown>}
      cancelar={volver}
    />
  )
}
