import { sql } from 'kysely'
import { formatFecha } from '../../../core/formato.ts'
import { autor, libre, negrita, one, type Plantilla } from './partes.ts'

/** A count that was off, at a close or by surprise; who was told of it sees amounts, never profit. */
export const cajaDiferencia: Plantilla = async (db, { noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ autor: string | null }>`SELECT ${autor(noticia.usuario_id)} AS autor`,
  )
  return [
    `<b>${noticia.arqueo ? 'Arqueo con diferencia' : libre(`Caja con diferencia ${noticia.numero}`)}</b>`,
    ...(row?.autor ? [libre(row.autor)] : []),
    ...String(noticia.diferencias ?? '')
      .split('; ')
      .map(libre),
    ...(noticia.motivo ? [`Motivo: ${libre(String(noticia.motivo))}`] : []),
  ]
}

/** The day as it was closed. It speaks of profit: an event for the management alone. */
export const cierreDia: Plantilla = async (db, { noticias: [noticia = {}] }) => {
  const { rows } = await sql<{ fecha: string; linea: string }>`
    WITH v AS (SELECT * FROM cierres_versiones WHERE fecha::text = ${String(noticia.id)} ORDER BY version DESC LIMIT 1),
    f AS (SELECT simbolo, decimales FROM monedas WHERE funcional)
    SELECT v.fecha, l.linea FROM v, f, LATERAL (
      SELECT 1 AS n, 0 AS m, format('Ganancia: %s', importe_texto((v.resumen->>'ganancia')::numeric, f.simbolo, f.decimales)) AS linea
      UNION ALL SELECT 2, 0, format('Margen: %s', importe_texto((v.resumen->>'margen')::numeric, f.simbolo, f.decimales))
      UNION ALL SELECT 3, 0, format('Resultado: %s', importe_texto((v.resumen->>'resultado')::numeric, f.simbolo, f.decimales))
      UNION ALL SELECT 4, 0, format('Operaciones: %s', (SELECT sum(value::int) FROM jsonb_each_text(v.resumen->'operaciones') WHERE key <> 'anulada'))
      UNION ALL SELECT 5, (p->>'moneda_id')::int, format('%s %s', p->>'iso',
          importe_texto((p->>'cantidad')::numeric, p->>'simbolo', (p->>'decimales')::int))
        FROM jsonb_array_elements(v.resumen->'posiciones') p
      UNION ALL SELECT 6, 0, format('Caja de %s: %s', t->>'cajero', string_agg(importe_texto((c->>'diferencia')::numeric,
          c->>'simbolo', (c->>'decimales')::int), ', '))
        FROM jsonb_array_elements(v.resumen->'cajas') t, jsonb_array_elements(t->'cuentas') c
        WHERE (c->>'diferencia')::numeric <> 0 GROUP BY t->>'turno_id', t->>'cajero') l
    ORDER BY l.n, l.m`.execute(db)
  const [first] = rows
  if (!first) return []
  return [negrita(`Cierre del ${formatFecha(first.fecha)}`), ...rows.map((r) => libre(r.linea))]
}
