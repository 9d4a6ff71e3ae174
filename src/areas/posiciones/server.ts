import { exigirSinConteo } from '../../server/acceso/conteo.ts'
import { tiene } from '../../server/acceso/sesion.ts'
import { area } from '../../server/area.ts'
import { fotoDe } from '../../server/db/foto.ts'
import { contrato } from './contract.ts'
import { list } from './queries.ts'

export const servidor = area(contrato, {
  listar: async ({ db, quien }) => {
    await exigirSinConteo(db, quien)
    return (await fotoDe(db))(list, tiene(quien, 'ganancia:ver'))
  },
})
