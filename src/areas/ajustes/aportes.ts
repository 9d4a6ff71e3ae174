import type { Aportes } from '../../server/aportes.ts'

/** What this area contributes to what others gather. */
export const aportes: Aportes = {
  contadores: [
    {
      clave: 'reloj',
      lugar: 10,
      permiso: 'ajustes:editar',
      uno: 'reloj del equipo por confirmar: no se registra nada',
      varios: 'relojes por confirmar',
      consulta: 'SELECT count(reloj_duda())',
      pantalla: 'ajustes',
    },
  ],
}
