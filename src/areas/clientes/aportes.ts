import { type RawBuilder, sql } from 'kysely'
import type { Aportes, Lector } from '../../server/aportes.ts'
import { displayName } from '../../server/documento.ts'
import { verifica } from './sql/verifica.ts'

/** Clients who resemble a blocked one, for whoever may judge them; who registered one asked for it. */
function espera({ quien, propias }: Lector): RawBuilder<unknown> {
  const juzga = sql`EXISTS (SELECT FROM clientes_jueces(c.id) j WHERE j.id = ${quien.usuario_id})`
  return sql`
    SELECT c.id, NULL::text AS numero, c.creado_en AS fecha,
           c.nombre || ' (' || c.tipo_doc || ' ' || c.num_doc || ') se parece a '
             || string_agg(b.nombre || ' (' || b.tipo_doc || ' ' || b.num_doc || '), bloqueado', '; ' ORDER BY b.id) AS titulo,
           '' AS importe, string_agg(DISTINCT upper(left(p.por, 1)) || substr(p.por, 2), '; ') || '.' AS motivo,
           'Aprobar: es otra persona y no se vuelve a preguntar. Rechazar: es la misma y queda bloqueada.' AS aviso,
           coalesce(min(${displayName('u')}), 'Sistema') AS solicitante, NULL::timestamptz AS vence_en,
           jsonb_build_object('vistos', string_agg(b.id::text, ',' ORDER BY b.id)) AS confirma, 0 AS valor
    FROM clientes_parecidos p JOIN clientes c ON c.id = p.cliente_id JOIN clientes b ON b.id = p.bloqueado_id
    LEFT JOIN auditoria a ON a.entidad = 'clientes' AND a.entidad_id = c.id::text AND a.accion = 'crear'
    LEFT JOIN usuarios u ON u.id = a.usuario_id
    WHERE ${propias ? sql`a.usuario_id = ${quien.usuario_id} AND NOT ${juzga}` : juzga}
    GROUP BY c.id`
}

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  verifica,
  aprueba: { parecido: { lugar: 18, permiso: 'clientes:aprobar', espera } },
  contadores: [
    {
      clave: 'clientes-parecidos',
      lugar: 55,
      permiso: 'clientes:aprobar',
      uno: 'cliente que se parece a un bloqueado',
      varios: 'clientes que se parecen a un bloqueado',
      consulta: `SELECT count(DISTINCT cliente_id) FROM clientes_parecidos p
        WHERE EXISTS (SELECT FROM clientes_jueces(p.cliente_id) j WHERE j.id = :yo)`,
      pantalla: 'aprobaciones',
    },
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
