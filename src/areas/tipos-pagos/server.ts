import { catalogArea } from '../../server/catalog.ts'
import { tiposPagos } from './contract.ts'

export const servidor = catalogArea(tiposPagos, {
  duplicados: {
    tipos_pagos_codigo_key: ['un tipo de pago con ese código', 'codigo'],
    tipos_pagos_nombre_key: ['un tipo de pago con ese nombre', 'nombre'],
  },
})
