import { catalogArea } from '../../server/catalog.ts'
import { entidades } from './contract.ts'

export const servidor = catalogArea(entidades, {
  duplicados: {
    entidades_financieras_pais_codigo_key: ['una entidad con ese código en ese país', 'codigo'],
  },
})
