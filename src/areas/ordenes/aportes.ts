import { sql } from 'kysely'
import type { Aportes } from '../../server/aportes.ts'
import { autor, escapar, libre, negrita, one, type Plantilla } from '../../server/noticia.ts'
import { leerPapel } from './queries/papel.ts'
import { verificaSaldos } from './saldos/verifica.ts'
import { verifica } from './sql/verifica.ts'
import { startVencimiento } from './vencimiento.ts'

/** Paid orders whose term has ended. */
const FUERA_DE_PLAZO = `ordenes WHERE estado IN ('pagada', 'en_proceso') AND observada IS NULL AND
      pagada_en + make_interval(mins => ajuste('orden_sla_minutos')::int, secs => pausa_segundos) < ahora()`

const OBSERVADAS = `ordenes WHERE estado IN ('pagada', 'en_proceso') AND observada IS NOT NULL`

/** The message about an order to the operators: without client, document, account or profit. */
const orden =
  (titulo: string): Plantilla =>
  async (db, { noticias: [noticia = {}] }) => {
    const o = await one(
      db,
      sql<
        Record<'numero' | 'envia' | 'recibe' | 'pais' | 'metodo', string> &
          Record<'porque' | 'autor', string | null>
      >`
      SELECT o.numero, importe_texto(o.envia, e.simbolo, e.decimales) AS envia,
             importe_texto(o.recibe, r.simbolo, r.decimales) AS recibe, p.nombre AS pais,
             o.beneficiario->>'metodo_nombre' AS metodo, ${autor(noticia.usuario_id)} AS autor,
             coalesce(o.motivo_anulacion, concat_ws(': ', replace(o.observada, '_', ' '), o.observada_nota)) AS porque
      FROM ordenes o JOIN monedas e ON e.id = o.envia_moneda_id JOIN monedas r ON r.id = o.recibe_moneda_id
      JOIN paises p ON p.id = o.pais_destino WHERE o.id = ${Number(noticia.id)}`,
    )
    if (!o) return []
    return [
      negrita(`${titulo} ${o.numero}`),
      `${escapar(o.envia)} → ${escapar(o.recibe)}`,
      `${escapar(o.pais)}, ${libre(o.metodo)}`,
      ...(o.autor ? [`Por ${libre(o.autor)}`] : []),
      ...(o.porque ? [`Motivo: ${libre(o.porque)}`] : []),
    ]
  }

/** What this area contributes to the registries of others. */
export const aportes: Aportes = {
  filas: {
    '/ordenes': { tabla: 'ordenes', que: 'esa orden' },
    '/ordenes/:id/usar-saldo': { tabla: 'ordenes', que: 'esa orden', cuerpo: 'orden_id' },
    '/ordenes/lotes': { tabla: 'ordenes_lotes', que: 'ese lote' },
  },
  papeles: leerPapel,
  muestra: ['tipos-cambios', 'pares-divisas', 'cuentas', 'tipos-pagos', 'entidades-financieras'],
  seVeEn: ['cuentas', 'posiciones', 'reportes'],
  verifica: [
    [
      'Lo que se debe por órdenes es lo de las que están abiertas',
      `SELECT format('en los libros %s, en las órdenes %s', c.saldo, -s.debe) AS detalle
       FROM (SELECT coalesce(sum(o.valor - coalesce((SELECT sum(g.valor) FROM ordenes_pagos g
               WHERE g.orden_id = o.id AND g.estado = 'pagado'), 0)), 0) AS debe
             FROM ordenes o WHERE o.estado <> 'anulada') s
       CROSS JOIN cuentas_contables c WHERE c.codigo = 'ordenes-por-pagar' AND c.saldo <> -s.debe`,
    ],
    [
      'Cada orden movió en los libros lo que dicen sus cobros y sus pagos',
      `SELECT o.numero AS detalle FROM ordenes o
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(p.importe) FILTER (WHERE c.codigo = 'ordenes-por-pagar'), 0) AS deuda,
                coalesce(sum(p.importe) FILTER (WHERE n.id IS NOT NULL AND n.moneda_id = o.envia_moneda_id), 0) AS entro,
                coalesce(-sum(p.importe) FILTER (WHERE n.id IS NOT NULL AND n.moneda_id = o.recibe_moneda_id), 0) AS salio
         FROM asientos a JOIN apuntes p ON p.asiento_id = a.id JOIN cuentas_contables c ON c.id = p.cuenta_id
         LEFT JOIN cuentas n ON n.id = p.cuenta_id WHERE a.origen = 'ordenes' AND a.origen_id = o.id) l
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(monto + tarifa + a_favor) FILTER (WHERE estado = 'verificado' AND saldo_id IS NULL), 0) - (
           SELECT coalesce(sum(x.monto), 0) FROM ordenes_devoluciones x WHERE x.orden_id = o.id AND x.estado = 'hecha') AS monto,
                coalesce(sum(coalesce(tarifa_valor, tarifa)) FILTER (WHERE estado IN ('verificado', 'devuelto')), 0) AS tarifa,
                coalesce(sum(costo) FILTER (WHERE gasto IS NOT NULL), 0) AS costo, coalesce(sum(gasto), 0) AS gasto
         FROM ordenes_cobros WHERE orden_id = o.id) c
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(monto + comision), 0) AS monto, coalesce(sum(valor), 0) AS valor, coalesce(sum(costo), 0) AS costo,
                coalesce(sum(gasto), 0) AS gasto FROM ordenes_pagos WHERE orden_id = o.id AND estado = 'pagado') g
       WHERE l.entro <> c.monto - c.costo OR l.salio <> g.monto OR l.deuda <> CASE o.estado WHEN 'anulada' THEN 0 ELSE g.valor - o.valor END
          OR (o.tarifa, o.costo, o.gastos, o.ganancia) <> (c.tarifa, g.costo, g.gasto + c.gasto, g.valor - g.costo)
       ORDER BY o.id`,
    ],
    [
      'Los cobros y los pagos de cada orden caben en su estado, y sus pasos llevan a él',
      `SELECT format('%s (%s)', o.numero, o.estado) AS detalle FROM ordenes o
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(monto), 0) AS monto FROM ordenes_cobros WHERE orden_id = o.id AND estado = 'verificado') c
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(monto), 0) AS monto FROM ordenes_pagos WHERE orden_id = o.id AND estado = 'pagado') g
       WHERE o.estado IS DISTINCT FROM (SELECT a FROM ordenes_pasos WHERE orden_id = o.id ORDER BY id DESC LIMIT 1)
          OR (o.estado IN ('pagada', 'en_proceso', 'completada')) <> (o.estado <> 'anulada' AND c.monto + o.redondeo = o.envia)
          OR (o.estado = 'completada') <> (g.monto = o.recibe) OR g.monto > o.recibe
          OR g.monto > 0 AND o.estado NOT IN ('en_proceso', 'completada')
       ORDER BY o.id`,
    ],
    ...verifica,
    ...verificaSaldos,
  ],
  contadores: [
    {
      clave: 'ordenes-plazo',
      lugar: 100,
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
      lugar: 110,
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
      lugar: 120,
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
      lugar: 130,
      permiso: 'ordenes:cobrar',
      uno: 'orden con cobros por verificar',
      varios: 'órdenes con cobros por verificar',
      consulta:
        "SELECT count(DISTINCT orden_id) FROM ordenes_cobros WHERE estado = 'por_verificar'",
      riesgo: `SELECT sum(valor_actual(moneda_id, monto + a_favor)) FROM ordenes_cobros WHERE estado = 'por_verificar'`,
      pantalla: 'ordenes',
      filtro: { revisar: 'por_verificar' },
    },
  ],
  avisos: {
    orden_nueva: orden('Orden nueva'),
    orden_pagada: orden('Por pagar:'),
    orden_observada: orden('Observada'),
    orden_completada: orden('Completada'),
    orden_anulada: orden('Anulada'),
  },
  trabajos: {
    ordenes: {
      nombre: 'vencimiento de las órdenes',
      empieza: ({ db }, watch) => startVencimiento(db, watch),
    },
  },
}
