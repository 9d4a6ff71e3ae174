import { useState } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { contrato, sucursales } from '../../sucursales/contract.ts'
import { GuardaAlSeguir } from '../siguiente.tsx'

const { nombre, codigo, direccion, telefono } = sucursales.campos
const CAMPOS = { nombre, codigo, direccion, telefono }

/** The branches of a house that has several; without any it is one. */
export function Sucursales() {
  const { data, error: fallo, refetch } = useAnswer(contrato.listar)
  const { save, saving, error } = useSave(contrato.crear, { stale: ['cuentas'] })
  // Each begins with an empty form.
  const [turno, setTurno] = useState(0)
  if (fallo && !data) return <Fallo error={fallo} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  return (
    <>
      {data.length > 0 && (
        <p className="tenue">
          {'Ya tiene: '}
          {data.map(({ id, nombre: una }, n) => (
            <span key={id}>
              {n > 0 && ', '}
              <Enlace a="detalle-sucursal" params={{ id }}>
                {una}
              </Enlace>
            </span>
          ))}
          .
        </p>
      )}
      <Formulario
        key={turno}
        campos={CAMPOS}
        schema={contrato.crear.body}
        guardar={(body) => save({ body })}
        guardando={saving}
        error={error}
        accion="Agregar sucursal"
        conForm={(form) => <GuardaAlSeguir form={form} />}
        alGuardar={() => setTurno(turno + 1)}
      />
    </>
  )
}
