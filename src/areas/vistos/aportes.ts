import { type RawBuilder, sql } from 'kysely'
import { type Aportes, de, type Lector, NADA } from '../../server/aportes.ts'
import { displayName } from '../../server/documento.ts'
import { verifica } from './sql/verifica.ts'

/** Who took part, himself or by a key, answers only where nobody else can. */
const NO_IMPLICADO = (yo: string) =>
  `(${yo} <> ALL (personas_de(v.implicados)) OR vistos_quienes(v.solicitado_por, v.implicados, v.valor) = '{}')`

/** Requests that the reader may answer, up to his limit. What he asks for himself he confirms when he does it. */
const PEDIDOS = `vistos v WHERE estado = 'pendiente' AND vence_en > ahora() AND persona_de(solicitado_por) <> :yo
      AND ${NO_IMPLICADO(':yo')} AND aprobaciones_alcanza(:yo, valor)`

/** How many rows of a file become what; null where it is about no file. */
const FILAS = sql.raw(`(SELECT jsonb_object_agg(f.estado, f.n)
    FROM (SELECT estado, count(*) AS n FROM vistos_filas WHERE visto_id = v.id GROUP BY 1) f)`)

/** The row that would change, by what the audit calls it; a new one has none yet. */
const SOBRE = sql.raw(`(SELECT jsonb_build_object('entidad', v.origen, 'id', x)
    FROM coalesce(v.origen_id::text, v.que->>'rol', v.que->>'slug', '') x)`)

function espera(lector: Lector): RawBuilder<unknown> {
  const { quien, propias } = lector
  return sql`
    SELECT v.id, NULL::text AS numero, v.fecha, upper(left(v.titulo, 1)) || substr(v.titulo, 2) AS titulo, v.importe,
           v.motivo, NULL::text AS aviso, ${displayName('u')} AS solicitante, v.vence_en, ${NADA} AS confirma, v.valor,
           v.detalle, ${FILAS} AS filas, ${SOBRE} AS sobre
    FROM vistos v JOIN usuarios u ON u.id = v.solicitado_por
    WHERE v.estado = 'pendiente' AND v.vence_en > ahora() AND ${de(lector, 'v.solicitado_por')}
      AND (${propias} OR persona_de(v.solicitado_por) <> ${quien.usuario_id})
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
