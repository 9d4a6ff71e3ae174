import { avisoDeReplicas } from './areas/ajustes/replicas/aviso.ts'
import type { ClaveCasa } from './server/acceso/clave.ts'
import type { Db } from './server/db/db.ts'
import { insistir } from './server/db/entrada/insistir.ts'
import type { Tls } from './server/http/guardia/tls.ts'
import { avisoDeVencimiento } from './server/http/publicado/amparo.ts'
import { dudaDelReloj } from './server/proceso/reloj.ts'

/*
 * What the start tells whoever started the program. Each is asked again for a minute: on a slow machine every connection
 * may be in use, also by the jobs that have just begun, and no house ends for want of a sentence.
 */

/** What is told of the house before it is served. */
export async function avisosDe(db: Db, tls: Tls | null): Promise<(string | null)[]> {
  const { duda } = await insistir(() => dudaDelReloj(db))
  return [
    duda && `Aviso: ${duda}`,
    await insistir(() => avisoDeVencimiento(db, tls)),
    await insistir(() => avisoDeReplicas(db)),
  ]
}

/** Where its first administrator begins, while the house that is served at `url` has no user. */
export async function estrenoDe(db: Db, clave: ClaveCasa, url: string): Promise<string | null> {
  const { avisoDeEstreno } = await import('./areas/usuarios/primero/aviso.ts')
  return insistir(() => avisoDeEstreno(db, clave, url))
}
