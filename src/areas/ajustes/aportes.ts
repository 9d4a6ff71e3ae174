import type { Aportes } from '../../server/aportes.ts'

/** What this area contributes to the registries that main gathers. */
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
    {
      clave: 'limites_por_revisar',
      lugar: 11,
      permiso: 'ajustes:editar',
      uno: 'límite por revisar: cambió la moneda de los libros',
      varios: 'límites por revisar: cambió la moneda de los libros',
      consulta: "SELECT jsonb_array_length(ajuste('limites_por_revisar'))",
      pantalla: 'ajustes',
    },
  ],
}
