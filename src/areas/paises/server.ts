import { area } from '../../server/area.ts'
import { contrato } from './contract.ts'

export const servidor = area(contrato, {
  listar: async ({ db }) =>
    db.selectFrom('paises').select(['id', 'nombre', 'moneda_id']).orderBy('nombre').execute(),
})
