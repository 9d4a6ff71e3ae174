import { type RawBuilder, sql } from 'kysely'
import type { Quien } from '../../server/acceso/sesion.ts'
import { tiene } from '../../server/acceso/sesion.ts'
import { displayName } from '../../server/documento.ts'
import type { Tipo } from './contract.ts'

const NADA = sql`'{}'::jsonb`

const monto = (amount: string, moneda: string) =>
  sql`importe_texto(${sql.ref(amount)}, ${sql.ref(`${moneda}.simbolo`)}, ${sql.ref(`${moneda}.decimales`)})`

/** Whose requests are read: those of others, which he may answer, or his own. */
export interface Lector {
  quien: Quien
  propias: boolean
}

const de = ({ quien, propias }: Lector, column: string) =>
  sql`${sql.ref(column)} ${propias ? sql`=` : sql`<>`} ${quien.usuario_id}`

/** A rate beside the published one, what the client would give and get and, for who may see it, against its cost. */
function tasas(lector: Lector): RawBuilder<unknown> {
  const atCost = sql`CASE WHEN f.id = k.id THEN
      CASE a.tipo WHEN 'compra' THEN convertir(a.monto, h.tasa_costo, h.metodo_calculo, 2, 'medio') - a.contravalor
           WHEN 'venta' THEN a.contravalor - convertir(a.monto, h.tasa_costo,
             CASE h.metodo_calculo WHEN 'm' THEN 'd' ELSE 'm' END, 2, 'medio') END END`
  return sql`
    SELECT a.id, NULL::text AS numero, a.fecha,
           initcap(a.tipo) || ' a ' || trim_scale(a.tasa) || ' (publicada '
             || round(h.tasa, h.precision) || ', ' || CASE WHEN a.tasa > h.tasa THEN '+' ELSE '−' END
             || round(abs(a.tasa - h.tasa) * 100 / h.tasa, 2) || ' %) · '
             || coalesce(c.nombre, 'Cliente ocasional') AS titulo,
           ${monto('a.monto', 'd')} || ' por ' || ${monto('a.contravalor', 'k')} AS importe,
           a.motivo, ${
             tiene(lector.quien, 'ganancia:ver')
               ? sql`CASE WHEN ${atCost} < 0 THEN importe_texto(-(${atCost}), f.simbolo, f.decimales) || ' por debajo del costo de la tasa.' END`
               : sql`NULL::text`
           } AS aviso, ${displayName('u')} AS solicitante, a.vence_en, ${NADA} AS confirma, 0 AS pen
    FROM autorizaciones_tasa a JOIN usuarios u ON u.id = a.solicitado_por
    JOIN monedas d ON d.id = a.divisa_id JOIN monedas k ON k.id = a.contramoneda_id JOIN monedas f ON f.funcional
    JOIN tipos_cambios_historico g ON g.id = a.historico_id
    JOIN tipos_cambios_historico h ON h.tipo_cambio_id = g.tipo_cambio_id AND upper_inf(h.vigencia)
    LEFT JOIN clientes c ON c.id = a.cliente_id
    WHERE a.estado = 'pendiente' AND a.vence_en > ahora() AND ${de(lector, 'a.solicitado_por')}`
}

/** A balance that moved since it was counted is said, and the approval says that it was seen. */
function ajustes(lector: Lector): RawBuilder<unknown> {
  return sql`
    SELECT a.id, a.numero, a.fecha, m.nombre || ' en ' || c.nombre AS titulo,
           CASE WHEN a.importe > 0 THEN '+' ELSE '−' END || importe_texto(abs(a.importe), x.simbolo, x.decimales) AS importe,
           a.observacion AS motivo,
           CASE WHEN a.contado IS NOT NULL AND k.saldo <> a.saldo_visto THEN
             'El saldo cambió desde que se contó: era ' || ${monto('a.saldo_visto', 'x')} || ' y ahora es '
             || ${monto('k.saldo', 'x')} || '. Se aplicaría la diferencia de entonces.' END AS aviso,
           ${displayName('u')} AS solicitante, NULL::timestamptz AS vence_en,
           jsonb_build_object('saldo', round(k.saldo, x.decimales)::text) AS confirma,
           ajustes_saldo_juicio(a.moneda_id, a.importe, a.valor) AS pen
    FROM ajustes_saldo a JOIN ajustes_saldo_motivos m ON m.motivo = a.motivo JOIN cuentas c ON c.id = a.cuenta_id
    JOIN cuentas_contables k ON k.id = a.cuenta_id JOIN monedas x ON x.id = a.moneda_id
    JOIN usuarios u ON u.id = a.solicitado_por
    WHERE a.estado = 'pendiente' AND ${de(lector, 'a.solicitado_por')}`
}

/** Beside its category's month, where that has a budget. */
function gastos(lector: Lector): RawBuilder<unknown> {
  return sql`
    SELECT g.id, g.numero, g.registrado_en AS fecha, k.nombre || ' · ' || g.descripcion || ' · ' || c.nombre AS titulo,
           ${monto('g.monto', 'x')} AS importe, concat_ws(' · ', g.proveedor, g.serie_numero) AS motivo,
           CASE WHEN k.presupuesto IS NOT NULL AND t.mes + g.valor > k.presupuesto THEN
             'Con este gasto la categoría pasa de su presupuesto de ' || importe_texto(k.presupuesto, f.simbolo, f.decimales)
             || ' al mes.' END AS aviso,
           ${displayName('u')} AS solicitante, NULL::timestamptz AS vence_en, ${NADA} AS confirma, gastos_juicio(g) AS pen
    FROM gastos g JOIN gastos_categorias k ON k.id = g.categoria_id JOIN cuentas c ON c.id = g.cuenta_id
    JOIN monedas x ON x.id = g.moneda_id JOIN monedas f ON f.funcional JOIN usuarios u ON u.id = g.solicitado_por
    CROSS JOIN LATERAL (SELECT coalesce(sum(h.valor), 0) AS mes FROM gastos h WHERE h.categoria_id = g.categoria_id
      AND h.estado = 'pagado' AND date_trunc('month', h.fecha) = date_trunc('month', g.fecha)) t
    WHERE g.estado = 'pendiente' AND g.confirmado AND ${de(lector, 'g.solicitado_por')}`
}

/** A till with a difference is looked at first: somebody decides who bears it. */
function turnos(lector: Lector): RawBuilder<unknown> {
  return sql`
    SELECT t.id, t.numero, t.cerrado_en AS fecha, 'Caja del ' || to_char(t.fecha_negocio, 'DD/MM/YYYY') AS titulo,
           coalesce(d.diferencias, 'sin diferencias') AS importe, coalesce(t.motivo, '') AS motivo, NULL::text AS aviso,
           ${displayName('u')} AS solicitante, NULL::timestamptz AS vence_en,
           CASE WHEN d.diferencias IS NULL THEN ${NADA} END AS confirma, (turnos_diferencias(t.id)).total AS pen
    FROM turnos t JOIN usuarios u ON u.id = t.usuario_id
    CROSS JOIN LATERAL (
      SELECT string_agg(c.nombre || ' ' || CASE WHEN x.diferencia > 0 THEN '+' ELSE '−' END
               || importe_texto(abs(x.diferencia), m.simbolo, m.decimales), ', ' ORDER BY c.id) AS diferencias
      FROM turnos_cuentas k JOIN conteos x ON x.id = k.conteo_id AND x.diferencia <> 0
      JOIN cuentas c ON c.id = k.cuenta_id JOIN monedas m ON m.id = c.moneda_id WHERE k.turno_id = t.id) d
    WHERE t.estado = 'cerrado' AND ${de(lector, 't.usuario_id')}`
}

/** What waits of each kind; `pen`: what its approval is judged by, in soles. */
export const ESPERAS: Record<Tipo, (lector: Lector) => RawBuilder<unknown>> = {
  tasa: tasas,
  ajuste: ajustes,
  gasto: gastos,
  turno: turnos,
}
