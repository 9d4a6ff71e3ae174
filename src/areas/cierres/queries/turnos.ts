import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import { buscaNumero, likeOf } from '../../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../../server/http/respuesta/escrita.ts'
import { enSucursal, sucursalDe, type Vista } from '../../../server/sucursales.ts'
import type {
  CuentaContable,
  DiferenciaFila,
  MiCaja,
  Turno,
  TurnoFila,
} from '../contract/turnos.ts'
import type { ArqueoFila, contrato } from '../contract.ts'

type Turnos = z.output<typeof contrato.listarTurnos.query>
type Diferencias = z.output<typeof contrato.diferencias.query>
type Arqueos = z.output<typeof contrato.listarArqueos.query>
/** Who reads, and whether he may approve counts. */
export type Lector = Vista & { aprueba: boolean }
/** Key of the next page: the id of the last row seen. */
export type Key = [id: number]

const amount = (name: string) => sql`round(${sql.ref(`n.${name}`)}, m.decimales)::text`

/** Whose hands a reader's are: of a key its maker's (R-407). */
const persona = (lector: number) => sql`(SELECT persona_de(${lector}))`

/** Whether this reader is told what the books expected: of his own turn only when another person approved it (R-141). */
const ve = (lector: number) => sql`(t.usuario_id <> ${persona(lector)} OR t.estado = 'aprobado')`

const comparado = (lector: number) => sql`'contado', ${amount('contado')},
  'esperado', CASE WHEN ${ve(lector)} THEN ${amount('esperado')} END,
  'diferencia', CASE WHEN ${ve(lector)} THEN ${amount('diferencia')} END`

/** The accounts of a turn with the count that stands; null without one. It never reads a balance. */
const cuentasJson = (lector: number) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('cuenta_id', c.id, 'cuenta', c.nombre, 'iso', m.iso, 'simbolo', m.simbolo,
           'decimales', m.decimales, ${comparado(lector)}) ORDER BY m.funcional DESC, m.id, c.id), '[]')
  FROM turnos_cuentas x JOIN cuentas c ON c.id = x.cuenta_id JOIN monedas m ON m.id = c.moneda_id
  LEFT JOIN conteos n ON n.id = x.conteo_id WHERE x.turno_id = t.id)`

const columnas = (
  quien: Vista,
) => sql`t.id, t.numero, t.usuario_id, ${displayName('u')} AS cajero, t.estado, t.fecha_negocio, t.abierto_en,
  t.cerrado_en, t.aprobado_en, t.motivo, ${displayName('a')} AS aprobado_por, ${cuentasJson(quien.usuario_id)} AS cuentas
  ${sucursalDe(quien, 't.sucursal_id')}`

const conteosJson = (lector: number) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'momento', n.momento, 'vuelta', n.vuelta, 'fecha', instante_texto(n.fecha),
           'cuenta_id', n.cuenta_id, ${comparado(lector)}, 'denominaciones', n.denominaciones) ORDER BY n.id), '[]')
  FROM conteos n JOIN monedas m ON m.id = n.moneda_id WHERE n.turno_id = t.id)`

const historialJson = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('fecha', instante_texto(h.fecha), 'accion', h.accion,
           'usuario', ${displayName('w')}) ORDER BY h.id), '[]')
  FROM auditoria h JOIN usuarios w ON w.id = h.usuario_id WHERE h.entidad = 'turnos' AND h.entidad_id = t.id::text)`

const aprobacionJson = sql`(
  SELECT jsonb_build_object('faltante', round(d.valor, 2)::text, 'pide_nota', d.total > turnos_nota_desde(t.id) OR turnos_recontado(t.id))
  FROM turnos_diferencias(t.id) d WHERE t.estado = 'cerrado')`

const turnosDe = (
  quien: Vista,
  detalle: boolean,
  resto: RawBuilder<unknown>,
  aprueba = false,
  lector = quien.usuario_id,
) => sql<Turno>`
  SELECT ${columnas(quien)} ${
    detalle
      ? sql`, t.apertura, t.conteo_en, t.cargo, t.nota, t.impresiones, t.version, ajuste('empresa') AS empresa,
              ${aprueba ? sql`CASE WHEN ${ve(lector)} THEN ${aprobacionJson} END` : sql`NULL`} AS aprobacion,
              CASE WHEN t.estado = 'cerrado' THEN aprobaciones_por('cierres:aprobar', t.usuario_id,
                     CASE WHEN ${ve(lector)} THEN (turnos_diferencias(t.id)).total ELSE 0 END)
                   ELSE '{}' END AS aprueban,
              ${conteosJson(lector)} AS conteos, ${historialJson} AS historial`
      : sql``
  }
  FROM turnos t JOIN usuarios u ON u.id = t.usuario_id LEFT JOIN usuarios a ON a.id = t.aprobado_por ${resto}`

type Orden = Pick<Turnos, 'orden'>

/** True for ascending order; ids increase with time. */
const primero = ({ orden }: Orden) => orden === 'fecha'

const porFecha = (f: Orden, id: string) =>
  sql`ORDER BY ${sql.ref(id)} ${primero(f) ? sql`ASC` : sql`DESC`}`

/** The conditions shared by all lists here: days, person, search text, and the key of the page. */
function where(
  f: Pick<Turnos, 'desde' | 'hasta' | 'buscar' | 'orden'>,
  o: {
    fecha: string
    id: string
    /** The names in which a text is looked for. */
    busca: RawBuilder<unknown>
    /** Its rows are of turns, which are looked for by their numbers too. */
    turnos: boolean
    key: Key | null
  },
  more: RawBuilder<unknown>[],
) {
  const { buscar } = f
  const byNumber = buscar && o.turnos ? sql`OR ${buscaNumero('t.numero', 'TC', buscar)}` : sql``
  const all = [
    ...more,
    ...(f.desde ? [sql`${sql.ref(o.fecha)} >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`${sql.ref(o.fecha)} <= ${f.hasta}::date`] : []),
    ...(buscar ? [sql`(normalizar(${o.busca}) LIKE ${likeOf(buscar)} ${byNumber})`] : []),
    ...(o.key ? [sql`${sql.ref(o.id)} ${primero(f) ? sql`>` : sql`<`} ${o.key[0]}`] : []),
  ]
  return all.length > 0 ? sql`WHERE ${sql.join(all, sql` AND `)}` : sql``
}

/** One row more than the page, which tells whether there is a next page; the same holds for the lists below. */
export function listTurnos(
  quien: Vista,
  f: Turnos,
  limite: number,
  key: Key | null,
): Filas<TurnoFila> {
  const busca = sql`u.nombres || ' ' || u.apellidos`
  const cond = where(f, { fecha: 't.fecha_negocio', id: 't.id', busca, turnos: true, key }, [
    ...(f.estado ? [sql`t.estado = ${f.estado}`] : []),
    ...(f.usuario_id ? [sql`t.usuario_id = ${f.usuario_id}`] : []),
    ...enSucursal(['t.sucursal_id'], f),
  ])
  return turnosDe(quien, false, sql`${cond} ${porFecha(f, 't.id')} LIMIT ${limite + 1}`)
}

/** One complete turn; with `aprueba` it includes what the approver needs. */
export async function turno(
  db: Db,
  quien: Vista,
  id: number,
  aprueba: boolean,
): Promise<Turno | null> {
  return (await turnosDe(quien, true, sql`WHERE t.id = ${id}`, aprueba).execute(db)).rows[0] ?? null
}

/**
 * Shortages and surpluses: of each account of a turn the first count, whatever followed, and beside it the last recount
 * (R-141). Nobody reads those of his own turn before another person approved it.
 */
export function listDiferencias(
  quien: Vista,
  f: Diferencias,
  limite: number,
  key: Key | null,
): Filas<DiferenciaFila> {
  const busca = sql`u.nombres || ' ' || u.apellidos || ' ' || c.nombre`
  const cond = where(f, { fecha: 'n.fecha_negocio', id: 'n.id', busca, turnos: true, key }, [
    sql`n.momento = 'cierre' AND n.vuelta = 1 AND (n.diferencia <> 0 OR r.diferencia <> 0) AND ${ve(quien.usuario_id)}`,
    ...enSucursal(['t.sucursal_id'], f),
    ...(f.usuario_id ? [sql`t.usuario_id = ${f.usuario_id}`] : []),
    ...(f.signo
      ? [
          sql`sign(coalesce(nullif(n.diferencia, 0), r.diferencia)) = ${f.signo === 'faltante' ? -1 : 1}`,
        ]
      : []),
  ])
  return sql<DiferenciaFila>`
    SELECT n.id, t.id AS turno_id, t.numero, n.fecha, t.usuario_id, ${displayName('u')} AS cajero,
           c.nombre AS cuenta, m.iso, m.simbolo, m.decimales, ${amount('esperado')} AS esperado, ${amount('contado')} AS contado,
           ${amount('diferencia')} AS diferencia, coalesce(r.vuelta - 1, 0) AS recuentos,
           CASE WHEN r.id IS NOT NULL THEN jsonb_build_object('fecha', instante_texto(r.fecha),
             'contado', round(r.contado, m.decimales)::text, 'esperado', round(r.esperado, m.decimales)::text,
             'diferencia', round(r.diferencia, m.decimales)::text) END AS recuento,
           t.motivo, t.estado, CASE WHEN coalesce(r.diferencia, n.diferencia) < 0 THEN t.cargo END AS cargo,
           t.aprobado_en, ${displayName('a')} AS aprobado_por ${sucursalDe(quien, 't.sucursal_id')}
    FROM conteos n JOIN turnos t ON t.id = n.turno_id
    LEFT JOIN LATERAL (
      SELECT * FROM conteos k WHERE k.turno_id = n.turno_id AND k.momento = 'cierre' AND k.cuenta_id = n.cuenta_id
        AND k.vuelta > 1 ORDER BY k.vuelta DESC LIMIT 1) r ON true
    JOIN cuentas c ON c.id = n.cuenta_id JOIN monedas m ON m.id = c.moneda_id
    JOIN usuarios u ON u.id = t.usuario_id LEFT JOIN usuarios a ON a.id = t.aprobado_por
    ${cond} ${porFecha(f, 'n.id')} LIMIT ${limite + 1}`
}

/** Cash accounts to count, with the notes and coins of their currencies, without balances. */
const contables = (cond: RawBuilder<unknown>) => sql<
  CuentaContable & { responsable: string | null }
>`
  SELECT c.id AS cuenta_id, c.nombre AS cuenta, m.iso, m.simbolo, m.decimales, ${displayName('u')} AS responsable, (
    SELECT coalesce(jsonb_agg(jsonb_build_object('clase', d.clase, 'valor', d.valor) ORDER BY d.clase, d.n), '[]') FROM (
      SELECT 'billete' AS clase, b.valor, b.n FROM unnest(string_to_array(m.billetes, ' ')) WITH ORDINALITY b (valor, n)
      UNION ALL
      SELECT 'moneda', b.valor, b.n FROM unnest(string_to_array(m.metalicas, ' ')) WITH ORDINALITY b (valor, n)) d) AS piezas
  FROM cuentas c JOIN monedas m ON m.id = c.moneda_id LEFT JOIN usuarios u ON u.id = c.responsable_id
  WHERE ${cond} ORDER BY m.funcional DESC, m.id, c.id`

export async function cuentasArqueo(db: Db) {
  return (await contables(sql`c.tipo IN ('caja', 'boveda') AND c.estatus`).execute(db)).rows
}

/** The user's till. During a turn, the accounts with which it was opened; otherwise those he is responsible for. */
export async function miCaja(db: Db, quien: Vista): Promise<MiCaja> {
  const { usuario_id } = quien
  const own = sql`WHERE t.usuario_id = ${usuario_id} ORDER BY t.estado IN ('abierto', 'en_conteo') DESC, t.id DESC LIMIT 1`
  const turno = (await turnosDe(quien, true, own).execute(db)).rows[0] ?? null
  const vivo = turno && (turno.estado === 'abierto' || turno.estado === 'en_conteo')
  const cond = vivo
    ? sql`c.id IN (SELECT cuenta_id FROM turnos_cuentas WHERE turno_id = ${turno.id})`
    : sql`c.responsable_id = ${usuario_id} AND c.tipo = 'caja' AND c.estatus`
  const { rows: cuentas } = await contables(cond).execute(db)
  const ids = sql`${cuentas.map((c) => c.cuenta_id)}::bigint[]`
  const { rows } = await sql<Omit<MiCaja, 'cuentas' | 'turno'>>`
    SELECT ajuste('exigir_turno')::boolean AS exigir_turno, fecha_negocio(ahora()) AS hoy,
           coalesce(fecha_negocio(ahora()) <= (SELECT max(fecha) FROM cierres), false)
             OR EXISTS (SELECT FROM cierres_sucursales s WHERE s.reabierto_en IS NULL AND s.fecha >= fecha_negocio(ahora())
               AND s.sucursal_id IN (SELECT sucursal_de(${ids}, ${usuario_id})
                 UNION ALL SELECT sucursal_id FROM cuentas WHERE id = ANY (${ids}))) AS dia_cerrado,
           CASE WHEN ${!vivo} THEN (
             SELECT jsonb_build_object('de', max(s.de), 'cuentas', jsonb_agg(jsonb_build_object('cuenta_id', s.cuenta_id,
               'contado', round(s.contado, m.decimales)::text) ORDER BY s.cuenta_id)) AS todo
             FROM conteos_sin_contar(${usuario_id}, ${ids}) s JOIN monedas m ON m.id = s.moneda_id HAVING count(*) > 0) END
             AS sin_contar`.execute(db)
  return {
    ...(rows[0] as Omit<MiCaja, 'cuentas' | 'turno'>),
    cuentas: cuentas.map(({ responsable: _, ...cuenta }) => cuenta),
    turno,
  }
}

/**
 * Surprise counts. How they compare is told to others, and to whoever counted or answers for the account if he may
 * approve counts; never of a till under the reader's own turn.
 */
export function listArqueos(
  lector: Lector,
  f: Arqueos & { id?: number },
  limite: number,
  key: Key | null,
): Filas<ArqueoFila> {
  const busca = sql`c.nombre || ' ' || u.nombres || ' ' || u.apellidos`
  const cond = where(f, { fecha: 'n.fecha_negocio', id: 'n.id', busca, turnos: false, key }, [
    sql`n.momento = 'arqueo'`,
    ...enSucursal(['n.sucursal_id'], f),
    ...(f.id ? [sql`n.id = ${f.id}`] : []),
    ...(f.cuenta_id ? [sql`n.cuenta_id = ${f.cuenta_id}`] : []),
  ])
  const yo = persona(lector.usuario_id)
  const visto = sql`(${!f.id} AND NOT EXISTS (SELECT FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id
      WHERE x.cuenta_id = n.cuenta_id AND x.abierta AND t.usuario_id = ${yo})
    AND (${lector.aprueba} OR n.usuario_id <> ${yo} AND c.responsable_id IS DISTINCT FROM ${yo}))`
  return sql<ArqueoFila>`
    SELECT n.id, n.fecha, n.cuenta_id, c.nombre AS cuenta, m.iso, m.simbolo, m.decimales, ${amount('contado')} AS contado,
           CASE WHEN ${visto} THEN ${amount('esperado')} END AS esperado,
           CASE WHEN ${visto} THEN ${amount('diferencia')} END AS diferencia, n.motivo, ${displayName('u')} AS usuario
           ${sucursalDe(lector, 'n.sucursal_id')}
    FROM conteos n JOIN cuentas c ON c.id = n.cuenta_id JOIN monedas m ON m.id = n.moneda_id JOIN usuarios u ON u.id = n.usuario_id
    ${cond} ${porFecha(f, 'n.id')} LIMIT ${limite + 1}`
}
