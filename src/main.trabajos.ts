import { startSealing } from './areas/auditoria/cadena/sellado.ts'
import { startResumen } from './areas/dashboard/resumen.ts'
import { startGastos } from './areas/gastos/calendario.ts'
import { startVencimiento } from './areas/ordenes/vencimiento.ts'
import { startFuentes } from './areas/pares-divisas/fuentes/fuentes.ts'
import { startReportes } from './areas/reportes/resumen.ts'
import { raizDe } from './areas/telegram/envio/cliente.ts'
import { anunciarCabeza, startTelegram } from './areas/telegram/envio/emisor.ts'
import { arriba } from './main.app.ts'
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
    raiz: raizDe(env.CAMBISTA_TELEGRAM_API),
    onError: (error) => onError(error, 'telegram'),
  })
  const stopFuentes = startFuentes(
    { db, arriba, locales: afuera.fuentesLocales === true },
    (error) => onError(error, 'fuentes'),
  )
  const stopVencimiento = startVencimiento(db, (error) => onError(error, 'ordenes'))
  const stopGastos = startGastos(db, (error) => onError(error, 'gastos'))
  const stopResumen = startResumen(db, (error) => onError(error, 'dashboard'))
  const stopReportes = startReportes(db, (error) => onError(error, 'reportes'))
  return async () => {
    await stopVencimiento()
    await stopGastos()
    await stopResumen()
    await stopReportes()
    await stopJobs()
    await stopFuentes()
    await stopTelegram()
    await stopSealing()
  }
}
