import { catalogArea } from '../../server/catalog.ts'
import { sucursales } from './contract.ts'

export const servidor = catalogArea(sucursales, {
  duplicados: {
    sucursales_nombre_key: ['una sucursal con ese nombre', 'nombre'],
    sucursales_codigo_key: ['una sucursal con ese código', 'codigo'],
  },
})
