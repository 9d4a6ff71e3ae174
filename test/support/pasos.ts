/** The areas by step. An area may import from lower steps only. A new area is listed here first. */
const STEPS: string[][] = [
  ['ayuda', 'sesion', 'usuarios', 'monedas', 'paises', 'ajustes'],
  [
    'telegram',
    'claves-api',
    'vistos',
    'vistas',
    'sucursales',
    'clientes',
    'gastos-categorias',
    'tipos-pagos',
    'entidades-financieras',
    'pares-divisas',
    'competidores',
  ],
  [
    'tipos-cambios',
    'competencia',
    'cuentas',
    'posiciones',
    'beneficiarios',
    'servicio-reglas',
    'webhooks',
  ],
  ['compras-ventas', 'transferencias', 'gastos', 'ordenes', 'ajustes-saldo'],
  [
    'calculadora',
    'pizarra',
    'telefono',
    'comisiones',
    'cierres',
    'auditoria',
    'notificaciones',
    'paleta',
  ],
  ['aprobaciones', 'reportes', 'libro', 'importar', 'dashboard', 'verificar'],
  ['puesta-en-marcha'],
]

/** The area's step, from 0; -1 for an unknown area. */
export const step = (area: string) => STEPS.findIndex((areas) => areas.includes(area))
