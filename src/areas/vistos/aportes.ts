import { type RawBuilder, sql } from 'kysely'
import { type Aportes, de, type Lector, NADA } from '../../server/aportes.ts'
import { displayName } from '../../server/documento.ts'
import { verifica } from './sql/verifica.ts'

/** Requests that the reader may answer: by others, about nothing in which he took part, up to his limit. */
const PEDIDOS = `vistos v WHERE estado = 'pendiente' AND vence_en > ahora() AND solicitado_por <> :yo
      AND :yo <> ALL (implicados) AND aprobaciones_alcanza(:yo, pen)`

function espera(lector: Lector): RawBuilder<unknown> {
  const { quien, propias } = lector
  return sql`
    SELECT v.id, NULL::text AS numero, v.fecha, upper(left(v.titulo, 1)) || substr(v.titulo, 2) AS titulo, v.importe,
           v.motivo, NULL::text AS aviso, ${displayName('u')} AS solicitante, v.vence_en, ${NADA} AS confirma, v.pen
    FROM vistos v JOIN usuarios u ON u.id = v.solicitado_por
    WHERE v.estado = 'pendiente' AND v.vence_en > ahora() AND ${de(lector, 'v.solicitado_por')}
      AND (${propias} OR ${quien.usuario_id} <> ALL (v.implicados))`
}

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  verifica,
  contadores: [
    {
      clave: 'vistos-por-dar',
      lugar: 25,
      permiso: 'vistos:aprobar',
      uno: 'visto bueno por dar',
      varios: 'vistos buenos por dar',
      consulta: `SELECT count(*) FROM ${PEDIDOS}`,
      riesgo: `SELECT sum(pen) FROM ${PEDIDOS}`,
      pantalla: 'aprobaciones',
    },
  ],
  aprueba: { visto: { lugar: 15, permiso: 'vistos:aprobar', espera } },
}
