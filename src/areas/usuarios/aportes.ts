import { sql } from 'kysely'
import type { Aportes } from '../../server/aportes.ts'
import { autor, libre, negrita, one, type Plantilla } from '../../server/noticia.ts'

/** Somebody's role, state, password or second factor was changed. */
const cambiada: Plantilla = async (db, { nombre, noticias: [noticia = {}] }) => {
  const row = await one(
    db,
    sql<{ de: string; por: string | null }>`
    SELECT usuarios_corto(u) AS de, ${autor(noticia.usuario_id)} AS por FROM usuarios u
    WHERE u.id = ${Number(noticia.id)} AND u.id IS DISTINCT FROM ${noticia.usuario_id ?? null}::int`,
  )
  if (!row) return []
  return [
    negrita(nombre),
    `La de ${libre(row.de)}, por ${libre(row.por ?? 'el sistema')}. Qué cambió está en Auditoría.`,
  ]
}

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  contadores: [
    {
      clave: 'restaurada',
      lugar: 8,
      permiso: 'usuarios:editar',
      uno: 'restauración por revisar, con sus usuarios y claves de API',
      varios: 'restauraciones por revisar, con sus usuarios y claves de API',
      consulta: 'SELECT count(*) FROM restauraciones WHERE revisada_en IS NULL',
      nombra: `SELECT 'la casa volvió al ' || reloj_texto(hasta) FROM restauraciones
       WHERE revisada_en IS NULL ORDER BY id DESC LIMIT 1`,
      pantalla: 'usuarios',
    },
    {
      clave: 'cuenta-cambiada',
      lugar: 6,
      permiso: null,
      uno: 'cambio que otra persona hizo en su cuenta',
      varios: 'cambios que otras personas hicieron en su cuenta',
      consulta: 'SELECT count(*) FROM usuarios_cambios(:yo) WHERE nuevo',
      pantalla: 'perfil',
      filtro: { ver: 'cambios' },
    },
  ],
  avisos: { cuenta_cambiada: cambiada },
}
