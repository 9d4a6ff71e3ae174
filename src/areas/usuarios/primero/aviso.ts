import type { ClaveCasa } from '../../../server/acceso/clave.ts'
import type { Db } from '../../../server/db/db.ts'
import { codigoDeCasa } from './codigo.ts'
import { esperaDueno } from './server.ts'

/**
 * What the program says where it was started, while the house has no user: where to begin, and the code. In the link it
 * stands after #, which browsers do not send. Null once there is a user.
 */
export async function avisoDeEstreno(
  db: Db,
  clave: ClaveCasa,
  url: string,
): Promise<string | null> {
  if (!(await esperaDueno(db))) return null
  const codigo = codigoDeCasa(clave)
  return `Esta casa todavía no tiene usuarios. Para crear a su primer administrador abra
  ${url}/primer-uso#${codigo}
o escriba ahí el código ${codigo}. Guárdelo para usted: quien lo tenga crea esa cuenta.\n`
}
