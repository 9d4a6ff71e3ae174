import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useSave } from '../../../web/api/save.ts'
import { Confirmar } from '../../../web/crud/dialogo.tsx'
import { Estatus } from '../../../web/crud/valores.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type TipoCambio } from '../contract.ts'
import { EnFila } from '../edicion/en-fila.tsx'
import { nombreTipo } from '../palabras.ts'

/** Quoted or not: asks before, since every calculator and counter follows at once. */
export function InterruptorEstatus({ tipo }: { tipo: TipoCambio }) {
  const [abierto, setAbierto] = useState(false)
  const { save, saving } = useSave(contrato.estatus)
  const puede = usePuede('tipos-cambios:publicar')
  if (!puede) return <Estatus activo={tipo.estatus} />
  const accion = tipo.estatus ? 'Desactivar' : 'Activar'
  async function confirm() {
    await save({ params: { id: tipo.id } })
    setAbierto(false)
  }
  return (
    <EnFila>
      <Switch
        aria-label={`${nombreTipo(tipo)}, ${tipo.pais_nombre}: activo`}
        checked={tipo.estatus}
        onChange={() => setAbierto(true)}
      />
      <Confirmar
        abierto={abierto}
        titulo={`¿${accion} ${nombreTipo(tipo)}?`}
        accion={accion}
        peligro={tipo.estatus}
        ocupado={saving}
        alConfirmar={() => void confirm()}
        alCancelar={() => setAbierto(false)}
      >
        {tipo.estatus
          ? 'Dejará de cotizarse en la calculadora y en el mostrador. Su histórico se conserva.'
          : 'Volverá a cotizarse; si es automática, se recalcula con los precios de ahora.'}
      </Confirmar>
    </EnFila>
  )
}
