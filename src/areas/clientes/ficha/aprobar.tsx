import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatFecha } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { Confirmar } from '../../../web/crud/dialogo.tsx'
import { Datos } from '../../../web/crud/pagina/detalle.tsx'
import { Fecha } from '../../../web/crud/valores.tsx'
import { type ClienteDetalle, camposAprobacion, contrato, PERSONAS } from '../contract.ts'

/** Why enhanced due diligence is asked for. */
function porque({ pep, pep_cargo, pep_entidad, tipo_persona }: ClienteDetalle): string {
  if (pep) return `Persona expuesta políticamente: ${pep_cargo}, ${pep_entidad}.`
  return tipo_persona === 'juridica'
    ? `Persona ${PERSONAS.juridica.toLowerCase()}.`
    : 'Riesgo alto.'
}

/** The compliance officer lets him operate, and says what was looked at. */
export function Aprobar({ cliente }: { cliente: ClienteDetalle }) {
  const [abierto, setAbierto] = useState(false)
  const { save, saving } = useSave(contrato.aprobar)
  const { id, version, por_aprobar, faltan } = cliente
  async function confirm(nota: string) {
    if (await save({ params: { id }, body: { nota, version } })) setAbierto(false)
  }
  return (
    <>
      <Button variant={por_aprobar ? 'filled' : 'default'} onClick={() => setAbierto(true)}>
        {por_aprobar ? 'Aprobar' : 'Renovar aprobación'}
      </Button>
      <Confirmar
        abierto={abierto}
        titulo={`Aprobar a ${cliente.nombre}`}
        accion="Aprobar"
        etiquetaMotivo={camposAprobacion.nota.etiqueta}
        motivoMinimo={10}
        ocupado={saving}
        alConfirmar={(nota) => void confirm(nota)}
        alCancelar={() => setAbierto(false)}
      >
        <p>{porque(cliente)}</p>
        {faltan.length > 0 && <p>Su ficha todavía no está completa.</p>}
      </Confirmar>
    </>
  )
}

/** Since when he may operate and until when, or that he may not yet. */
export function Aprobacion({ cliente }: { cliente: ClienteDetalle }) {
  const { aprobacion, por_aprobar, reforzado } = cliente
  if (!reforzado) return null
  const estado = !aprobacion
    ? 'Falta: no opera sobre el umbral de identificación'
    : por_aprobar && aprobacion.vence
      ? `Venció el ${formatFecha(aprobacion.vence)}`
      : aprobacion.vence
        ? `Hasta el ${formatFecha(aprobacion.vence)}`
        : 'Sin vencimiento'
  return (
    <Datos
      pares={[
        ['Aprobación de cumplimiento', estado],
        ...(aprobacion
          ? [
              ['Aprobó', aprobacion.por ?? 'La casa'] as const,
              ['El', <Fecha key="en" valor={aprobacion.en} />] as const,
              ['Qué se revisó', aprobacion.nota] as const,
            ]
          : []),
      ]}
    />
  )
}
