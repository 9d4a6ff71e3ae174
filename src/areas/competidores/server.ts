import { catalogArea } from '../../server/catalog.ts'
import { competidores } from './contract.ts'

export const servidor = catalogArea(competidores, {
  duplicados: { competidores_nombre_key: ['un competidor con ese nombre', 'nombre'] },
})
