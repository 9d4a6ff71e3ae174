import type { Permiso } from '../../core/permisos.ts'

/** What waits for somebody, as a query that counts it. */
interface Contador {
  clave: string
  /** Who can do something about it. */
  permiso: Permiso
  uno: string
  varios: string
  /** Answers one number; `:yo` is the id of who looks: nobody is called to answer himself. */
  consulta: string
  /** Answers one number: the money at risk in the functional currency. Only asked where the count is not zero. */
  riesgo?: string
  pantalla: string
  filtro?: Record<string, string>
}

/** Paid orders whose term is over. */
const FUERA_DE_PLAZO = `ordenes WHERE estado IN ('pagada', 'en_proceso') AND observada IS NULL AND
      pagada_en + make_interval(mins => ajuste('orden_sla_minutos')::int, secs => pausa_segundos) < ahora()`

const OBSERVADAS = `ordenes WHERE estado IN ('pagada', 'en_proceso') AND observada IS NOT NULL`
/** A till that was not closed on its day. */
const DE_AYER = "t.estado IN ('abierto', 'en_conteo') AND t.fecha_negocio < fecha_negocio(ahora())"

const RANCIAS = `SELECT id FROM tipos_cambios
      WHERE estatus AND tipos_cambios_edad(id) > ajuste('tasa_rancia_horas')::numeric`

/** Requests of others, within what he may approve. */
const GASTOS = `gastos g WHERE estado = 'pendiente' AND confirmado AND solicitado_por <> :yo
      AND aprobaciones_alcanza(:yo, gastos_juicio(g))`
const AJUSTES = `ajustes_saldo a WHERE estado = 'pendiente' AND solicitado_por <> :yo
      AND aprobaciones_alcanza(:yo, ajustes_saldo_juicio(moneda_id, importe, valor))`
/** On its way to a vault, or whatever else nobody answers for. */
const SIN_RECEPTOR = `transferencias t JOIN cuentas d ON d.id = t.destino_id
      WHERE t.estado = 'enviada' AND d.responsable_id IS NULL AND t.usuario_id <> :yo`

/** What was agreed today at these rates. */
const operadoCon = (tipos: string) => `SELECT sum(valor_actual(x.moneda_id, x.monto)) FROM (
      SELECT o.contramoneda_id AS moneda_id, sum(o.contravalor) AS monto
      FROM compras_ventas o JOIN tipos_cambios_historico h ON h.id = o.historico_id
      WHERE o.fecha_negocio = fecha_negocio(ahora()) AND o.estado <> 'anulada'
        AND h.tipo_cambio_id = ANY (ARRAY(${tipos})) GROUP BY o.contramoneda_id) x`

/**
 * Everything that the bell can ring for and the dashboard warns of; those without money at risk in this order, after
 * those with. A new one is an entry here: nothing else knows of it.
 */
export const CONTADORES: readonly Contador[] = [
  {
    clave: 'reloj',
    permiso: 'ajustes:editar',
    uno: 'reloj del equipo por confirmar: no se registra nada',
    varios: 'relojes por confirmar',
    consulta: 'SELECT count(reloj_duda())',
    pantalla: 'ajustes',
  },
  {
    clave: 'tasas-por-autorizar',
    permiso: 'compras-ventas:autorizar-tasa',
    uno: 'tasa por autorizar en el mostrador',
    varios: 'tasas por autorizar en el mostrador',
    consulta: `SELECT count(*) FROM autorizaciones_tasa
      WHERE estado = 'pendiente' AND vence_en > ahora() AND solicitado_por <> :yo`,
    pantalla: 'aprobaciones',
  },
  {
    clave: 'gastos-por-aprobar',
    permiso: 'gastos:aprobar',
    uno: 'gasto por aprobar',
    varios: 'gastos por aprobar',
    consulta: `SELECT count(*) FROM ${GASTOS}`,
    riesgo: `SELECT sum(valor) FROM ${GASTOS}`,
    pantalla: 'aprobaciones',
  },
  {
    clave: 'gastos-del-mes',
    permiso: 'gastos:crear',
    uno: 'gasto del mes por pagar',
    varios: 'gastos del mes por pagar',
    consulta: `SELECT count(*) FROM gastos WHERE estado = 'pendiente' AND NOT confirmado`,
    pantalla: 'gastos',
    filtro: { estado: 'pendiente' },
  },
  {
    clave: 'ajustes-por-aprobar',
    permiso: 'cuentas:aprobar-ajuste',
    uno: 'ajuste de saldo por aprobar',
    varios: 'ajustes de saldo por aprobar',
    consulta: `SELECT count(*) FROM ${AJUSTES}`,
    riesgo: `SELECT sum(abs(valor)) FROM ${AJUSTES}`,
    pantalla: 'aprobaciones',
  },
  {
    clave: 'clientes-por-aprobar',
    permiso: 'clientes:aprobar',
    uno: 'cliente por aprobar',
    varios: 'clientes por aprobar',
    consulta: `SELECT count(*) FROM clientes WHERE reforzado AND estado IN ('activo', 'observado')
      AND clientes_por_aprobar(reforzado, aprobado_en)`,
    pantalla: 'clientes',
    filtro: { revisar: 'aprobar' },
  },
  {
    clave: 'mi-caja',
    permiso: 'cierres:turno',
    uno: 'caja suya sigue abierta desde otro día',
    varios: 'cajas suyas siguen abiertas desde otro día',
    consulta: `SELECT count(*) FROM turnos t WHERE ${DE_AYER} AND t.usuario_id = :yo`,
    pantalla: 'mi-caja',
  },
  {
    // A house that never closed a day is not told of all the days there were.
    clave: 'dias',
    permiso: 'cierres:cerrar',
    uno: 'día sin cerrar',
    varios: 'días sin cerrar',
    consulta: `SELECT count(DISTINCT fecha_negocio) FROM asientos
      WHERE fecha_negocio > (SELECT max(fecha) FROM cierres) AND fecha_negocio < fecha_negocio(ahora())`,
    pantalla: 'cierres',
  },
  {
    clave: 'pagos',
    permiso: 'compras-ventas:verificar',
    uno: 'operación con pagos por verificar',
    varios: 'operaciones con pagos por verificar',
    consulta: "SELECT count(*) FROM compras_ventas WHERE estado = 'pendiente'",
    riesgo: `SELECT sum(valor_actual(moneda_id, monto)) FROM compras_ventas_pagos WHERE estado = 'por_verificar'`,
    pantalla: 'compras-ventas',
    filtro: { estado: 'pendiente' },
  },
  {
    clave: 'ordenes-plazo',
    permiso: 'ordenes:pagar',
    uno: 'orden fuera de plazo',
    varios: 'órdenes fuera de plazo',
    consulta: `SELECT count(*) FROM ${FUERA_DE_PLAZO}`,
    riesgo: `SELECT sum(valor) FROM ${FUERA_DE_PLAZO}`,
    pantalla: 'ordenes',
    filtro: { revisar: 'plazo' },
  },
  {
    clave: 'ordenes-observadas',
    permiso: 'ordenes:observar',
    uno: 'orden observada',
    varios: 'órdenes observadas',
    consulta: `SELECT count(*) FROM ${OBSERVADAS}`,
    riesgo: `SELECT sum(valor) FROM ${OBSERVADAS}`,
    pantalla: 'ordenes',
    filtro: { revisar: 'observadas' },
  },
  {
    clave: 'ordenes-por-pagar',
    permiso: 'ordenes:pagar',
    uno: 'orden que espera su pago',
    varios: 'órdenes que esperan su pago',
    consulta: "SELECT count(*) FROM ordenes WHERE estado = 'pagada' AND observada IS NULL",
    riesgo: "SELECT sum(valor) FROM ordenes WHERE estado = 'pagada' AND observada IS NULL",
    pantalla: 'ordenes',
    filtro: { revisar: 'por_pagar' },
  },
  {
    clave: 'cobros',
    permiso: 'ordenes:cobrar',
    uno: 'orden con cobros por verificar',
    varios: 'órdenes con cobros por verificar',
    consulta: "SELECT count(DISTINCT orden_id) FROM ordenes_cobros WHERE estado = 'por_verificar'",
    riesgo: `SELECT sum(valor_actual(moneda_id, monto)) FROM ordenes_cobros WHERE estado = 'por_verificar'`,
    pantalla: 'ordenes',
    filtro: { revisar: 'por_verificar' },
  },
  {
    clave: 'cajas-abiertas',
    permiso: 'cierres:aprobar',
    uno: 'caja de otro día sin cerrar',
    varios: 'cajas de otros días sin cerrar',
    consulta: `SELECT count(*) FROM turnos
      WHERE estado IN ('abierto', 'en_conteo') AND fecha_negocio < fecha_negocio(ahora())`,
    riesgo: `SELECT sum(valor_actual(k.moneda_id, k.saldo)) FROM turnos t
      JOIN turnos_cuentas c ON c.turno_id = t.id JOIN cuentas_contables k ON k.id = c.cuenta_id
      WHERE t.estado IN ('abierto', 'en_conteo') AND t.fecha_negocio < fecha_negocio(ahora())`,
    pantalla: 'cierres-cajas',
  },
  {
    clave: 'cajas-por-aprobar',
    permiso: 'cierres:aprobar',
    uno: 'cierre de caja por aprobar',
    varios: 'cierres de caja por aprobar',
    consulta: `SELECT count(*) FROM turnos t WHERE estado = 'cerrado' AND usuario_id <> :yo
      AND aprobaciones_alcanza(:yo, (turnos_diferencias(t.id)).total)`,
    pantalla: 'cierres-cajas',
    filtro: { estado: 'cerrado' },
  },
  {
    clave: 'transferencias',
    permiso: 'transferencias:recibir',
    uno: 'transferencia por recibir',
    varios: 'transferencias por recibir',
    consulta: `SELECT count(*) FROM transferencias t JOIN cuentas d ON d.id = t.destino_id
      WHERE t.estado = 'enviada' AND d.responsable_id = :yo AND t.usuario_id <> :yo`,
    riesgo: `SELECT sum(valor_actual(t.moneda_id, t.monto)) FROM transferencias t JOIN cuentas d ON d.id = t.destino_id
      WHERE t.estado = 'enviada' AND d.responsable_id = :yo AND t.usuario_id <> :yo`,
    pantalla: 'transferencias',
    filtro: { por_recibir: '1' },
  },
  {
    clave: 'transferencias-sin-responsable',
    permiso: 'cuentas:ajenas',
    uno: 'transferencia por recibir en una cuenta sin responsable',
    varios: 'transferencias por recibir en cuentas sin responsable',
    consulta: `SELECT count(*) FROM ${SIN_RECEPTOR}`,
    riesgo: `SELECT sum(valor_actual(t.moneda_id, t.monto)) FROM ${SIN_RECEPTOR}`,
    pantalla: 'transferencias',
    filtro: { por_recibir: '1' },
  },
  {
    clave: 'tasas',
    permiso: 'tipos-cambios:publicar',
    uno: 'tasa sin confirmar',
    varios: 'tasas sin confirmar',
    consulta: `SELECT count(*) FROM (${RANCIAS}) t`,
    riesgo: operadoCon(RANCIAS),
    pantalla: 'tipos-cambios',
    filtro: { aviso: 'rancia' },
  },
  {
    clave: 'bajo-costo',
    permiso: 'ganancia:ver',
    uno: 'tasa por debajo del costo',
    varios: 'tasas por debajo del costo',
    consulta: 'SELECT count(*) FROM tipos_cambios_bajo_costo()',
    riesgo: operadoCon('SELECT tipos_cambios_bajo_costo()'),
    pantalla: 'tipos-cambios',
    filtro: { aviso: 'costo' },
  },
  {
    clave: 'propuestas',
    permiso: 'pares-divisas:publicar',
    uno: 'precio propuesto por una fuente',
    varios: 'precios propuestos por fuentes',
    consulta: "SELECT count(*) FROM pares_propuestas WHERE estado = 'pendiente'",
    pantalla: 'fuentes',
  },
  {
    clave: 'fuentes',
    permiso: 'pares-divisas:publicar',
    uno: 'fuente de precios que no responde',
    varios: 'fuentes de precios que no responden',
    consulta: 'SELECT count(*) FROM pares_fuentes WHERE activa AND fallos > 0',
    pantalla: 'fuentes',
  },
  {
    clave: 'saldos',
    permiso: 'cuentas:ver',
    uno: 'cuenta con saldo bajo',
    varios: 'cuentas con saldo bajo',
    consulta: `SELECT count(*) FROM cuentas c JOIN cuentas_contables k ON k.id = c.id
      WHERE c.estatus AND k.saldo < c.saldo_min`,
    riesgo: `SELECT sum(valor_actual(c.moneda_id, c.saldo_min - k.saldo))
      FROM cuentas c JOIN cuentas_contables k ON k.id = c.id WHERE c.estatus AND k.saldo < c.saldo_min`,
    pantalla: 'cuentas',
  },
  {
    clave: 'liquidaciones',
    permiso: 'comisiones:pagar',
    uno: 'liquidación de comisiones por pagar',
    varios: 'liquidaciones de comisiones por pagar',
    consulta: "SELECT count(*) FROM comisiones_liquidaciones WHERE estado = 'liquidada'",
    pantalla: 'liquidaciones-comisiones',
    filtro: { estado: 'liquidada' },
  },
  {
    clave: 'documentos',
    permiso: 'clientes:editar',
    uno: 'cliente con documento vencido',
    varios: 'clientes con documento vencido',
    consulta:
      "SELECT count(*) FROM clientes WHERE estado = 'activo' AND vence_doc < fecha_negocio(ahora())",
    pantalla: 'clientes',
    filtro: { revisar: 'vencido', estado: 'activo' },
  },
  {
    clave: 'telegram',
    permiso: 'telegram:editar',
    uno: 'mensaje de Telegram que no salió',
    varios: 'mensajes de Telegram que no salieron',
    consulta: "SELECT count(*) FROM telegram_salida WHERE estado = 'error'",
    pantalla: 'telegram-envios',
    filtro: { estado: 'error' },
  },
]
