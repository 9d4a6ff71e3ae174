/** An area may look down a step, never across or up. A new area takes its place here first. */
const STEPS: string[][] = [
  ['sesion', 'usuarios', 'monedas', 'paises', 'telegram', 'ajustes'],
  ['clientes', 'gastos-categorias', 'tipos-pagos', 'entidades-financieras', 'pares-divisas'],
  ['tipos-cambios', 'cuentas', 'posiciones', 'beneficiarios'],
  ['compras-ventas', 'transferencias', 'gastos', 'ordenes', 'ajustes-saldo'],
  ['calculadora', 'pizarra', 'comisiones', 'cierres', 'auditoria', 'notificaciones'],
  ['aprobaciones', 'reportes', 'importar', 'dashboard'],
]

/** The area's step, from 0; -1 for one that has none. */
export const step = (area: string) => STEPS.findIndex((areas) => areas.includes(area))
