import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import type { Filas } from '../../server/http/respuesta/escrita.ts'
import { columna, ordenDe } from '../../server/http/respuesta/orden.ts'
import type { ClaveFila, contrato } from './contract.ts'

type Consulta = z.output<typeof contrato.listar.query>

const ESTADO = sql`CASE WHEN c.revocada_en IS NOT NULL THEN 'revocada' WHEN c.vence_en <= ahora() THEN 'vencida'
  ELSE 'activa' END`

const EN_ORDEN = {
  tabla: 'claves_api',
  fila: 'c',
  por: {
    nombre: (t: string) => sql`normalizar(${sql.ref(`${t}.nombre`)})`,
    creada_en: columna('creada_en'),
    vence_en: columna('vence_en'),
    usada_en: (t: string) => sql`coalesce(${sql.ref(`${t}.usada_en`)}, '-infinity'::timestamptz)`,
  },
}

function conditions({ buscar, estado }: Consulta): RawBuilder<unknown>[] {
  const words = (buscar ?? '').split(/\s+/).filter(Boolean)
  const text = sql`normalizar(c.nombre || ' ' || c.pista || ' ' || p.nombres || ' ' || p.apellidos)`
  return [
    ...words.map((word) => sql`${text} LIKE ${likeOf(word)}`),
    ...(estado ? [sql`${ESTADO} = ${estado}`] : []),
  ]
}

/** Keys, the newest first unless `orden` says otherwise; one row more than the page. */
export function list(consulta: Consulta, limite: number, key: [number] | null): Filas<ClaveFila> {
  const { por, desde } = ordenDe(EN_ORDEN, consulta.orden ?? '-creada_en', key?.[0] ?? null)
  const where = [sql`true`, ...conditions(consulta), ...(desde ? [desde] : [])]
  return sql<ClaveFila>`
    SELECT c.id, c.nombre, c.pista, ${ESTADO} AS estado, c.permisos, c.direcciones::text[] AS direcciones,
           round(c.limite_usd, 2)::text AS limite_usd, s.nombre AS sucursal, usuarios_corto(p) AS creada_por,
           c.creada_en, c.vence_en, c.revocada_en, c.usada_en, c.usada_desde
    FROM claves_api c JOIN usuarios p ON p.id = c.creada_por JOIN usuarios u ON u.id = c.usuario_id
    LEFT JOIN sucursales s ON s.id = u.sucursal_id
    WHERE ${sql.join(where, sql` AND `)} ORDER BY ${por} LIMIT ${limite + 1}`
}
