import { type RawBuilder, sql } from 'kysely'
import { tiene } from '../../server/acceso/sesion.ts'
import { type Aportes, de, type Lector, monto, NADA } from '../../server/aportes.ts'
import type { Db } from '../../server/db/db.ts'
import { displayName } from '../../server/documento.ts'
import {
  autor,
  escapar,
  libre,
  type Noticia,
  negrita,
  one,
  type Plantilla,
} from '../../server/noticia.ts'
import { startDias } from './dias/totales.ts'
import { leerPapel, leerPapelDeTicket } from './papel/hechos.ts'
import { verifica } from './sql/verifica.ts'

const RANCIAS = `SELECT id FROM tipos_cambios
      WHERE estatus AND tipos_cambios_edad(id) > ajuste('tasa_rancia_horas')::numeric`

/** SQL: today's total agreed at these rates, in the functional currency. */
const operadoCon = (tipos: string) => `SELECT sum(valor_actual(x.moneda_id, x.monto)) FROM (
      SELECT o.contramoneda_id AS moneda_id, sum(o.contravalor) AS monto
      FROM compras_ventas o JOIN tipos_cambios_historico h ON h.id = o.historico_id
      WHERE o.fecha_negocio = fecha_negocio(ahora()) AND o.estado <> 'anulada'
        AND h.tipo_cambio_id = ANY (ARRAY(${tipos})) GROUP BY o.contramoneda_id) x`

/**
 * SQL: what the house handed out against payments that nobody has confirmed: of each operation, one side, and no more
 * than is still to come (R-339). Where nothing was handed out yet, nothing is at risk.
 */
const RIESGO = `SELECT nullif(sum(least(x.entregado, x.esperado)), 0) FROM (
      SELECT sum(valor_actual(g.moneda_id, g.monto)) FILTER (WHERE g.lado = 'entregamos' AND g.estado = 'verificado') AS entregado,
             sum(valor_actual(g.moneda_id, g.monto)) FILTER (WHERE g.lado = 'recibimos' AND g.estado = 'por_verificar') AS esperado
      FROM compras_ventas o JOIN compras_ventas_pagos g ON g.compra_venta_id = o.id
      WHERE o.estado = 'pendiente' GROUP BY o.id) x WHERE x.entregado IS NOT NULL AND x.esperado IS NOT NULL`

interface Operacion {
  numero: string
  tipo: string
  monto: string
  contravalor: string
  tasa: string
  ganancia: string | null
  motivo_anulacion: string | null
  autor: string | null
}

/** Data of an operation for a message, without its client; for operators the profit is not even read. */
const operacionDe = (db: Db, { id, usuario_id }: Noticia, gerencia: boolean) =>
  one(
    db,
    sql<Operacion>`
    SELECT o.numero, o.tipo, importe_texto(o.monto, d.simbolo, d.decimales) AS monto,
           importe_texto(o.contravalor, k.simbolo, k.decimales) AS contravalor, round(o.tasa, o.precision)::text AS tasa,
           o.motivo_anulacion, ${autor(usuario_id)} AS autor,
           ${gerencia ? sql`importe_texto(o.ganancia, f.simbolo, f.decimales)` : sql`NULL`} AS ganancia
    FROM compras_ventas o JOIN monedas d ON d.id = o.divisa_id JOIN monedas k ON k.id = o.contramoneda_id
    JOIN monedas f ON f.funcional WHERE o.id = ${Number(id)}`,
  )

const operacion: Plantilla = async (db, { noticias: [noticia = {}], gerencia }) => {
  const o = await operacionDe(db, noticia, gerencia)
  if (!o) return []
  const tipo = `${o.tipo.charAt(0).toUpperCase()}${o.tipo.slice(1)}`
  return [
    negrita(`${tipo} ${o.numero}`),
    `${escapar(o.monto)} a ${o.tasa} = ${escapar(o.contravalor)}`,
    ...(o.autor ? [`Por ${libre(o.autor)}`] : []),
    ...(o.ganancia && o.tipo !== 'compra' ? [`Ganancia: ${escapar(o.ganancia)}`] : []),
  ]
}

const operacionAnulada: Plantilla = async (db, { noticias: [noticia = {}] }) => {
  const o = await operacionDe(db, noticia, false)
  if (!o) return []
  return [
    negrita(`Anulada ${o.numero}`),
    `${o.tipo} de ${escapar(o.monto)} por ${escapar(o.contravalor)}`,
    ...(o.autor ? [`Por ${libre(o.autor)}`] : []),
    ...(o.motivo_anulacion ? [`Motivo: ${libre(o.motivo_anulacion)}`] : []),
  ]
}

/** Requests for a rate: the rate and the published one, the amounts and, for users who may see it, the cost. */
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
               ? sql`CASE WHEN ${atCost} < 0 THEN 'La casa pierde ' || importe_texto(-(${atCost}), f.simbolo, f.decimales) || ' a esa tasa.' END`
               : sql`NULL::text`
           } AS aviso, ${displayName('u')} AS solicitante, a.vence_en, ${NADA} AS confirma, 0 AS valor
    FROM autorizaciones_tasa a JOIN usuarios u ON u.id = a.solicitado_por
    JOIN monedas d ON d.id = a.divisa_id JOIN monedas k ON k.id = a.contramoneda_id JOIN monedas f ON f.funcional
    JOIN tipos_cambios_historico g ON g.id = a.historico_id
    JOIN tipos_cambios_historico h ON h.tipo_cambio_id = g.tipo_cambio_id AND upper_inf(h.vigencia)
    LEFT JOIN clientes c ON c.id = a.cliente_id
    WHERE a.estado = 'pendiente' AND a.vence_en > ahora() AND ${de(lector, 'a.solicitado_por')}`
}

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  filas: {
    '/compras-ventas': { tabla: 'compras_ventas', que: 'esa operación' },
    '/compras-ventas/tickets': { tabla: 'compras_ventas_tickets', que: 'ese ticket' },
    '/compras-ventas/autorizaciones': { tabla: 'autorizaciones_tasa', que: 'esa solicitud' },
  },
  papeles: async (db, cual) => (await leerPapel(db, cual)) ?? leerPapelDeTicket(db, cual),
  muestra: ['tipos-cambios', 'pares-divisas', 'cuentas', 'tipos-pagos', 'servicio-reglas'],
  seVeEn: ['cuentas', 'posiciones', 'reportes'],
  trabajos: {
    comprasVentas: {
      nombre: 'sumas de los días de las compra-ventas',
      empieza: ({ db }, watch) => startDias(db, watch),
    },
  },
  verifica: [
    [
      'Lo guardado de cada día de las compra-ventas es lo que suman',
      `SELECT DISTINCT format('%s', fecha) AS detalle FROM (
         SELECT k.fecha, k.divisa_id, k.tipo, k.usuario_id, k.operaciones, k.monto, k.contravalor, k.ganancia
         FROM dias_buenos(NULL, NULL) d JOIN compras_ventas_dias k ON k.fecha = d.fecha
         UNION ALL
         SELECT d.fecha, o.divisa_id, o.tipo, o.usuario_id, -count(o.id), -coalesce(sum(o.monto), 0),
                -coalesce(sum(o.contravalor), 0), -coalesce(sum(o.ganancia), 0)
         FROM dias_buenos(NULL, NULL) d LEFT JOIN compras_ventas o ON o.fecha_negocio = d.fecha
         WHERE EXISTS (SELECT FROM compras_ventas_dias k WHERE k.fecha = d.fecha) GROUP BY 1, 2, 3, 4) x
       GROUP BY fecha, divisa_id, tipo, usuario_id
       HAVING (count(*), sum(operaciones), sum(monto), sum(contravalor), sum(ganancia)) <> (2, 0, 0, 0, 0) ORDER BY 1`,
    ],
    [
      'Cada compra-venta tiene su asiento y sus pagos suman lo acordado',
      `SELECT o.numero AS detalle FROM compras_ventas o JOIN monedas d ON d.id = o.divisa_id
       LEFT JOIN asientos a ON a.id = o.asiento_id AND a.origen = 'compras-ventas' AND a.origen_id = o.id
       WHERE a.id IS NULL OR o.monto <> (
         SELECT coalesce(sum(g.monto), 0) FROM compras_ventas_pagos g JOIN cuentas n ON n.id = g.cuenta_id
         WHERE g.compra_venta_id = o.id AND n.moneda_id = o.divisa_id AND g.estado <> 'sustituido'
           AND g.lado = CASE o.tipo WHEN 'venta' THEN 'entregamos' ELSE 'recibimos' END)
       ORDER BY o.id`,
    ],
    [
      'Lo anulado no deja nada en los libros',
      `SELECT format('%s: %s en la cuenta %s', o.numero, sum(p.importe), p.cuenta_id) AS detalle
       FROM compras_ventas o JOIN asientos a ON a.origen = 'compras-ventas' AND a.origen_id = o.id
       JOIN apuntes_al_costo p ON p.asiento_id = a.id WHERE o.estado = 'anulada'
       GROUP BY o.numero, p.cuenta_id HAVING sum(p.importe) <> 0 ORDER BY 1`,
    ],
    ...verifica,
  ],
  contadores: [
    {
      clave: 'tasas-por-autorizar',
      lugar: 20,
      permiso: 'compras-ventas:autorizar-tasa',
      uno: 'tasa por autorizar en el mostrador',
      varios: 'tasas por autorizar en el mostrador',
      consulta: `SELECT count(*) FROM autorizaciones_tasa
        WHERE estado = 'pendiente' AND vence_en > ahora()
          AND aprobaciones_toca(:yo, solicitado_por, 'compras-ventas:autorizar-tasa', 0)`,
      pantalla: 'aprobaciones',
    },
    {
      clave: 'pagos',
      lugar: 90,
      permiso: 'compras-ventas:verificar',
      uno: 'operación con pagos por verificar',
      varios: 'operaciones con pagos por verificar',
      consulta: "SELECT count(*) FROM compras_ventas WHERE estado = 'pendiente'",
      riesgo: RIESGO,
      pantalla: 'compras-ventas',
      filtro: { estado: 'pendiente' },
    },
    {
      clave: 'tasas',
      lugar: 180,
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
      lugar: 190,
      permiso: 'ganancia:ver',
      uno: 'tasa por debajo del costo',
      varios: 'tasas por debajo del costo',
      consulta: 'SELECT count(*) FROM tipos_cambios_bajo_costo()',
      riesgo: operadoCon('SELECT tipos_cambios_bajo_costo()'),
      pantalla: 'tipos-cambios',
      filtro: { aviso: 'costo' },
    },
  ],
  avisos: {
    operacion: operacion,
    operacion_anulada: operacionAnulada,
  },
  aprueba: { tasa: { lugar: 10, permiso: 'compras-ventas:autorizar-tasa', espera: tasas } },
}
