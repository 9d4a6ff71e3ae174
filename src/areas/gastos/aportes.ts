import { type RawBuilder, sql } from 'kysely'
import { type Aportes, de, type Lector, monto, mueve, NADA } from '../../server/aportes.ts'
import { displayName } from '../../server/documento.ts'
import { autor, escapar, libre, negrita, one, type Plantilla } from '../../server/noticia.ts'
import { startGastos } from './calendario.ts'
import { verifica } from './sql/verifica.ts'

/** Requests that this user may answer. */
const GASTOS = `gastos g WHERE estado = 'pendiente' AND confirmado
      AND aprobaciones_toca(:yo, solicitado_por, 'gastos:aprobar', gastos_juicio(g))`

const gastoPendiente: Plantilla = async (db, { nombre, noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ numero: string; que: string; monto: string; cuenta: string; autor: string | null }>`
    SELECT g.numero, k.nombre || ': ' || g.descripcion AS que, importe_texto(g.monto, m.simbolo, m.decimales) AS monto,
           c.nombre AS cuenta, ${autor(noticia.usuario_id)} AS autor
    FROM gastos g JOIN gastos_categorias k ON k.id = g.categoria_id JOIN cuentas c ON c.id = g.cuenta_id
    JOIN monedas m ON m.id = g.moneda_id WHERE g.id = ${Number(noticia.id)}`,
  )
  if (!row) return []
  return [
    negrita(`${nombre}: ${row.numero}`),
    `${libre(row.que)}, ${escapar(row.monto)} de ${libre(row.cuenta)}`,
    ...(row.autor ? [`Por ${libre(row.autor)}`] : []),
  ]
}

/** Expenses to approve, with the month's total of their category where it has a budget. */
function gastos(lector: Lector): RawBuilder<unknown> {
  return sql`
    SELECT g.id, g.numero, g.registrado_en AS fecha, k.nombre || ' · ' || g.descripcion || ' · ' || c.nombre AS titulo,
           ${monto('g.monto', 'x')} AS importe, concat_ws(' · ', g.proveedor, g.serie_numero) AS motivo,
           CASE WHEN k.presupuesto IS NOT NULL AND t.mes + g.valor > k.presupuesto THEN
             'Con este gasto la categoría pasa de su presupuesto de ' || importe_texto(k.presupuesto, f.simbolo, f.decimales)
             || ' al mes.' END AS aviso,
           ${displayName('u')} AS solicitante, NULL::timestamptz AS vence_en, ${NADA} AS confirma, gastos_juicio(g) AS valor,
           ${mueve('-g.monto', 'x')} AS importes
    FROM gastos g JOIN gastos_categorias k ON k.id = g.categoria_id JOIN cuentas c ON c.id = g.cuenta_id
    JOIN monedas x ON x.id = g.moneda_id JOIN monedas f ON f.funcional JOIN usuarios u ON u.id = g.solicitado_por
    CROSS JOIN LATERAL (SELECT coalesce(sum(h.valor), 0) AS mes FROM gastos h WHERE h.categoria_id = g.categoria_id
      AND h.estado = 'pagado' AND date_trunc('month', h.fecha) = date_trunc('month', g.fecha)) t
    WHERE g.estado = 'pendiente' AND g.confirmado AND ${de(lector, 'g.solicitado_por')}`
}

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  filas: {
    '/gastos': { tabla: 'gastos', que: 'ese gasto' },
    '/gastos/recurrentes': { tabla: 'gastos_recurrentes', que: 'ese gasto recurrente' },
  },
  muestra: ['cuentas', 'gastos-categorias'],
  seVeEn: ['cuentas', 'reportes'],
  verifica: [
    [
      'Cada gasto pagado salió de su cuenta, el anulado no deja nada, y los demás no están en los libros',
      `SELECT g.numero AS detalle FROM gastos g
       CROSS JOIN LATERAL (SELECT coalesce(sum(p.importe) FILTER (WHERE p.cuenta_id = g.cuenta_id), 0) AS neto,
           coalesce(sum(abs(p.valor)) FILTER (WHERE s.anula_a IS NULL AND p.cuenta_id = g.cuenta_id), 0) AS valor
         FROM asientos s JOIN apuntes p ON p.asiento_id = s.id WHERE s.origen = 'gastos' AND s.origen_id = g.id) t
       WHERE t.neto <> CASE g.estado WHEN 'pagado' THEN -g.monto ELSE 0 END
          OR g.estado IN ('pagado', 'anulado') AND t.valor <> g.valor ORDER BY 1`,
    ],
    ...verifica,
  ],
  contadores: [
    {
      clave: 'gastos-por-aprobar',
      lugar: 30,
      permiso: 'gastos:aprobar',
      uno: 'gasto por aprobar',
      varios: 'gastos por aprobar',
      consulta: `SELECT count(*) FROM ${GASTOS}`,
      riesgo: `SELECT sum(valor) FROM ${GASTOS}`,
      pantalla: 'aprobaciones',
    },
    {
      clave: 'gastos-del-mes',
      lugar: 40,
      permiso: 'gastos:crear',
      uno: 'gasto del mes por pagar',
      varios: 'gastos del mes por pagar',
      consulta: `SELECT count(*) FROM gastos WHERE estado = 'pendiente' AND NOT confirmado`,
      pantalla: 'gastos',
      filtro: { estado: 'pendiente' },
    },
  ],
  avisos: {
    gasto_por_aprobar: gastoPendiente,
    gasto_del_mes: gastoPendiente,
  },
  trabajos: {
    gastos: { nombre: 'gastos de cada mes', empieza: ({ db }, watch) => startGastos(db, watch) },
  },
  aprueba: { gasto: { lugar: 30, permiso: 'gastos:aprobar', juntas: true, espera: gastos } },
}
