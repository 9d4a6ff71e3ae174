import { sql } from 'kysely'
import { formatFechaHora } from '../../../core/formato.ts'
import type { Db } from '../../db/db.ts'
import type { Config } from '../../proceso/config.ts'
import { esEsteEquipo } from '../../proceso/demo.ts'
import type { Tls } from '../guardia/tls.ts'
import { vigenciaDe } from './vigencia.ts'

/**
 * Refuses to stand on a network in the clear: where other machines reach the program, either it has a
 * certificate or a proxy of the house has one. Answers whether only the proxies may connect.
 * @throws Error in one Spanish sentence that says what to do.
 */
export async function exigirAmparo(
  { host, proxies }: Pick<Config, 'host' | 'proxies'>,
  tls: Tls | null,
  buscar?: Parameters<typeof esEsteEquipo>[1],
): Promise<boolean> {
  if (tls || (await esEsteEquipo(host, buscar))) return false
  if (proxies.length > 0) return true
  throw new Error(
    `Sin certificado no se escucha en ${host}, porque cualquiera en esa red leería las contraseñas: haga uno con ` +
      '«npm run certificado -- <nombre o dirección de este equipo>» e indíquelo en CAMBISTA_CERTIFICADO y ' +
      'CAMBISTA_CERTIFICADO_LLAVE, o ponga delante un proxy con https e indique su dirección en CAMBISTA_PROXY (docs/publicar.md).',
  )
}

/** One sentence for the console when the certificate ends soon or has ended: no browser lets anybody past that. */
export async function avisoDeVencimiento(db: Db, tls: Tls | null): Promise<string | null> {
  if (!tls) return null
  const { vence, avisa } = vigenciaDe(tls)
  const { rows } = await sql<{ pasado: boolean; cerca: boolean }>`
    SELECT ${vence}::timestamptz < ahora() AS pasado, ${avisa}::timestamptz < ahora() AS cerca`.execute(
    db,
  )
  if (!rows[0]?.cerca) return null
  const dia = formatFechaHora(vence.toISOString())
  const que = rows[0].pasado
    ? `el certificado venció el ${dia}, y los navegadores no abren el programa`
    : `el certificado vence el ${dia}`
  return `Aviso: ${que}: renuévelo con «npm run certificado», o donde lo obtuvo. El programa lo toma solo.`
}
