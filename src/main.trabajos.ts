import { startSealing } from './areas/auditoria/cadena/sellado.ts'
import { startFuentes } from './areas/pares-divisas/fuentes/fuentes.ts'
import { raizDe } from './areas/telegram/envio/cliente.ts'
import { anunciarCabeza, startTelegram } from './areas/telegram/envio/emisor.ts'
import { areas, arriba, plantillas } from './main.app.ts'
import type { Afuera } from './server/acceso/clave.ts'
import type { Db } from './server/db/db.ts'
import { startJobs } from './server/proceso/jobs.ts'
import { reglasDe, verificarNuevas } from './server/verificar/verificar.ts'

/**
 * Starts the background work: hourly tasks, the sealing of the audit, the Telegram outbox, the sources of prices and
 * the days that ended. Several processes may run it at the same time. Returns a function that stops the work after
 * finishing what is in progress.
 */
export function startWork(
  db: Db,
  afuera: Afuera & { anclas: string },
  onError: (error: unknown, who: string) => void,
  env: NodeJS.ProcessEnv,
): () => Promise<void> {
  const stopJobs = startJobs(
    db,
    (error) => onError(error, 'jobs'),
    verificarNuevas(db, reglasDe(areas)),
  )
  const stopSealing = startSealing({
    db,
    ...afuera,
    onError: (error) => onError(error, 'auditoria'),
    onPublish: (ancla) => anunciarCabeza(db, ancla),
  })
  const stopTelegram = startTelegram({
    db,
    afuera,
    plantillas,
    raiz: raizDe(env.CAMBISTA_TELEGRAM_API),
    onError: (error) => onError(error, 'telegram'),
  })
  const stopFuentes = startFuentes(
    { db, arriba, locales: afuera.fuentesLocales === true },
    (error) => onError(error, 'fuentes'),
  )
  const stopAreas = areas
    .flatMap(({ trabajos = {} }) => Object.entries(trabajos))
    .map(([who, start]) => start({ db, afuera, env }, (error) => onError(error, who)))
  return async () => {
    for (const stop of stopAreas) await stop()
    await stopJobs()
    await stopFuentes()
    await stopTelegram()
    await stopSealing()
  }
}
