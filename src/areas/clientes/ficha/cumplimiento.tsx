import { useSave } from '../../../web/api/save.ts'
import { BotonConfirmar } from '../../../web/crud/boton-confirmar.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { camposJuicio } from '../contract/cumplimiento.ts'
import { type ClienteDetalle, contrato } from '../contract.ts'

/** Lifts the mark of an exposed person; the reason goes to the audit. */
export function QuitarPep({ cliente: { id, nombre, version } }: { cliente: ClienteDetalle }) {
  const { save, saving } = useSave(contrato.quitarPep)
  return (
    <BotonConfirmar
      titulo={`Quitar la marca PEP de ${nombre}`}
      accion="Quitar marca PEP"
      motivo={camposJuicio.nota}
      ocupado={saving}
      alConfirmar={(motivo) => save({ params: { id }, body: { motivo, version } })}
    >
      <p>Deja de ser una persona expuesta políticamente. Lo ya registrado conserva la marca.</p>
    </BotonConfirmar>
  )
}

/** Whom he resembles: he waits until compliance has looked. */
export function Parecidos({ cliente: { parecidos } }: { cliente: ClienteDetalle }) {
  if (parecidos.length === 0) return null
  return (
    <p className="alerta">
      {'No opera hasta que cumplimiento lo vea en Aprobaciones: se parece a '}
      {parecidos.map(({ id, nombre, por }, n) => (
        <span key={id}>
          {n > 0 && ', '}
          <Enlace a="detalle-cliente" params={{ id }}>
            {nombre}
          </Enlace>
          {`, bloqueado (${por})`}
        </span>
      ))}
    </p>
  )
}
