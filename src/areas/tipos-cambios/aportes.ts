import { sql } from 'kysely'
import { formatFechaHora } from '../../core/formato.ts'
import type { Aportes } from '../../server/aportes.ts'
import { escapar, negrita, one, type Plantilla } from '../../server/noticia.ts'

/** The rates quoted to clients, ready to be forwarded; without pairs or margins. */
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

/** Rates that are not quoted any more, or again. */
const tasaEstado: Plantilla = async (db, { noticias, fecha }) => {
  const given = JSON.stringify(
    noticias.map(({ id, despues }) => ({ id: Number(id), activa: despues?.estatus === true })),
  )
  const { rows } = await sql<{ pais: string; de: string; a: string; activa: boolean }>`
    SELECT p.nombre AS pais, b.iso AS de,
           c.iso || CASE t.segmento WHEN 'publico' THEN '' ELSE ' ' || t.segmento END AS a, x.activa
    FROM jsonb_to_recordset(${given}::jsonb) AS x(id int, activa boolean)
    JOIN tipos_cambios t ON t.id = x.id JOIN paises p ON p.id = t.pais
    JOIN monedas b ON b.id = t.base_id JOIN monedas c ON c.id = t.cotizacion_id
    ORDER BY p.nombre, b.id, c.id`.execute(db)
  if (rows.length === 0) return []
  return [
    `${negrita('Tasas activadas o desactivadas')} · ${formatFechaHora(fecha)}`,
    ...rows.map(
      ({ pais, de, a, activa }) =>
        `${escapar(pais)}: ${escapar(de)} → ${escapar(a)} ${activa ? 'se cotiza otra vez' : 'ya no se cotiza'}.`,
    ),
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

/** What this area contributes to the registries of others. */
export const aportes: Aportes = {
  verifica: [
    [
      'Cada tasa tiene una sola fila vigente y su historia no tiene huecos',
      `SELECT format('tipo de cambio %s, fila %s', tipo_cambio_id, id) AS detalle
       FROM (SELECT id, tipo_cambio_id, vigencia,
               lead(lower(vigencia)) OVER (PARTITION BY tipo_cambio_id ORDER BY id) AS sigue FROM tipos_cambios_historico) t
       WHERE upper(vigencia) IS DISTINCT FROM sigue ORDER BY id`,
    ],
  ],
  avisos: {
    tasas_publicadas: tasasPublicadas,
    tasa_estado: tasaEstado,
    tasa_bajo_costo: tasaBajoCosto,
  },
}
