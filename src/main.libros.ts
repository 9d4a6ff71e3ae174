import { aportes as ajustesSaldo } from './areas/ajustes-saldo/aportes.ts'
import { aportes as auditoria } from './areas/auditoria/aportes.ts'
import { aportes as cierres } from './areas/cierres/aportes.ts'
import { aportes as clientes } from './areas/clientes/aportes.ts'
import { aportes as comisiones } from './areas/comisiones/aportes.ts'
import { aportes as comprasVentas } from './areas/compras-ventas/aportes.ts'
import { aportes as dashboard } from './areas/dashboard/aportes.ts'
import { aportes as gastos } from './areas/gastos/aportes.ts'
import { aportes as libro } from './areas/libro/aportes.ts'
import { aportes as ordenes } from './areas/ordenes/aportes.ts'
import { verifica as lotes } from './areas/ordenes/lotes/verifica.ts'
import { aportes as reportes } from './areas/reportes/aportes.ts'
import { aportes as tiposCambios } from './areas/tipos-cambios/aportes.ts'
import { aportes as transferencias } from './areas/transferencias/aportes.ts'
import { aportes as vistos } from './areas/vistos/aportes.ts'
import type { Db } from './server/db/db.ts'
import {
  type Avance,
  verificar as comprobar,
  reglasDe,
  type Verificacion,
} from './server/verificar/verificar.ts'

/**
 * The rules of the ledger and of all areas, without the code that answers requests: the daily backup, which checks them
 * in its copy beside the program, takes a third less memory so.
 */
export const reglas = reglasDe([
  vistos,
  tiposCambios,
  clientes,
  ajustesSaldo,
  gastos,
  comprasVentas,
  transferencias,
  cierres,
  ordenes,
  { verifica: lotes },
  comisiones,
  auditoria,
  dashboard,
  reportes,
  libro,
])

/** Recomputes the books and checks the rules of the ledger and of all areas (server/verificar). */
export const verificar = (db: Db, avance?: Avance): Promise<Verificacion> =>
  comprobar(db, reglas, avance)
