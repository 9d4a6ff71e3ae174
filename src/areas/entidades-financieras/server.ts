import { sql } from 'kysely'
import { LOGO } from '../../core/documento/logo.ts'
import { DomainError } from '../../core/errors.ts'
import { auditOf } from '../../server/acceso/sesion.ts'
import { ImagenRota, leerImagen } from '../../server/adjunto/imagen.ts'
import { area, type Context } from '../../server/area.ts'
import { catalogHandlers } from '../../server/catalog.ts'
import { entidades } from './contract.ts'

const { contrato } = entidades

/** How many accounts of the house in use are at an entity. */
const CUENTAS = sql`(SELECT count(*)::int FROM cuentas c WHERE c.entidad_id = t.id AND c.estatus)`

/** The bytes of a logo that are kept: without metadata, and small when opened. */
function revisado(tipo: string, contenido: Uint8Array): Uint8Array {
  try {
    const { ancho, alto, limpia } = leerImagen(tipo, contenido)
    if (ancho > LOGO.lado || alto > LOGO.lado) {
      throw new DomainError('LOGO_ENORME', { ancho, alto, lado: LOGO.lado })
    }
    return limpia
  } catch (error) {
    throw error instanceof ImagenRota ? new DomainError('ARCHIVO_DISTINTO') : error
  }
}

async function subirLogo({ db, quien, body, tipo }: Context<typeof contrato.subirLogo>) {
  const { rows } = await sql<{ logo: string }>`
    SELECT logos_guardar(${auditOf(quien)}::jsonb, ${tipo}, ${revisado(tipo, body)}) AS logo`.execute(
    db,
  )
  return { logo: rows[0]?.logo ?? '', message: 'Imagen guardada.' }
}

async function bajarLogo({ db, params: { sha256 } }: Context<typeof contrato.bajarLogo>) {
  const found = await db
    .selectFrom('logos')
    .select(['tipo', 'contenido'])
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (!found) throw new DomainError('NO_EXISTE', { que: 'esa imagen' })
  return { ...found, nombre: `logo.${found.tipo.replace('image/', '')}` }
}

export const servidor = area(
  contrato,
  { ...catalogHandlers(entidades, { extra: { cuentas: CUENTAS } }), subirLogo, bajarLogo },
  { entidades_financieras_pais_codigo_key: ['una entidad con ese código en ese país', 'codigo'] },
)
