import { sql } from 'kysely'
import type { z } from 'zod'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { auditOf, type Quien } from '../../../server/acceso/sesion.ts'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import { unaMas } from '../../../server/http/page.ts'
import { buscaNumero, conNumero, likeOf } from '../../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../../server/http/respuesta/escrita.ts'
import type { contratoLotes, DetalleLote, FilaLote, PreviaLote } from './contract.ts'
import { destinoDe } from './formatos/escribir.ts'
import { type ClaveFormato, FORMATOS, formatoDe } from './formatos/formatos.ts'
import { porLoQueLlevan } from './palabras.ts'

type Consulta = z.output<typeof contratoLotes.listar.query>
export type Key = [id: number]

const utc = (value: ReturnType<typeof sql>) => sql`instante_texto(${value})`

const fila = sql`k.id, k.numero, k.fecha, c.nombre AS cuenta, k.formato, k.moneda_id, k.ordenes,
  (SELECT count(*)::int FROM ordenes_lotes_lineas WHERE lote_id = k.id AND estado = 'pendiente') AS pendientes,
  round(k.total, m.decimales)::text AS total, k.estado, ${displayName('u')} AS usuario`

const desde = sql`ordenes_lotes k JOIN cuentas c ON c.id = k.cuenta_id JOIN monedas m ON m.id = k.moneda_id
  JOIN usuarios u ON u.id = k.usuario_id`

/** Answers one row more than the page. */
export function list(f: Consulta, limite: number, key: Key | null): Filas<FilaLote> {
  const oldest = f.orden === 'fecha'
  const way = oldest ? sql`ASC` : sql`DESC`
  const like = f.buscar && likeOf(f.buscar)
  const all = [
    sql`true`,
    ...(f.desde ? [sql`k.fecha_negocio >= ${f.desde}::date`] : []),
    ...(f.hasta ? [sql`k.fecha_negocio <= ${f.hasta}::date`] : []),
    ...(f.estado ? [sql`k.estado = ${f.estado}`] : []),
    ...(f.cuenta_id ? [sql`k.cuenta_id = ${f.cuenta_id}`] : []),
    ...(like
      ? [
          sql`(normalizar(c.nombre) LIKE ${like} OR ${buscaNumero('k.numero', 'LT', f.buscar ?? '')} OR k.id IN (
              SELECT l.lote_id FROM ordenes_lotes_lineas l JOIN ordenes o ON o.id = l.orden_id
              WHERE ${conNumero('o.numero', 'OR', f.buscar ?? '')}))`,
        ]
      : []),
    ...(key
      ? [
          sql`(k.fecha_negocio, k.id) ${oldest ? sql`>` : sql`<`}
            (SELECT p.fecha_negocio, p.id FROM ordenes_lotes p WHERE p.id = ${key[0]})`,
        ]
      : []),
  ]
  return sql<FilaLote>`
    SELECT ${fila} FROM ${desde} WHERE ${sql.join(all, sql` AND `)}
    ORDER BY k.fecha_negocio ${way}, k.id ${way} LIMIT ${unaMas(limite, f)}`
}

/** One batch with its lines; null when there is none. */
export async function detail(db: Db, id: number): Promise<DetalleLote | null> {
  const { rows } = await sql<Omit<DetalleLote, 'nombre_archivo'>>`
    SELECT ${fila}, k.cuenta_id, k.huella, length(k.archivo) AS tamano,
           jsonb_build_object('id', m.id, 'iso', m.iso, 'simbolo', m.simbolo, 'decimales', m.decimales) AS moneda,
           (SELECT jsonb_agg(jsonb_build_object('id', l.id, 'n', l.n, 'orden_id', l.orden_id, 'numero', o.numero,
              'beneficiario', l.destino->>'nombre', 'documento', concat_ws(' ', l.destino->>'tipo_doc', l.destino->>'num_doc'),
              'cuenta', l.destino->>'cuenta', 'monto', round(l.monto, m.decimales)::text, 'estado', l.estado,
              'comision', greatest(round(l.monto * y.pct / 100 + y.fijo, m.decimales), 0)::text,
              'pide_comprobante', dos_personas(o.monto_usd), 'observada', o.observada IS NOT NULL,
              'referencia', g.referencia, 'motivo', l.motivo, 'resuelta_por', ${displayName('x')},
              'resuelta_en', ${utc(sql`l.resuelta_en`)}) ORDER BY l.n)
            FROM ordenes_lotes_lineas l JOIN ordenes o ON o.id = l.orden_id LEFT JOIN ordenes_pagos g ON g.id = l.pago_id
            LEFT JOIN tipos_pagos t ON t.codigo = o.beneficiario->>'metodo' CROSS JOIN LATERAL cuentas_cargo_queda(c, t, ordenes_cargos(o.id, l.pago_id)) y
            LEFT JOIN usuarios x ON x.id = l.resuelta_por WHERE l.lote_id = k.id) AS lineas,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('fecha', ${utc(sql`h.fecha`)}, 'accion', h.accion,
              'usuario', ${displayName('y')}) ORDER BY h.id), '[]')
            FROM auditoria h JOIN usuarios y ON y.id = h.usuario_id
            WHERE h.entidad = 'ordenes_lotes' AND h.entidad_id = k.id::text) AS historial
    FROM ${desde} WHERE k.id = ${id}`.execute(db)
  const row = rows[0]
  return row ? { ...row, nombre_archivo: nombreDe(row) } : null
}

/** The name under which a file is kept: its batch's number and what its bank expects. */
export function nombreDe({ numero, formato }: { numero: string; formato: string }): string {
  return `${numero}.${FORMATOS[formato as ClaveFormato]?.extension ?? 'txt'}`
}

export async function archivo(db: Db, id: number) {
  const { rows } = await sql<{ numero: string; formato: string; archivo: Buffer }>`
    SELECT numero, formato, archivo FROM ordenes_lotes WHERE id = ${id}`.execute(db)
  const row = rows[0]
  return row
    ? { tipo: 'text/plain', nombre: nombreDe(row), contenido: new Uint8Array(row.archivo) }
    : null
}

interface Leida {
  id: number
  numero: string
  beneficiario: string
  metodo: string
  moneda_id: number
  monto: string
  destino: { pais: string; entidad: string | null; cuenta: string | null }
  reparo: string | null
}

interface Cuenta {
  id: number
  nombre: string
  pais: string
  entidad: string | null
  moneda: PreviaLote['cuentas'][number]['moneda']
  libre: string
  limite_op: string | null
}

/** From which accounts these orders can be paid by a file, and which of them stay out of each. */
export async function preview(db: Db, ids: readonly number[], quien: Quien): Promise<PreviaLote> {
  const { rows: ordenes } = await sql<Leida>`
    SELECT o.id, o.numero, o.beneficiario->>'nombre' AS beneficiario, o.beneficiario->>'metodo_nombre' AS metodo,
           o.recibe_moneda_id AS moneda_id, ordenes_lote_destino(b) AS destino,
           round(o.recibe - coalesce((SELECT sum(monto) FROM ordenes_pagos WHERE orden_id = o.id AND estado = 'pagado'), 0),
             r.decimales)::text AS monto,
           CASE WHEN o.estado <> 'en_proceso' THEN 'no está en proceso'
                WHEN o.pagador_id <> ${quien.usuario_id} THEN 'la tiene otro pagador'
                WHEN o.observada IS NOT NULL THEN 'está observada'
                WHEN x.numero IS NOT NULL THEN 'ya espera en ' || x.numero
                WHEN ordenes_lote_agenda(o, b) THEN 'la agenda del cliente tiene otros datos' END AS reparo
    FROM ordenes o JOIN monedas r ON r.id = o.recibe_moneda_id JOIN beneficiarios b ON b.id = o.beneficiario_id
    LEFT JOIN LATERAL (SELECT k.numero FROM ordenes_lotes_lineas l JOIN ordenes_lotes k ON k.id = l.lote_id
      WHERE l.orden_id = o.id AND l.estado = 'pendiente') x ON true
    WHERE o.id = ANY (${ids}::bigint[]) ORDER BY o.id`.execute(db)
  const monedas = ordenes.map(({ moneda_id }) => moneda_id)
  const { rows: cuentas } = await sql<Cuenta>`
    SELECT c.id, c.nombre, e.pais, e.codigo AS entidad, c.limite_op::text AS limite_op,
           jsonb_build_object('id', m.id, 'iso', m.iso, 'simbolo', m.simbolo, 'decimales', m.decimales) AS moneda,
           round(greatest(ordenes_lote_libre(c.id), 0), m.decimales)::text AS libre
    FROM cuentas c JOIN monedas m ON m.id = c.moneda_id JOIN entidades_financieras e ON e.id = c.entidad_id
    WHERE c.estatus AND c.tipo = 'banco' AND c.moneda_id = ANY (${monedas}::int[])
      AND cuentas_suya(${auditOf(quien)}::jsonb, c) ORDER BY c.nombre`.execute(db)
  return {
    cuentas: porLoQueLlevan(cuentas.flatMap((cuenta) => from(cuenta, ordenes))),
    ordenes: ordenes.map(({ id, numero, beneficiario, metodo, destino }) => ({
      ...{ id, numero, beneficiario, metodo },
      cuenta: destino.cuenta,
    })),
  }
}

function from(cuenta: Cuenta, ordenes: readonly Leida[]): PreviaLote['cuentas'] {
  const clave = formatoDe(cuenta.pais, cuenta.entidad)
  const formato = clave && FORMATOS[clave]
  if (!formato || !(cuenta.moneda.iso in formato.monedas)) return []
  const judged = ordenes.map((o) => ({
    o,
    porque: outside(cuenta, o, destinoDe(formato, o.destino)),
  }))
  const entran = judged.filter(({ porque }) => porque === null)
  const total = entran.reduce((sum, { o }) => sum.plus(decimal(o.monto)), decimal('0'))
  const { id, nombre, moneda, libre } = cuenta
  return [
    {
      ...{ id, nombre, moneda, libre, formato: formato.nombre },
      entran: entran.map(({ o }) => ({ orden_id: o.id, monto: o.monto })),
      fuera: judged.flatMap(({ o, porque }) => (porque ? [{ orden_id: o.id, porque }] : [])),
      total: texto(total, moneda.decimales),
      alcanza: total.lte(decimal(libre)),
    },
  ]
}

function outside(cuenta: Cuenta, o: Leida, destino: ReturnType<typeof destinoDe>): string | null {
  if (o.reparo) return o.reparo
  if (o.moneda_id !== cuenta.moneda.id) return 'se paga en otra moneda'
  if (!o.destino.cuenta) return `se paga por «${o.metodo}», no a una cuenta`
  if (typeof destino === 'string') return destino
  const limite = cuenta.limite_op
  return limite !== null && decimal(o.monto).gt(decimal(limite))
    ? 'pasa del límite por operación de la cuenta'
    : null
}
