import type { Aportes } from '../../server/aportes.ts'

/** What this area contributes to what others gather. */
export const aportes: Aportes = {
  contadores: [
    {
      clave: 'clientes-por-aprobar',
      lugar: 60,
      permiso: 'clientes:aprobar',
      uno: 'cliente por aprobar',
      varios: 'clientes por aprobar',
      consulta: `SELECT count(*) FROM clientes WHERE reforzado AND estado IN ('activo', 'observado')
        AND clientes_por_aprobar(reforzado, aprobado_en)`,
      pantalla: 'clientes',
      filtro: { revisar: 'aprobar' },
    },
    {
      clave: 'documentos',
      lugar: 240,
      permiso: 'clientes:editar',
      uno: 'cliente con documento vencido',
      varios: 'clientes con documento vencido',
      consulta:
        "SELECT count(*) FROM clientes WHERE estado = 'activo' AND vence_doc < fecha_negocio(ahora())",
      pantalla: 'clientes',
      filtro: { revisar: 'vencido', estado: 'activo' },
    },
  ],
}
