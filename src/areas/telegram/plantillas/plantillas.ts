import { sql } from 'kysely'
import { formatFecha, formatFechaHora } from '../../../core/formato.ts'
import type { Db } from '../../../server/db/db.ts'
import { cajaDiferencia, cierreDia } from './cajas.ts'
import {
  autor,
  escapar,
  libre,
  type Noticia,
  negrita,
  one,
  type Pedido,
  type Plantilla,
} from './partes.ts'

/** At most what Telegram takes, with room for the marks. */
const MAX = 3500
/** The rates that clients are quoted, as they can be passed on; neither pairs nor margins. */
const tasasPublicadas: Plantilla = async (db, { noticias, fecha }) => {
  const given = JSON.stringify(
    noticias.map(({ id, despues }) => ({ id: Number(id), tasa: String(despues?.tasa ?? '') })),
  )
  const { rows } = await sql<{ pais: string; de: string; a: string; tasa: string }>`
    SELECT p.nombre AS pais, b.iso AS de,
           c.iso || CASE t.segmento WHEN 'publico' THEN '' ELSE ' ' || t.segmento END AS a, x.tasa
    FROM jsonb_to_recordset(${given}::jsonb) AS x(id int, tasa text)
    JOIN tipos_cambios t ON t.id = x.id JOIN paises p ON p.id = t.pais
    JOIN monedas b ON b.id = t.base_id JOIN monedas c ON c.id = t.cotizacion_id
    WHERE x.tasa ~ '^[0-9.]+$' ORDER BY p.nombre, b.id, c.id, coalesce(t.monto_min, 0)`.execute(db)
  const lines = [`${negrita('Tasas publicadas')} · ${formatFechaHora(fecha)}`]
  let pais = ''
  for (const row of rows) {
    if (row.pais !== pais) lines.push('', negrita(row.pais))
    pais = row.pais
    lines.push(`${escapar(row.de)} → ${escapar(row.a)}  ${row.tasa}`)
  }
  return lines
}

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

/** An operation without its client; what it earned is not even read for the operators. */
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

/** What was found or asked for; its cost is nobody's news. */
const ajusteSaldo: Plantilla = async (db, { nombre, noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ numero: string; motivo: string; cuenta: string; importe: string; autor: string | null }>`
    SELECT a.numero, t.nombre AS motivo, c.nombre AS cuenta,
           CASE WHEN a.importe < 0 THEN '−' ELSE '+' END || importe_texto(abs(a.importe), m.simbolo, m.decimales) AS importe,
           ${autor(noticia.usuario_id)} AS autor
    FROM ajustes_saldo a JOIN ajustes_saldo_motivos t ON t.motivo = a.motivo JOIN cuentas c ON c.id = a.cuenta_id
    JOIN monedas m ON m.id = a.moneda_id WHERE a.id = ${Number(noticia.id)}`,
  )
  if (!row) return []
  return [
    negrita(`${nombre}: ${row.numero}`),
    `${escapar(row.motivo)} en ${libre(row.cuenta)}: ${escapar(row.importe)}`,
    ...(row.autor ? [`Por ${libre(row.autor)}`] : []),
  ]
}

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

const saldoBajo: Plantilla = async (db, { noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ nombre: string; saldo: string; minimo: string }>`
    SELECT c.nombre, importe_texto(${String(noticia.saldo ?? 0)}::numeric, m.simbolo, m.decimales) AS saldo,
           importe_texto(${String(noticia.minimo ?? 0)}::numeric, m.simbolo, m.decimales) AS minimo
    FROM cuentas c JOIN monedas m ON m.id = c.moneda_id WHERE c.id = ${Number(noticia.id)}`,
  )
  if (!row) return []
  return [
    negrita('Saldo bajo'),
    `${libre(row.nombre)} tiene ${escapar(row.saldo)}; su mínimo es ${escapar(row.minimo)}.`,
  ]
}

const tasaBajoCosto: Plantilla = async (db, { noticias: [noticia = {}], gerencia }) => {
  const row = await one(
    db,
    sql<{ de: string; a: string; pais: string; tasa: string; costo: string }>`
    SELECT b.iso AS de, c.iso AS a, p.nombre AS pais, round(${String(noticia.tasa ?? 0)}::numeric, t.precision)::text AS tasa,
           trim_scale(${String(noticia.costo ?? 0)}::numeric)::text AS costo
    FROM tipos_cambios t JOIN monedas b ON b.id = t.base_id JOIN monedas c ON c.id = t.cotizacion_id
    JOIN paises p ON p.id = t.pais WHERE t.id = ${Number(noticia.id)}`,
  )
  if (!row || !gerencia) return []
  return [
    negrita('Tasa por debajo del costo'),
    `${escapar(row.pais)}: ${escapar(row.de)} → ${escapar(row.a)} está en ${row.tasa} y cuesta ${row.costo}.`,
  ]
}

const cabezaAuditoria: Plantilla = async (_, { noticias: [noticia = {}] }) => [
  negrita(`Fin del día ${formatFecha(String(noticia.dia))}`),
  `Auditoría: ${Number(noticia.pos)} registros sellados. Cabeza de la cadena:`,
  `<code>${escapar(String(noticia.hash))}</code>`,
]

const prueba: Plantilla = async (db, { noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ autor: string | null }>`SELECT ${autor(noticia.usuario_id)} AS autor`,
  )
  return [
    negrita('Cambista'),
    `Mensaje de prueba, pedido por ${libre(row?.autor ?? 'el sistema')}.`,
  ]
}

/** What the operators hear of an order: no client, no document, no account, nothing of what it earns. */
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
/** What the receiver of a transfer counted against what was sent. */
const transferenciaDiferencia: Plantilla = async (db, { noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<
      Record<'numero' | 'origen' | 'destino' | 'monto' | 'contado' | 'diferencia', string> & {
        falta: boolean
        autor: string | null
        nota: string | null
      }
    >`
    SELECT t.numero, o.nombre AS origen, d.nombre AS destino, importe_texto(t.monto, m.simbolo, m.decimales) AS monto,
           importe_texto(t.contado, m.simbolo, m.decimales) AS contado, t.contado < t.monto AS falta,
           importe_texto(abs(t.monto - t.contado), m.simbolo, m.decimales) AS diferencia,
           t.nota, ${autor(noticia.usuario_id)} AS autor
    FROM transferencias t JOIN cuentas o ON o.id = t.origen_id JOIN cuentas d ON d.id = t.destino_id
    JOIN monedas m ON m.id = t.moneda_id WHERE t.id = ${Number(noticia.id)} AND t.contado IS NOT NULL`,
  )
  if (!row) return []
  return [
    negrita(`${row.falta ? 'Faltante' : 'Sobrante'} en ${row.numero}`),
    `${libre(row.origen)} envió ${escapar(row.monto)} a ${libre(row.destino)} y se contaron ${escapar(row.contado)}: ${row.falta ? 'faltan' : 'sobran'} ${escapar(row.diferencia)}.`,
    ...(row.autor ? [`Recibió ${libre(row.autor)}`] : []),
    ...(row.nota ? [`Explicación: ${libre(row.nota)}`] : []),
  ]
}

/** The text of each event; one without its own says its name and the number of what it happened to. */
export const PLANTILLAS: Record<string, Plantilla> = {
  tasas_publicadas: tasasPublicadas,
  operacion,
  operacion_anulada: operacionAnulada,
  ajuste_por_aprobar: ajusteSaldo,
  ajuste_saldo: ajusteSaldo,
  orden_nueva: orden('Orden nueva'),
  orden_pagada: orden('Por pagar:'),
  orden_observada: orden('Observada'),
  orden_completada: orden('Completada'),
  orden_anulada: orden('Anulada'),
  gasto_por_aprobar: gastoPendiente,
  gasto_del_mes: gastoPendiente,
  saldo_bajo: saldoBajo,
  tasa_bajo_costo: tasaBajoCosto,
  cabeza_auditoria: cabezaAuditoria,
  transferencia_diferencia: transferenciaDiferencia,
  caja_diferencia: cajaDiferencia,
  cierre_dia: cierreDia,
  prueba,
}

const general: Plantilla = async (_, { noticias, nombre }) => [
  negrita(nombre),
  ...noticias.flatMap(({ numero }) => (numero ? [libre(numero)] : [])),
]

/** The message of an outbox row, as Telegram's HTML. */
export async function redactar(db: Db, evento: string, pedido: Pedido): Promise<string> {
  const lines = await (PLANTILLAS[evento] ?? general)(db, pedido)
  const written = lines.length > 0 ? lines : await general(db, pedido)
  let text = ''
  for (const line of written) {
    if (text.length + line.length > MAX) return `${text}\n…`
    text += text ? `\n${line}` : line
  }
  return text
}
