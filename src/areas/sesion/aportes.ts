import { sql } from 'kysely'
import type { Aportes } from '../../server/aportes.ts'
import { autor, libre, negrita, type Plantilla } from '../../server/noticia.ts'
import { repeat } from '../../server/proceso/jobs.ts'

const MINUTE_MS = 60_000

/** A token that had been exchanged came back: somebody had copied it. */
const repetido: Plantilla = async (db, { nombre, noticias: [noticia = {}] }) => {
  const { rows } = await sql<{
    quien: string | null
  }>`SELECT ${autor(noticia.usuario_id)} AS quien`.execute(db)
  return [
    negrita(nombre),
    `Se usó una copia de la sesión de ${libre(rows[0]?.quien ?? 'alguien')}, y la sesión terminó.`,
    'Pregúntele dónde ingresó, y que cambie su contraseña si no sabe quién fue.',
  ]
}

/** What this area contributes to the registries that main gathers. */
export const aportes: Aportes = {
  contadores: [
    {
      clave: 'sesiones-copiadas',
      lugar: 5,
      permiso: 'auditoria:ver',
      uno: 'sesión copiada terminó en las últimas 24 horas',
      varios: 'sesiones copiadas terminaron en las últimas 24 horas',
      consulta: "SELECT count(*) FROM sesiones WHERE repetida_en > ahora() - interval '1 day'",
      pantalla: 'auditoria',
      filtro: { accion: 'token-repetido' },
    },
  ],
  avisos: { token_repetido: repetido },
  trabajos: {
    sesion: {
      nombre: 'limpieza de los ingresos',
      empieza: ({ db }, watch) =>
        repeat(MINUTE_MS, () => sql`SELECT accesos_limpiar()`.execute(db), watch),
    },
  },
}
