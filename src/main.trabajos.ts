import { startSealing } from './areas/auditoria/cadena/sellado.ts'
import { startFuentes } from './areas/pares-divisas/fuentes/fuentes.ts'
import { raizDe } from './areas/telegram/envio/cliente.ts'
import { anunciarCabeza, startTelegram } from './areas/telegram/envio/emisor.ts'
import { areas, arriba, plantillas } from './main.app.ts'
import type { Afuera } from './server/acceso/clave.ts'
import type { Db } from './server/db/db.ts'
import { startJobs } from './server/proceso/jobs.ts'

/**
 * What a server does besides answering: by the hour, the audit's sealing, Telegram's outbox, the sources of
 * prices, the days that are over. Any number of processes may do it at once. Answers how to stop: what is under way is finished first.
 */
export function startWork(
  db: Db,
  afuera: Afuera & { datos: string },
  onError: (error: unknown, who: string) => void,
  env: NodeJS.ProcessEnv,
): () => Promise<void> {
  const stopJobs = startJobs(db, (error) => onError(error, 'jobs'))
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
