import { type RawBuilder, sql } from 'kysely'
import { displayName } from '../../server/documento.ts'

interface Vista {
  /** The grouping key of the rows of `r`, as text. */
  clave: RawBuilder<unknown>
  /** Name of the group with key `k.clave`; null when the browser has the words. */
  nombre: RawBuilder<unknown>
  orden: RawBuilder<unknown>
}

const sinNombre = sql`NULL::text`
/** Largest first, by `k.peso`. */
const mayor = sql`k.peso DESC NULLS LAST, k.clave`
const iso = (part: number) =>
  sql`(SELECT m.iso FROM monedas m WHERE m.id = split_part(k.clave, '-', ${sql.lit(part)})::int)`

/** All groupings of reports of operations. */
export const VISTAS = {
  moneda: {
    clave: sql`coalesce(r.moneda_id, 0)::text`,
    nombre: sql`coalesce((SELECT m.nombre || ' · ' || m.iso FROM monedas m WHERE m.id = k.clave::int), 'Sin divisa')`,
    orden: mayor,
  },
  corredor: {
    clave: sql`coalesce(r.de_id, 0) || '-' || coalesce(r.a_id, 0)`,
    nombre: sql`coalesce(${iso(1)} || ' → ' || ${iso(2)}, 'Sin corredor')`,
    orden: mayor,
  },
  cajero: {
    clave: sql`r.usuario_id::text`,
    nombre: sql`(SELECT ${displayName('u')} FROM usuarios u WHERE u.id = k.clave::int)`,
    orden: mayor,
  },
  sucursal: {
    clave: sql`coalesce(r.sucursal_id, 0)::text`,
    nombre: sql`coalesce((SELECT s.nombre FROM sucursales s WHERE s.id = k.clave::int), 'Sin sucursal')`,
    orden: mayor,
  },
  tipo: { clave: sql`r.tipo`, nombre: sinNombre, orden: mayor },
  segmento: { clave: sql`r.segmento`, nombre: sinNombre, orden: mayor },
  hora: { clave: sql`r.hora::text`, nombre: sinNombre, orden: sql`k.clave::int` },
  dia: { clave: sql`r.fecha::text`, nombre: sinNombre, orden: sql`k.clave` },
} satisfies Record<string, Vista>
