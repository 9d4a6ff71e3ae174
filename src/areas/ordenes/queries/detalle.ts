import { sql } from 'kysely'
import { decimal } from '../../../core/dinero/decimal.ts'
import { auditOf, type Quien, tiene } from '../../../server/acceso/sesion.ts'
import type { Db } from '../../../server/db/db.ts'
import { displayName } from '../../../server/documento.ts'
import { documentoCorto, entonces, fichaAgente } from '../../clientes/queries.ts'
import type { DetalleOrden } from '../contract.ts'
import { columnas, fuentes } from '../queries.ts'
import { accionesDe } from '../rules/acciones.ts'
import { mensaje } from '../rules/mensaje.ts'
import { type Leida as Papel, papelJson } from './papel.ts'

type Leida = Omit<DetalleOrden, 'mensaje' | 'acciones' | 'con_devolucion'>
/** With fields that are read only to decide the actions. */
type Entera = Leida & { admite_espera: boolean; papel: Papel }

const utc = (value: ReturnType<typeof sql>) => sql`instante_texto(${value})`

const moneda = (
  alias: string,
) => sql`jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'iso', ${sql.ref(`${alias}.iso`)},
  'simbolo', ${sql.ref(`${alias}.simbolo`)}, 'decimales', ${sql.ref(`${alias}.decimales`)})`

/** The vouchers of line `g` of order `o`, each with the other orders that use the same file. */
const comprobantes = (origen: string) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'nombre', a.nombre, 'tipo', a.tipo, 'tamano', a.tamano,
           'fecha', ${utc(sql`s.fecha`)}, 'usuario', ${displayName('y')}, 'repetidos', (
             SELECT coalesce(jsonb_agg(DISTINCT jsonb_build_object('id', z.id, 'numero', z.numero)), '[]')
             FROM adjuntos b JOIN adjuntos_usos v ON v.adjunto_id = b.id AND v.origen LIKE 'ordenes-%'
             JOIN ordenes z ON z.id = v.origen_id WHERE b.sha256 = a.sha256 AND z.id <> o.id)) ORDER BY a.id), '[]')
  FROM adjuntos_usos s JOIN adjuntos a ON a.id = s.adjunto_id JOIN usuarios y ON y.id = s.usuario_id
  WHERE s.origen = ${origen} AND s.origen_id = o.id AND s.detalle_id = g.id)`

const cobros = (quien: Quien) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'tipo_pago_id', g.tipo_pago_id, 'tipo_pago', coalesce(t.nombre, 'Saldo a favor'), 'cuenta_id', g.cuenta_id, 'cuenta', n.nombre, 'marca', entidades_marca(n.entidad_id),
           'saldo_de', (SELECT jsonb_build_object('id', z.id, 'numero', z.numero) FROM ordenes_saldos s JOIN ordenes z ON z.id = s.orden_id
             WHERE s.cobro_id = g.saldo_id),
           'monto', round(g.monto, e.decimales)::text,
           'tarifa', round(g.tarifa, e.decimales)::text, 'a_favor', round(g.a_favor, e.decimales)::text, 'referencia', g.referencia, 'estado', g.estado, 'efectivo', coalesce(t.efectivo, false),
           'suya', g.saldo_id IS NULL AND cuentas_suya(${auditOf(quien)}::jsonb, n), 'pide_comprobante', coalesce(t.pide_comprobante, false), 'comprobantes', ${comprobantes('ordenes-cobros')},
           'recibido', round(g.recibido, e.decimales)::text, 'vuelto', round(g.recibido - g.monto, e.decimales)::text,
           'denominaciones', g.denominaciones, 'fecha', ${utc(sql`g.fecha`)}, 'usuario', ${displayName('x')},
           'verificado_en', ${utc(sql`g.verificado_en`)}, 'verificado_por', ${displayName('v')}, 'motivo', g.motivo,
           'devuelto_de', q.nombre) ORDER BY g.id), '[]')
  FROM ordenes_cobros g LEFT JOIN tipos_pagos t ON t.id = g.tipo_pago_id LEFT JOIN cuentas n ON n.id = g.cuenta_id
  JOIN usuarios x ON x.id = g.usuario_id LEFT JOIN usuarios v ON v.id = g.verificado_por
  LEFT JOIN cuentas q ON q.id = g.devuelto_de WHERE g.orden_id = o.id)`

const pagos = (ganancia: boolean) => sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'cuenta_id', g.cuenta_id, 'cuenta', n.nombre, 'marca', entidades_marca(n.entidad_id),
           'monto', round(g.monto, r.decimales)::text, 'comision', round(g.comision, r.decimales)::text,
           'referencia', g.referencia, 'estado', g.estado, 'comprobantes', ${comprobantes('ordenes-pagos')},
           'fecha', ${utc(sql`g.fecha`)}, 'usuario', ${displayName('x')}, 'rebotado_en', ${utc(sql`g.rebotado_en`)},
           'rebotado_por', ${displayName('v')}, 'motivo', g.motivo, 'beneficiario', coalesce(g.beneficiario, o.beneficiario)->>'nombre')
           || ${
             ganancia
               ? sql`jsonb_build_object('costo', round(g.costo, 2)::text, 'gasto', round(g.gasto, 2)::text,
                                        'ganancia', round(g.ganancia, 2)::text)`
               : sql`'{}'`
           } ORDER BY g.id), '[]')
  FROM ordenes_pagos g JOIN cuentas n ON n.id = g.cuenta_id JOIN usuarios x ON x.id = g.usuario_id
  LEFT JOIN usuarios v ON v.id = g.rebotado_por WHERE g.orden_id = o.id)`

const saldos = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('cobro_id', s.cobro_id, 'fecha', ${utc(sql`s.fecha`)},
           'monto', round(s.monto, e.decimales)::text, 'saldo', round(s.saldo, e.decimales)::text, 'anulado', s.anulado,
           'devoluciones', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'monto', round(g.monto, e.decimales)::text,
             'cuenta', n.nombre, 'referencia', g.referencia, 'fecha', ${utc(sql`g.fecha`)}, 'usuario', ${displayName('x')},
             'comprobantes', ${comprobantes('ordenes-devoluciones')}, 'motivo', g.motivo,
             'anulada_por', ${displayName('v')}) ORDER BY g.id), '[]')
             FROM ordenes_devoluciones g JOIN cuentas n ON n.id = g.cuenta_id JOIN usuarios x ON x.id = g.usuario_id
             LEFT JOIN usuarios v ON v.id = g.anulada_por WHERE g.cobro_id = s.cobro_id),
           'usos', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'orden_id', z.id, 'numero', z.numero,
             'monto', round(g.monto, e.decimales)::text, 'fecha', ${utc(sql`g.fecha`)}, 'usuario', ${displayName('x')},
             'devuelto', g.estado = 'devuelto') ORDER BY g.id), '[]')
             FROM ordenes_cobros g JOIN ordenes z ON z.id = g.orden_id JOIN usuarios x ON x.id = g.usuario_id
             WHERE g.saldo_id = s.cobro_id)) ORDER BY s.cobro_id), '[]')
  FROM ordenes_saldos s WHERE s.orden_id = o.id)`

/** Credits of the client in the currency of an order that he has still to pay (R-279), the oldest first. */
const usables = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('orden_id', z.id, 'cobro_id', s.cobro_id, 'numero', z.numero,
           'fecha', ${utc(sql`s.fecha`)}, 'saldo', round(s.saldo, e.decimales)::text) ORDER BY s.cobro_id), '[]')
  FROM ordenes_saldos s JOIN ordenes z ON z.id = s.orden_id
  WHERE o.estado = 'pendiente' AND s.cliente_id = o.cliente_id AND s.moneda_id = o.envia_moneda_id AND s.saldo > 0)`

/** The steps, and between them what was done with a credit, which leaves the order in its state. */
const pasos = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.n, 'fecha', ${utc(sql`g.fecha`)}, 'accion', g.accion, 'de', g.de, 'a', g.a,
           'usuario', ${displayName('x')}, 'nota', g.nota) ORDER BY g.n), '[]')
  FROM (SELECT h.*, row_number() OVER (ORDER BY h.tras, h.orden > 0, h.fecha, h.orden, h.id) AS n FROM (
      SELECT fecha, accion, de, a, usuario_id, nota, id AS tras, 0 AS orden, id FROM ordenes_pasos WHERE orden_id = o.id
      UNION ALL SELECT v.fecha, v.accion, p.a, p.a, v.usuario_id, v.nota, p.id, v.orden, v.id FROM (
          SELECT d.id, d.fecha, 'devolver' AS accion, d.usuario_id, 1 AS orden, format('%s de %s', importe_de(d.moneda_id, d.monto), n.nombre) AS nota
          FROM ordenes_devoluciones d JOIN cuentas n ON n.id = d.cuenta_id WHERE d.orden_id = o.id
          UNION ALL SELECT d.id, d.anulada_en, 'anular-devolucion', d.anulada_por, 2, format('%s · %s', importe_de(d.moneda_id, d.monto), d.motivo)
          FROM ordenes_devoluciones d WHERE d.orden_id = o.id AND d.estado = 'anulada'
          UNION ALL SELECT c.id, w.fecha, w.accion, w.usuario_id, w.orden, format('%s para %s', importe_de(c.moneda_id, c.monto), z.numero)
          FROM ordenes_saldos s JOIN ordenes_cobros c ON c.saldo_id = s.cobro_id JOIN ordenes z ON z.id = c.orden_id
          CROSS JOIN LATERAL (VALUES (c.fecha, 'usar-saldo', c.usuario_id, 3),
            (CASE WHEN c.estado = 'devuelto' THEN z.anulada_en END, 'saldo-vuelve', z.anulada_por, 4)) w (fecha, accion, usuario_id, orden)
          WHERE s.orden_id = o.id AND w.fecha IS NOT NULL) v
        CROSS JOIN LATERAL (SELECT id, a FROM ordenes_pasos WHERE orden_id = o.id AND fecha <= v.fecha ORDER BY id DESC LIMIT 1) p) h) g
  LEFT JOIN usuarios x ON x.id = g.usuario_id)`

const apuntes = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('asiento_id', s.id, 'fecha', ${utc(sql`s.fecha`)}, 'glosa', s.glosa,
           'cuenta', q.nombre, 'moneda_id', p.moneda_id,
           'debe', CASE WHEN p.importe > 0 THEN round(p.importe, m.decimales)::text END,
           'haber', CASE WHEN p.importe < 0 THEN round(-p.importe, m.decimales)::text END) ORDER BY p.id), '[]')
  FROM asientos s JOIN apuntes p ON p.asiento_id = s.id JOIN cuentas_contables q ON q.id = p.cuenta_id
  JOIN monedas m ON m.id = p.moneda_id WHERE s.origen = 'ordenes' AND s.origen_id = o.id)`

const historial = sql`(
  SELECT coalesce(jsonb_agg(jsonb_build_object('fecha', ${utc(sql`h.fecha`)}, 'accion', h.accion, 'usuario', ${displayName('x')})
           ORDER BY h.id), '[]')
  FROM auditoria h JOIN usuarios x ON x.id = h.usuario_id WHERE h.entidad = 'ordenes' AND h.entidad_id = o.id::text)`

/** The bank in the order's copy of the beneficiary, not in his present agenda. */
const banco = sql`(
  SELECT jsonb_build_object('nombre', f.nombre, 'logo', f.logo, 'servicio', f.servicio)
  FROM beneficiarios b JOIN entidades_financieras f ON f.id = b.entidad_id
  WHERE b.id = o.beneficiario_id
    AND o.beneficiario->'lineas' @> jsonb_build_array(jsonb_build_object('valor', f.nombre || ' (' || f.codigo || ')')))`

/** The open rate of its corridor for its client and its amount. */
const actual = sql`(
  SELECT jsonb_build_object('historico_id', h.id, 'tasa', round(h.tasa, h.precision)::text, 'precision', h.precision)
  FROM tipos_cambios_historico h WHERE upper_inf(h.vigencia)
    AND h.tipo_cambio_id = tipos_cambios_del_cliente(o.pais, o.envia_moneda_id, o.recibe_moneda_id, o.envia, o.cliente_id))`

/** Is there a way of paying with verification? An expired order accepts no other. */
const admiteEspera = sql`EXISTS (SELECT FROM tipos_pagos t WHERE t.estatus AND t.sentido <> 'sale' AND t.requiere_verificacion
  AND coalesce(t.moneda_id = o.envia_moneda_id, true))`

/** One order with all data, in one round trip; null when there is none. Cost and profit only with the permission. */
export async function detail(
  db: Db,
  id: number,
  quien: Quien,
): Promise<(Omit<DetalleOrden, 'codigo'> & { papel: Papel }) | null> {
  const ganancia = tiene(quien, 'ganancia:ver')
  const { rows } = await sql<Entera>`
    SELECT ${columnas(quien)}, ${documentoCorto('f')} AS cliente_documento, ${entonces} AS ficha, c.celular AS cliente_celular,
           ${moneda('e')} AS envia_moneda, ${moneda('r')} AS recibe_moneda, d.nombre AS pais_destino_nombre,
           o.beneficiario AS beneficiario_datos, ${banco} AS banco, o.metodo_calculo, o.historico_id, o.segmento, o.tasa_mantenida,
           ${actual} AS tasa_actual, round(o.monto_usd, 2)::text AS monto_usd, x.nombre AS agente, o.usuario_id, o.pagada_en,
           o.completada_en, o.anulada_en, ${displayName('n')} AS anulada_por, o.motivo_anulacion, round(o.redondeo, 2)::text AS redondeo,
           round(o.tarifa, 2)::text AS tarifa,
           ${cobros(quien)} AS cobros, ${pagos(ganancia)} AS pagos, ${saldos} AS saldos, ${usables} AS saldos_usables, ${pasos} AS pasos,
           CASE WHEN o.declaracion IS NOT NULL THEN o.declaracion - '{cliente,monto_usd}'::text[] END AS declaracion,
           o.impresiones, o.impresiones_declaracion, ajuste('empresa') AS empresa,
           ${papelJson} AS papel, ${historial} AS historial, ${admiteEspera} AS admite_espera
           ${
             ganancia
               ? sql`, round(o.valor, 2)::text AS valor, round(o.costo, 2)::text AS costo, round(o.gastos, 2)::text AS gastos,
                     ${apuntes} AS apuntes`
               : sql``
           }
    FROM ${fuentes} JOIN paises d ON d.id = o.pais_destino
    ${fichaAgente('o', 'x')} LEFT JOIN usuarios n ON n.id = o.anulada_por WHERE o.id = ${id}`.execute(
    db,
  )
  const [read] = rows
  if (!read) return null
  const { admite_espera, papel, ...row } = read
  return { ...row, ...derived(row, quien, admite_espera), papel }
}

function derived(row: Leida, quien: Quien, admite_espera: boolean) {
  const live = row.cobros.filter(
    ({ estado }) => estado === 'verificado' || estado === 'por_verificar',
  )
  const con_devolucion = live.some(({ estado }) => estado === 'verificado')
  const paid = live.reduce((sum, { monto }) => sum.plus(decimal(monto)), decimal('0'))
  const acciones = accionesDe(
    {
      estado: row.estado,
      observada: row.observada,
      usuario_id: row.usuario_id,
      pagador_id: row.pagador_id,
      con_devolucion,
      por_verificar: live.some(({ estado }) => estado === 'por_verificar'),
      por_cobrar: paid.lt(decimal(row.envia)) && (row.estado !== 'vencida' || admite_espera),
      con_pagos: row.pagos.some(({ estado }) => estado === 'pagado'),
    },
    { usuario_id: quien.usuario_id, puede: (permiso) => tiene(quien, permiso) },
  )
  return { acciones, con_devolucion, mensaje: mensaje(row) }
}
