import { catalogArea } from '../../server/catalog.ts'
import { reglas } from './contract.ts'

export const servidor = catalogArea(reglas, {
  duplicados: { servicio_reglas_nombre_key: ['una regla con ese nombre', 'nombre'] },
})
