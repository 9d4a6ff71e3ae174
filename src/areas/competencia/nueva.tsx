import { useMemo } from 'react'
import { useSave } from '../../web/api/save.ts'
import { Formulario } from '../../web/crud/formulario/formulario.tsx'
import { Pagina } from '../../web/crud/pagina/pagina.tsx'
import { useBusqueda, useIr, useVolver } from '../../web/marco/navegacion.tsx'
import { campos, contrato } from './contract.ts'
import { AL_REVES, alReves } from './rules.ts'

const SECCIONES = [
  { titulo: 'De quién y de qué', campos: ['competidor_id', 'par_id'] },
  { titulo: 'Lo que publica', campos: ['compra', 'venta', 'hace_minutos'] },
]

/** The form for what a competitor publishes; the address may bring the competitor and the pair. */
export default function NuevaTasa() {
  const { save, saving, error } = useSave(contrato.anotar)
  const [{ competidor_id, par_id }] = useBusqueda()
  const ir = useIr()
  const volver = useVolver('competencia')
  const inicial = useMemo(
    () => ({
      hace_minutos: 0,
      ...(competidor_id && { competidor_id: Number(competidor_id) }),
      ...(par_id && { par_id: Number(par_id) }),
    }),
    [competidor_id, par_id],
  )
  return (
    <Pagina
      titulo="Anotar tasa de la competencia"
      migas={[{ texto: 'Competencia', ruta: 'competencia' }]}
    >
      <Formulario
        campos={campos}
        schema={contrato.anotar.body}
        secciones={SECCIONES}
        inicial={inicial}
        guardar={(body) => save({ body })}
        alGuardar={() => ir('competencia')}
        guardando={saving}
        error={error}
        accion="Anotar"
        cancelar={volver}
        conForm={({ watch, formState }) => {
          const [compra, venta] = watch(['compra', 'venta'])
          const said = formState.errors.venta !== undefined
          return (
            <p role="status" className="alerta">
              {!said && alReves(compra, venta) ? AL_REVES : ''}
            </p>
          )
        }}
      />
    </Pagina>
  )
}
