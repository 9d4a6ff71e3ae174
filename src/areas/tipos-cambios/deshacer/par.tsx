import { useAnswer } from '../../../web/api/query.ts'
import { useSave } from '../../../web/api/save.ts'
import { useId } from '../../../web/marco/navegacion.tsx'
import { contrato } from '../contract.ts'
import { Previa } from './tasa.tsx'

/** Before the prices of a pair are undone: every rate that goes back with them. */
export default function DeshacerPar() {
  const id = useId()
  const { data, error } = useAnswer(contrato.previaDeshacerPar, { params: { id } })
  const { save, saving } = useSave(contrato.deshacerPar, { stale: ['pares-divisas'] })
  return (
    <Previa
      titulo="Deshacer precios"
      miga={{ texto: 'Pares de divisas', ruta: 'pares-divisas' }}
      data={data}
      error={error}
      ocupado={saving}
      deshacer={(body) => save({ params: { id }, body })}
    />
  )
}
