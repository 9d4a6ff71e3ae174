import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { likeOf } from '../../../server/catalog.ts'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
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
/** What a page continues from: the id of the last row seen. */
export type Key = [id: number]

const amount = (name: string) => sql`round(${sql.ref(`n.${name}`)}, m.decimales)::text`

/** The accounts of a turn with the count that stands; null before there is one: nothing here reads a balance. */
const cuentasJson = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('cuenta_id', c.id, 'cuenta', c.nombre, 'iso', m.iso, 'simbolo', m.simbolo,
           'decimales', m.decimales, 'contado', ${amount('contado')}, 'esperado', ${amount('esperado')},
           'diferencia', ${amount('diferencia')}) ORDER BY m.funcional DESC, m.id, c.id), '[]')
  FROM turnos_cuentas x JOIN cuentas c ON c.id = x.cuenta_id JOIN monedas m ON m.id = c.moneda_id
  LEFT JOIN conteos n ON n.id = x.conteo_id WHERE x.turno_id = t.id)`

const columnas = sql`t.id, t.numero, t.usuario_id, ${displayName('u')} AS cajero, t.estado, t.fecha_negocio, t.abierto_en,
  t.cerrado_en, t.aprobado_en, t.motivo, ${displayName('a')} AS aprobado_por, ${cuentasJson} AS cuentas`

const conteosJson = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'momento', n.momento, 'vuelta', n.vuelta, 'fecha', instante_texto(n.fecha),
           'cuenta_id', n.cuenta_id, 'contado', ${amount('contado')}, 'esperado', ${amount('esperado')},
           'diferencia', ${amount('diferencia')}, 'denominaciones', n.denominaciones) ORDER BY n.id), '[]')
  FROM conteos n JOIN monedas m ON m.id = n.moneda_id WHERE n.turno_id = t.id)`

const historialJson = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('fecha', instante_texto(h.fecha), 'accion', h.accion,
           'usuario', ${displayName('w')}) ORDER BY h.id), '[]')
  FROM auditoria h JOIN usuarios w ON w.id = h.usuario_id WHERE h.entidad = 'turnos' AND h.entidad_id = t.id::text)`

const aprobacionJson = sql`(
  SELECT jsonb_build_object('faltante', round(d.valor, 2)::text, 'pide_nota', d.total > ajuste('turno_nota_pen')::numeric)
  FROM turnos_diferencias(t.id) d WHERE t.estado = 'cerrado')`

const turnosDe = (detalle: boolean, resto: RawBuilder<unknown>, aprueba = false) => sql<Turno>`
  SELECT ${columnas} ${
    detalle
      ? sql`, t.apertura, t.conteo_en, t.cargo, t.nota, t.impresiones, t.version, ajuste('empresa') AS empresa,
              ${aprueba ? aprobacionJson : sql`NULL`} AS aprobacion,
              CASE WHEN t.estado = 'cerrado' THEN aprobaciones_por('cierres:aprobar', t.usuario_id, (turnos_diferencias(t.id)).total)
                   ELSE '{}' END AS aprueban,
              ${conteosJson} AS conteos, ${historialJson} AS historial`
      : sql``
  }
  FROM turnos t JOIN usuarios u ON u.id = t.usuario_id LEFT JOIN usuarios a ON a.id = t.aprobado_por ${resto}`

type Orden = Pick<Turnos, 'orden'>

/** The first one first? They are numbered as they come. */
const primero = ({ orden }: Orden) => orden === 'fecha'

const porFecha = (f: Orden, id: string) =>
  sql`ORDER BY ${sql.ref(id)} ${primero(f) ? sql`ASC` : sql`DESC`}`

/** The rules that every list here shares: days, person, what was typed, and where the page before ended. */
function where(
  f: Pick<Turnos, 'desde' | 'hasta' | 'buscar' | 'orden'>,
  o: { fecha: string; id: string; busca: RawBuilder<unknown>; key: Key | null },
  more: RawBuilder<unknown>[],
) {
  const all = [
    ...more,
    ...(f.desde ? [sql`${sql.ref(o.fecha)} >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`${sql.ref(o.fecha)} <= ${f.hasta}::date`] : []),
    ...(f.buscar ? [sql`normalizar(${o.busca}) LIKE ${likeOf(f.buscar)}`] : []),
    ...(o.key ? [sql`${sql.ref(o.id)} ${primero(f) ? sql`>` : sql`<`} ${o.key[0]}`] : []),
  ]
  return all.length > 0 ? sql`WHERE ${sql.join(all, sql` AND `)}` : sql``
}

/** One row more than the page, so that the page knows whether there is another; so below. */
export async function listTurnos(
  db: Db,
  f: Turnos,
  limite: number,
  key: Key | null,
): Promise<TurnoFila[]> {
  const busca = sql`t.numero || ' ' || u.nombres || ' ' || u.apellidos`
  const cond = where(f, { fecha: 't.fecha_negocio', id: 't.id', busca, key }, [
    ...(f.estado ? [sql`t.estado = ${f.estado}`] : []),
    ...(f.usuario_id ? [sql`t.usuario_id = ${f.usuario_id}`] : []),
  ])
  return (
    await turnosDe(false, sql`${cond} ${porFecha(f, 't.id')} LIMIT ${limite + 1}`).execute(db)
  ).rows
}

/** One turn whole; `aprueba`: with what its approval asks for. */
export async function turno(db: Db, id: number, aprueba: boolean): Promise<Turno | null> {
  return (await turnosDe(true, sql`WHERE t.id = ${id}`, aprueba).execute(db)).rows[0] ?? null
}

export async function listDiferencias(
  db: Db,
  f: Diferencias,
  limite: number,
  key: Key | null,
): Promise<DiferenciaFila[]> {
  const busca = sql`t.numero || ' ' || u.nombres || ' ' || u.apellidos || ' ' || c.nombre`
  const cond = where(f, { fecha: 'n.fecha_negocio', id: 'n.id', busca, key }, [
    sql`t.estado IN ('cerrado', 'aprobado') AND n.diferencia <> 0`,
    ...(f.usuario_id ? [sql`t.usuario_id = ${f.usuario_id}`] : []),
    ...(f.signo ? [sql`sign(n.diferencia) = ${f.signo === 'faltante' ? -1 : 1}`] : []),
  ])
  const { rows } = await sql<DiferenciaFila>`
    SELECT n.id, t.id AS turno_id, t.numero, t.cerrado_en AS fecha, t.usuario_id, ${displayName('u')} AS cajero,
           c.nombre AS cuenta, m.iso, m.simbolo, m.decimales, ${amount('esperado')} AS esperado, ${amount('contado')} AS contado,
           ${amount('diferencia')} AS diferencia, t.motivo, t.estado, CASE WHEN n.diferencia < 0 THEN t.cargo END AS cargo,
           t.aprobado_en, ${displayName('a')} AS aprobado_por
    FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id JOIN conteos n ON n.id = x.conteo_id
    JOIN cuentas c ON c.id = x.cuenta_id JOIN monedas m ON m.id = c.moneda_id
    JOIN usuarios u ON u.id = t.usuario_id LEFT JOIN usuarios a ON a.id = t.aprobado_por
    ${cond} ${porFecha(f, 'n.id')} LIMIT ${limite + 1}`.execute(db)
  return rows
}

/** Cash accounts to count, with the notes and coins of their currencies; nothing of what they hold. */
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

/** The till of who asks. While its turn lives, the accounts that it began with; else those he answers for. */
export async function miCaja(db: Db, usuario_id: number): Promise<MiCaja> {
  const own = sql`WHERE t.usuario_id = ${usuario_id} ORDER BY t.estado IN ('abierto', 'en_conteo') DESC, t.id DESC LIMIT 1`
  const turno = (await turnosDe(true, own).execute(db)).rows[0] ?? null
  const vivo = turno && (turno.estado === 'abierto' || turno.estado === 'en_conteo')
  const cond = vivo
    ? sql`c.id IN (SELECT cuenta_id FROM turnos_cuentas WHERE turno_id = ${turno.id})`
    : sql`c.responsable_id = ${usuario_id} AND c.tipo = 'caja' AND c.estatus`
  const { rows: cuentas } = await contables(cond).execute(db)
  const { rows } = await sql<Omit<MiCaja, 'cuentas' | 'turno'>>`
    SELECT ajuste('exigir_turno')::boolean AS exigir_turno, fecha_negocio(ahora()) AS hoy,
           coalesce(fecha_negocio(ahora()) <= (SELECT max(fecha) FROM cierres), false) AS dia_cerrado,
           CASE WHEN ${!vivo} AND conteos_ultimo_cierre(${cuentas.map((c) => c.cuenta_id)}::bigint[]) IS NOT NULL THEN (
             SELECT jsonb_agg(jsonb_build_object('cuenta_id', a.id, 'contado', round((
               SELECT n.contado FROM turnos_cuentas x JOIN turnos t ON t.id = x.turno_id JOIN conteos n ON n.id = x.conteo_id
               WHERE x.cuenta_id = a.id AND t.estado IN ('cerrado', 'aprobado') ORDER BY x.turno_id DESC LIMIT 1), m.decimales)::text))
             FROM cuentas a JOIN monedas m ON m.id = a.moneda_id WHERE a.id = ANY (${cuentas.map((c) => c.cuenta_id)}::bigint[])) END AS ultimo_cierre`.execute(
    db,
  )
  return {
    ...(rows[0] as Omit<MiCaja, 'cuentas' | 'turno'>),
    cuentas: cuentas.map(({ responsable: _, ...cuenta }) => cuenta),
    turno,
  }
}

export async function listArqueos(
  db: Db,
  f: Arqueos & { id?: number },
  limite: number,
  key: Key | null,
): Promise<ArqueoFila[]> {
  const busca = sql`c.nombre || ' ' || u.nombres || ' ' || u.apellidos`
  const cond = where(f, { fecha: 'n.fecha_negocio', id: 'n.id', busca, key }, [
    sql`n.momento = 'arqueo'`,
    ...(f.id ? [sql`n.id = ${f.id}`] : []),
  ])
  const { rows } = await sql<ArqueoFila>`
    SELECT n.id, n.fecha, n.cuenta_id, c.nombre AS cuenta, m.iso, m.simbolo, m.decimales, ${amount('contado')} AS contado,
           ${amount('esperado')} AS esperado, ${amount('diferencia')} AS diferencia, n.motivo, ${displayName('u')} AS usuario
    FROM conteos n JOIN cuentas c ON c.id = n.cuenta_id JOIN monedas m ON m.id = n.moneda_id JOIN usuarios u ON u.id = n.usuario_id
    ${cond} ${porFecha(f, 'n.id')} LIMIT ${limite + 1}`.execute(db)
  return rows
}
