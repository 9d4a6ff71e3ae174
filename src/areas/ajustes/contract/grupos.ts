/** Titles of the groups, in the order of the screen. */
export const GRUPOS = {
  empresa: 'Empresa',
  tasas: 'Tasas y cotizaciones',
  mostrador: 'Mostrador',
  ordenes: 'Órdenes',
  comisiones: 'Comisiones',
  cumplimiento: 'Identificación del cliente',
  aprobaciones: 'Aprobaciones',
  sesion: 'Sesiones',
  respaldo: 'Respaldos',
} as const
