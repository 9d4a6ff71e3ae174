import { startSealing } from './areas/auditoria/cadena/sellado.ts'
import { startFuentes } from './areas/pares-divisas/fuentes/fuentes.ts'
import { raizDe } from './areas/telegram/envio/cliente.ts'
import { anunciarCabeza, startTelegram } from './areas/telegram/envio/emisor.ts'
import { areas, arriba, plantillas } from './main.app.ts'
import type { Afuera } from './server/acceso/clave.ts'
import type { Db } from './server/db/db.ts'
import { startJobs } from './server/proceso/jobs.ts'
import type { Marchas } from './server/trabajos/marchas.ts'
import { reglasDe, verificarNuevas } from './server/verificar/verificar.ts'

/**
 * Starts the background work: hourly tasks, the sealing of the audit, the Telegram outbox, the sources of prices and
 * the days that ended. Several processes may run it at the same time. `marchas` hears of each run. Returns a function
 * that stops the work after finishing what is in progress.
 */
export function startWork(
  db: Db,
  afuera: Afuera & { anclas: string },
  marchas: Marchas,
  env: NodeJS.ProcessEnv,
): () => Promise<void> {
  const stopJobs = startJobs(db, marchas.de, verificarNuevas(db, reglasDe(areas)))
  const stopSealing = startSealing({
    db,
    ...afuera,
    watch: marchas.de('auditoria', 'sellado de la auditoría'),
    onPublish: (ancla) => anunciarCabeza(db, ancla),
  })
  const stopTelegram = startTelegram({
    db,
    afuera,
    plantillas,
    raiz: raizDe(env.CAMBISTA_TELEGRAM_API),
    watch: marchas.de('telegram', 'mensajes de Telegram'),
  })
  const stopFuentes = startFuentes(
    { db, arriba, locales: afuera.fuentesLocales === true },
    marchas.de('fuentes', 'lectura de precios de otras páginas'),
  )
  const stopAreas = areas
    .flatMap(({ trabajos = {} }) => Object.entries(trabajos))
    .map(([who, { nombre, empieza }]) => empieza({ db, afuera, env }, marchas.de(who, nombre)))
  return async () => {
    for (const stop of stopAreas) await stop()
    await stopJobs()
    await stopFuentes()
    await stopTelegram()
    await stopSealing()
    await marchas.cerrar()
  }
}
