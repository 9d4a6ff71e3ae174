import { verifica as ajustesSaldo } from '../../../src/areas/ajustes-saldo/sql/verifica.ts'
import { verifica as cierres } from '../../../src/areas/cierres/sql/verifica.ts'
import { verifica as clientes } from '../../../src/areas/clientes/sql/verifica.ts'
import { verifica as comisiones } from '../../../src/areas/comisiones/sql/verifica.ts'
import { verifica as comprasVentas } from '../../../src/areas/compras-ventas/sql/verifica.ts'
import { verifica as gastos } from '../../../src/areas/gastos/sql/verifica.ts'
import { verifica as ordenes } from '../../../src/areas/ordenes/sql/verifica.ts'
import { verifica as transferencias } from '../../../src/areas/transferencias/sql/verifica.ts'
import { verifica as vistos } from '../../../src/areas/vistos/sql/verifica.ts'
import type { Regla } from '../../../src/server/aportes.ts'
import { RECALCULO } from '../../../src/server/verificar/libro.ts'

/** The rules that recompute documents (ADR 0057): each finds something in falsificaciones.server.test.ts. */
export const RECALCULAN: readonly Regla[] = [
  ...RECALCULO,
  ...[
    vistos,
    clientes,
    ajustesSaldo,
    gastos,
    comprasVentas,
    transferencias,
    cierres,
    ordenes,
    comisiones,
  ].flat(),
]
