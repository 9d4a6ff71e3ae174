import { Switch } from '@mantine/core'
import { useState } from 'react'
import { formatTasa } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { Confirmar } from '../../../web/crud/dialogo.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { contrato, type TipoCambio } from '../contract.ts'
import { nombreTipo } from '../palabras.ts'
import { EnFila } from './en-fila.tsx'
import { EscribirTasa } from './escribir-tasa.tsx'

/** Automatic or by hand. On asks for the rate, off says which one comes back; both want a reason. */
export function InterruptorModo({ tipo }: { tipo: TipoCambio }) {
  const [abierto, setAbierto] = useState(false)
  const puede = usePuede('tipos-cambios:publicar')
  if (!puede) return tipo.tasa_manual ? 'Manual' : 'Automática'
  const cerrar = () => setAbierto(false)
  return (
    <EnFila>
      <Switch
        aria-label={`${nombreTipo(tipo)}, ${tipo.pais_nombre}: tasa manual`}
        checked={tipo.tasa_manual}
        onChange={() => setAbierto(true)}
      />
      {tipo.tasa_manual ? (
        <VolverAutomatica tipo={tipo} abierto={abierto} cerrar={cerrar} />
      ) : (
        <EscribirTasa tipo={tipo} abierto={abierto} cerrar={cerrar} />
      )}
    </EnFila>
  )
}

interface Props {
  tipo: TipoCambio
  abierto: boolean
  cerrar: () => void
}

function VolverAutomatica({ tipo, abierto, cerrar }: Props) {
  const { save, saving } = useSave(contrato.tasaManual)
  const { id, version, tasa_automatica, precision } = tipo
  async function confirm(motivo: string) {
    const body = { id, tasa_manual: false, tasa: null, motivo, version }
    if (await save({ body })) cerrar()
  }
  return (
    <Confirmar
      abierto={abierto}
      titulo={`¿${nombreTipo(tipo)} vuelve a ser automática?`}
      accion="Volver a automática"
      motivoMinimo={5}
      ocupado={saving}
      alConfirmar={(motivo) => void confirm(motivo)}
      alCancelar={cerrar}
    >
      {tasa_automatica
        ? `La tasa pasa de ${formatTasa(tipo.tasa, precision)} a ${formatTasa(tasa_automatica, precision)}.`
        : 'Se recalcula con los precios de sus pares.'}
    </Confirmar>
  )
}
