import { catalogArea } from '../../server/catalog.ts'
import { categorias } from './contract.ts'

export const servidor = catalogArea(categorias, {
  duplicados: {
    gastos_categorias_nombre_key: ['una categoría con ese nombre', 'nombre'],
    gastos_categorias_codigo_key: ['una categoría con ese código', 'codigo'],
  },
})
