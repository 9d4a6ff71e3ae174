import type { Aportes } from '../../server/aportes.ts'
import { type Receptoras, startImportaciones, startLimpieza } from './largas/porciones.ts'

/** What this area contributes to the registries that main gathers. `areas` are those that receive rows. */
export const aportesDe = (areas: Receptoras): Aportes => ({
  contadores: [
    {
      clave: 'importaciones-por-ver',
      lugar: 60,
      permiso: 'importar:ver',
      uno: 'importación que acabó o espera su decisión',
      varios: 'importaciones que acabaron o esperan su decisión',
      consulta: `SELECT count(*) FROM importaciones WHERE usuario_id = :yo AND vista_en IS NULL
        AND estado IN ('revisada', 'terminada', 'detenida')`,
      pantalla: 'importar',
    },
  ],
  trabajos: {
    importaciones: {
      nombre: 'importaciones de muchas filas',
      empieza: (entorno, watch) => startImportaciones(areas, entorno, watch),
    },
    importacionesViejas: {
      nombre: 'limpieza de importaciones viejas',
      empieza: ({ db }, watch) => startLimpieza(db, watch),
    },
  },
})
