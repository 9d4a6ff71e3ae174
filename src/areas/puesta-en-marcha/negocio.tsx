import { useAnswer } from '../../web/api/query.ts'
import { Enlace } from '../../web/marco/navegacion.tsx'
import { contrato } from '../ajustes/contract.ts'
import { AvisoZona } from '../ajustes/ui/zona-de-pais.tsx'

/** What the house does, as its settings say: the way asks for what that needs. Both, for whoever may not read them. */
export function useNegocio() {
  return useAnswer(contrato.obtener).data?.negocio ?? 'ambos'
}

/** Warns before the first opening that zone and country of the house disagree, and leads to where they are. */
export function AvisoDeZona() {
  const { data } = useAnswer(contrato.obtener)
  return (
    data && (
      <AvisoZona {...data}>
        {' '}
        <Enlace a="puesta-en-marcha" search={{ paso: 'casa' }}>
          Corregirla en La casa
        </Enlace>
      </AvisoZona>
    )
  )
}
