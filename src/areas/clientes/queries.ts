import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Quien, tiene } from '../../server/acceso/sesion.ts'
import type { Db } from '../../server/db/db.ts'
import { unaMas } from '../../server/http/page.ts'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { columna, ordenDe } from '../../server/http/respuesta/orden.ts'
import type { Limites } from './contract/limites.ts'
import type { ClienteDetalle, ClienteResumen, contrato } from './contract.ts'

type Consulta = z.output<typeof contrato.listar.query>
/** Key of the next page: the id of the last client seen. His name is looked up, so it does not appear in the URL. */
export type Key = [id: number]
export type FilaCliente = ClienteResumen & Pick<ClienteDetalle, keyof typeof HECHO | 'creado_en'>

/** The day is read once, not for each row. */
const vencido = sql<boolean>`coalesce(c.vence_doc < (SELECT fecha_negocio(ahora())), false)`

const esAgente = sql<boolean>`EXISTS (SELECT FROM clientes r WHERE r.agente_id = c.id)`

/** Subqueries on his operations at the counter and in orders, through their indexes by client. */
const HECHO = {
  operado_30d: sql`(SELECT round(coalesce(sum(o.monto_usd), 0), 2)::text FROM (
      SELECT monto_usd FROM compras_ventas WHERE cliente_id = c.id AND estado <> 'anulada'
        AND fecha_negocio > fecha_negocio(ahora()) - 30
      UNION ALL
      SELECT monto_usd FROM ordenes WHERE cliente_id = c.id AND estado IN ('pagada', 'en_proceso', 'completada')
        AND fecha_negocio > fecha_negocio(ahora()) - 30) o)`,
  ultima_operacion: sql`greatest(
    (SELECT o.fecha FROM compras_ventas o WHERE o.cliente_id = c.id AND o.estado <> 'anulada'
     ORDER BY o.fecha_negocio DESC, o.id DESC LIMIT 1),
    (SELECT o.fecha FROM ordenes o WHERE o.cliente_id = c.id AND o.estado <> 'anulada'
     ORDER BY o.fecha_negocio DESC, o.id DESC LIMIT 1))`,
}
const hecho = sql.join(
  Object.entries(HECHO).map(([name, value]) => sql`${value} AS ${sql.ref(name)}`),
)

const porAprobar = sql<boolean>`c.reforzado AND clientes_por_aprobar(c.reforzado, c.aprobado_en)`

const columns = sql`c.id, c.nombre, c.tipo_persona, c.tipo_doc, c.num_doc, c.celular, c.pep, c.vence_doc,
  ${vencido} AS documento_vencido, c.estado, c.etiquetas, c.segmento,
  j.nivel, j.faltan, j.faltan_identidad,
  (${porAprobar}) AS por_aprobar, ${esAgente} AS es_agente, clientes_riesgo(c) AS riesgo_efectivo`

/** Condition: every typed word appears in name, document or phone; uses the trigram index. */
function matches(text: string): RawBuilder<unknown> {
  const words = text.split(/\s+/).filter(Boolean)
  return sql.join(
    words.map((word) => sql`c.busqueda LIKE ${likeOf(word)}`),
    sql` AND `,
  )
}

const REVISAR = {
  aprobar: sql`(${porAprobar} AND c.estado IN ('activo', 'observado'))`,
  incompleto: sql`EXISTS (SELECT FROM clientes_faltan(c))`,
  vencido,
  pep: sql`c.pep`,
  riesgo: sql`(c.pep OR c.riesgo = 'alto')`,
  bloqueado: sql`c.estado = 'bloqueado'`,
  agente: esAgente,
}

function conditions(consulta: Consulta): RawBuilder<unknown>[] {
  const { buscar, estado, tipo_persona, revisar, agente_id, etiqueta } = consulta
  return [
    ...(buscar ? [matches(buscar)] : []),
    ...(estado ? [sql`c.estado = ${estado}`] : []),
    ...(tipo_persona ? [sql`c.tipo_persona = ${tipo_persona}`] : []),
    ...(revisar ? [REVISAR[revisar]] : []),
    ...(agente_id ? [sql`c.agente_id = ${agente_id}`] : []),
    ...(etiqueta ? [sql`c.etiquetas @> ARRAY[${etiqueta}]::text[]`] : []),
  ]
}

/** Clients `c` chosen by their rows alone, and then what is judged of each, `j`: of no more than are shown. */
const juzgados = (rest: RawBuilder<unknown>) => sql`
  (SELECT c.id FROM clientes c ${rest}) p JOIN clientes c ON c.id = p.id CROSS JOIN LATERAL clientes_juicio(c) j`

const EN_ORDEN = {
  tabla: 'clientes',
  fila: 'c',
  por: {
    nombre: (t: string) => sql`normalizar(${sql.ref(`${t}.nombre`)})`,
    documento: columna('num_doc'),
    vence_doc: (t: string) => sql`coalesce(${sql.ref(`${t}.vence_doc`)}, 'infinity'::date)`,
    // In the order in which they were registered.
    creado_en: columna('id'),
  },
}

/** One row more than the page, which tells whether there is a next page. */
export function list(consulta: Consulta, limite: number, key: Key | null): Filas<FilaCliente> {
  const { orden = 'nombre' } = consulta
  const { por, desde } = ordenDe(EN_ORDEN, orden, key?.[0] ?? null)
  const where = [...conditions(consulta), ...(desde ? [desde] : [])]
  const filter = where.length > 0 ? sql`WHERE ${sql.join(where, sql` AND `)}` : sql``
  return sql<FilaCliente>`
    SELECT ${columns}, c.creado_en, ${hecho}
    FROM ${juzgados(sql`${filter} ORDER BY ${por} LIMIT ${unaMas(limite, consulta)}`)} ORDER BY ${por}`
}

/** A whole document number, of whatever kind. */
const DOCUMENTO = /^(?=.*\d)[a-z\d]{6,15}$/i

/**
 * At most 50 clients for a picker; those who may not operate are included, with their state. Whoever has the typed
 * document is the one who is meant. They are found first and judged then: how many have a name decides how to look for
 * it, so that is planned each time, and planning the judgement takes longer than making it.
 */
export async function search(db: Db, term: string): Promise<ClienteResumen[]> {
  const found = async (which: RawBuilder<unknown>) => {
    const { rows } = await sql<{ id: number }>`
      SELECT c.id FROM clientes c WHERE ${which} ORDER BY normalizar(c.nombre), c.id LIMIT 50`.execute(
      db,
    )
    return rows.map(({ id }) => id)
  }
  const his = DOCUMENTO.test(term) ? await found(sql`c.num_doc = ${term.toUpperCase()}`) : []
  const ids = his.length > 0 ? his : await found(matches(term))
  if (ids.length === 0) return []
  const { rows } = await sql<ClienteResumen>`
    SELECT ${columns} FROM clientes c CROSS JOIN LATERAL clientes_juicio(c) j
    WHERE c.id = ANY (${ids}::bigint[]) ORDER BY normalizar(c.nombre), c.id`.execute(db)
  return rows
}

type Entero = Omit<ClienteDetalle, 'historial' | keyof Alrededor>
type Alrededor = Pick<
  ClienteDetalle,
  'agente' | 'referidos' | 'aprobacion' | 'parecidos' | 'papeles' | 'foto' | keyof typeof HECHO
>

const entero = sql`${columns}, c.creado_en, c.riesgo, c.nacionalidad, c.residencia, c.correo, c.centro_trabajo,
  c.cuenta_propia, c.pep_hasta, c.nombres, c.apellidos, c.razon_social, c.fecha_nac, c.direccion, c.distrito, c.ocupacion,
  c.origen_fondos, c.objeto_social, c.representante, c.representante_doc, c.beneficiarios_finales, c.sin_beneficiario_final,
  c.pep_cargo, c.pep_entidad, c.notas, round(c.limite_dia, 2)::text AS limite_dia,
  round(c.limite_mes, 2)::text AS limite_mes, c.agente_id, c.motivo_estado, c.reforzado, c.version`

const solo = (id: number) =>
  sql`clientes c CROSS JOIN LATERAL clientes_juicio(c) j WHERE c.id = ${id}`

/** What one client has, to be changed; null when he does not exist. `lock`: locked until the transaction ends. */
export async function one(db: Db, id: number, lock = false): Promise<Entero | null> {
  const { rows } = await sql<Entero>`
    SELECT ${entero} FROM ${solo(id)} ${lock ? sql`FOR NO KEY UPDATE OF c` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** One complete client with what is around him, in one round trip; null when he does not exist. */
export async function detail(db: Db, quien: Quien, id: number): Promise<ClienteDetalle | null> {
  const { rows } = await sql<ClienteDetalle>`
    SELECT ${entero}, ${hecho},
           (SELECT jsonb_build_object('id', a.id, 'nombre', a.nombre) FROM clientes a WHERE a.id = c.agente_id) AS agente,
           (SELECT count(*)::int FROM clientes r WHERE r.agente_id = c.id) AS referidos,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'nombre', b.nombre, 'por', p.por) ORDER BY b.id), '[]')
            FROM clientes_parecidos p JOIN clientes b ON b.id = p.bloqueado_id WHERE p.cliente_id = c.id) AS parecidos,
           ARRAY(SELECT DISTINCT tipo FROM clientes_documentos
                 WHERE cliente_id = c.id AND estado = 'vigente') AS papeles,
           (SELECT d.adjunto_id FROM clientes_documentos d JOIN adjuntos f ON f.id = d.adjunto_id
            WHERE d.cliente_id = c.id AND d.estado = 'vigente' AND d.tipo = 'identidad-anverso'
              AND f.tipo LIKE 'image/%' AND ${tiene(quien, 'clientes:editar')}::boolean) AS foto,
           CASE WHEN c.aprobado_en IS NOT NULL THEN jsonb_build_object(
             'en', instante_texto(c.aprobado_en), 'nota', c.aprobado_nota,
             'vence', instante_texto(nullif(clientes_aprobacion_vence(c.aprobado_en), 'infinity')),
             'por', (SELECT usuarios_corto(u)
                     FROM usuarios u WHERE u.id = c.aprobado_por)) END AS aprobacion,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('fecha', replace(replace(h.fecha::text, ' ', 'T'), '+00', 'Z'), 'accion', h.accion,
              'usuario', h.usuario) ORDER BY h.id DESC), '[]')
            FROM (SELECT h.id, h.fecha, h.accion, usuarios_corto(u) AS usuario
                  FROM auditoria h JOIN usuarios u ON u.id = h.usuario_id
                  WHERE h.entidad = 'clientes' AND h.entidad_id = c.id::text ORDER BY h.id DESC LIMIT 50) h) AS historial
    FROM ${solo(id)}`.execute(db)
  return rows[0] ?? null
}

/** What of a client's limits is used and left; null when he does not exist. */
export async function limits(db: Db, id: number): Promise<Limites | null> {
  const { rows } = await sql<Limites>`
    SELECT jsonb_build_object('operado', round(o.dia, 2)::text, 'limite', round(c.limite_dia, 2)::text,
             'queda', clientes_queda(c.limite_dia, o.dia, false)::text) AS hoy,
           jsonb_build_object('operado', round(o.mes, 2)::text, 'limite', round(c.limite_mes, 2)::text,
             'queda', clientes_queda(c.limite_mes, o.mes, false)::text) AS mes,
           jsonb_build_object('hasta', round(v.hasta, 2)::text, 'queda', clientes_queda(v.hasta, o.mes, true)::text) AS nivel,
           round(m.libre, 2)::text AS libre, m.motivos,
           (SELECT count(*)::int FROM compras_ventas WHERE cliente_id = c.id AND estado = 'pendiente') AS por_verificar,
           (SELECT count(*)::int FROM ordenes WHERE cliente_id = c.id
              AND estado IN ('pendiente', 'vencida', 'pagada', 'en_proceso')) AS ordenes_abiertas
    FROM clientes c CROSS JOIN LATERAL clientes_operado(c.id, fecha_negocio(ahora()), NULL) o
    CROSS JOIN LATERAL clientes_margen(c, o.mes, o.dia) m CROSS JOIN LATERAL clientes_juicio(c) j
    CROSS JOIN LATERAL (SELECT CASE
      WHEN cardinality(j.faltan_identidad) > 0 OR ${porAprobar} THEN ajuste('umbral_identificacion_usd')::numeric
      WHEN cardinality(j.faltan) > 0 THEN ajuste('umbral_declaracion_usd')::numeric END AS hasta) v WHERE c.id = ${id}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Labels in use, the most frequent first; limited to what a suggestion list shows. */
export async function labels(db: Db): Promise<string[]> {
  const { rows } = await sql<{ etiqueta: string }>`
    SELECT e AS etiqueta FROM clientes c CROSS JOIN unnest(c.etiquetas) e WHERE c.etiquetas <> '{}'
    GROUP BY e ORDER BY count(*) DESC, e LIMIT 100`.execute(db)
  return rows.map(({ etiqueta }) => etiqueta)
}

/** The current business day. */
export async function today(db: Db): Promise<string> {
  const { rows } = await sql<{ hoy: string }>`SELECT fecha_negocio(ahora()) AS hoy`.execute(db)
  return rows[0]?.hoy as string
}

/** The client who already has this document; undefined without one. */
export async function withDocument(
  db: Db,
  tipo_doc: string,
  num_doc: string,
): Promise<{ id: number; nombre: string } | undefined> {
  return db
    .selectFrom('clientes')
    .select(['id', 'nombre'])
    .where('tipo_doc', '=', tipo_doc)
    .where('num_doc', '=', num_doc)
    .executeTakeFirst()
}

/**
 * Id of another client with the same name and birth date, null without one; and whether he resembles a blocked client,
 * which compliance hears of.
 */
export async function alike(db: Db, id: number): Promise<{ otro: number | null; visto: boolean }> {
  const { rows } = await sql<{ otro: number | null; visto: boolean }>`
    SELECT otro, visto FROM clientes_mirar(${id})`.execute(db)
  return rows[0] as (typeof rows)[0]
}

/**
 * Joins who the client of document `o` was when it was registered (R-151), as `f`. A row that a server of the previous
 * version wrote while its database was being upgraded has none: then his last one.
 */
export const ficha = (o: string, f = 'f'): RawBuilder<unknown> =>
  sql`LEFT JOIN clientes_fichas ${sql.ref(f)} ON ${sql.ref(f)}.id
    = coalesce(${sql.ref(o)}.ficha_id, clientes_ficha(${sql.ref(o)}.cliente_id))`

/** The same of its agent. */
export const fichaAgente = (o: string, f: string): RawBuilder<unknown> =>
  sql`LEFT JOIN clientes_fichas ${sql.ref(f)} ON ${sql.ref(f)}.id
    = coalesce(${sql.ref(o)}.agente_ficha_id, clientes_ficha(${sql.ref(o)}.agente_id))`

/** A document of a person as papers show it: its last four characters. */
export const documentoCorto = (f: string): RawBuilder<unknown> =>
  sql`${sql.ref(f)}.tipo_doc || ' ****' || right(${sql.ref(f)}.num_doc, 4)`

const persona = (f: string, riesgo: RawBuilder<unknown>, nivel: RawBuilder<unknown>) =>
  sql`jsonb_build_object('nombre', ${sql.ref(f)}.nombre, 'documento', ${documentoCorto(f)},
    'direccion', nullif(concat_ws(', ', ${sql.ref(f)}.direccion, ${sql.ref(f)}.distrito), ''),
    'pep', ${sql.ref(f)}.pep, 'riesgo', ${riesgo}, 'nivel', ${nivel})`

/** Who the client was, `f`, beside who he is today, `c`; null without a client. */
export const entonces = sql`CASE WHEN f.id IS NOT NULL THEN jsonb_build_object('reconstruida', f.reconstruida,
  'entonces', ${persona('f', sql`f.riesgo`, sql`f.nivel`)},
  'hoy', ${persona('c', sql`clientes_riesgo(c)`, sql`clientes_nivel(c)`)}) END`
