import { useMemo } from 'react'
import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { Formulario } from '../../../web/crud/formulario/formulario.tsx'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { campos, contrato } from '../../ajustes/contract.ts'
import { Limites } from '../../ajustes/ui/limites.tsx'

const { razon_social, ruc, registro_sbs, direccion, web, pais_casa, zona_horaria, negocio } = campos
const CAMPOS = { razon_social, ruc, registro_sbs, direccion, web, pais_casa, zona_horaria, negocio }

/** Who the house is: the settings that its papers print. */
export function Casa() {
  const { data, error: fallo, refetch } = useAnswer(contrato.obtener)
  const { save, saving, error } = useSave(contrato.editar, { stale: ['dashboard'] })
  const inicial = useMemo(
    () =>
      data && {
        ...Object.fromEntries(
          Object.keys(CAMPOS).map((clave) => [clave, data[clave as keyof typeof CAMPOS]]),
        ),
        version: data.version,
      },
    [data],
  )
  if (fallo && !data) return <Fallo error={fallo} reintentar={() => void refetch()} />
  if (!inicial) return <Cargando />
  return (
    <>
      <Formulario
        campos={CAMPOS}
        schema={contrato.editar.body}
        inicial={inicial}
        guardar={(body) => save({ body })}
        guardando={saving}
        error={error}
        {...(data && { actual: data })}
      />
      {data && <Limites ajustes={data} />}
    </>
  )
}
