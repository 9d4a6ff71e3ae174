import { tiene } from '../../server/acceso/sesion.ts'
import { area } from '../../server/area.ts'
import { contrato } from './contract.ts'
import { list } from './queries.ts'

export const servidor = area(contrato, {
  listar: ({ db, quien }) => list(db, tiene(quien, 'ganancia:ver')),
})
