import { type RawBuilder, sql } from 'kysely'
import { type Aportes, de, type Lector, NADA } from '../../server/aportes.ts'
import { displayName } from '../../server/documento.ts'
import { verifica } from './sql/verifica.ts'

/** Who took part answers only where nobody else can. */
const NO_IMPLICADO = (yo: string) =>
  `(${yo} <> ALL (v.implicados) OR vistos_quienes(v.solicitado_por, v.implicados, v.valor) = '{}')`

/** Requests that the reader may answer, up to his limit. What he asks for himself he confirms when he does it. */
const PEDIDOS = `vistos v WHERE estado = 'pendiente' AND vence_en > ahora() AND solicitado_por <> :yo
      AND ${NO_IMPLICADO(':yo')} AND aprobaciones_alcanza(:yo, valor)`

function espera(lector: Lector): RawBuilder<unknown> {
  const { quien, propias } = lector
  return sql`
    SELECT v.id, NULL::text AS numero, v.fecha, upper(left(v.titulo, 1)) || substr(v.titulo, 2) AS titulo, v.importe,
           v.motivo, NULL::text AS aviso, ${displayName('u')} AS solicitante, v.vence_en, ${NADA} AS confirma, v.valor
    FROM vistos v JOIN usuarios u ON u.id = v.solicitado_por
    WHERE v.estado = 'pendiente' AND v.vence_en > ahora() AND ${de(lector, 'v.solicitado_por')}
      AND (${propias} OR ${sql.raw(NO_IMPLICADO(String(quien.usuario_id)))})`
}

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  filas: {
    '/vistos': { tabla: 'vistos', que: 'esa solicitud' },
  },
  verifica,
  contadores: [
    {
      clave: 'vistos-por-dar',
      lugar: 25,
      permiso: 'vistos:aprobar',
      uno: 'visto bueno por dar',
      varios: 'vistos buenos por dar',
      consulta: `SELECT count(*) FROM ${PEDIDOS}`,
      riesgo: `SELECT sum(valor) FROM ${PEDIDOS}`,
      pantalla: 'aprobaciones',
    },
  ],
  aprueba: { visto: { lugar: 15, permiso: 'vistos:aprobar', espera } },
}
