import { actuar } from '../../server/acceso/control.ts'
import { catalogArea } from '../../server/catalog.ts'
import { tiposPagos } from './contract.ts'

export const servidor = catalogArea(tiposPagos, {
  // Who edits is asked for by the triggers of its controls.
  antes: actuar,
  duplicados: {
    tipos_pagos_codigo_key: ['un tipo de pago con ese código', 'codigo'],
    tipos_pagos_nombre_key: ['un tipo de pago con ese nombre', 'nombre'],
  },
})
