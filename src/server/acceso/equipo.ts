import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type ClaveCasa, resumen } from './clave.ts'

/*
 * A device on which a user signed in keeps a signed mark in a cookie. It opens nothing: it only tells the
 * user's own devices from strangers when wrong passwords are counted.
 */

const USO = 'equipo'
const NOMBRE = 'cambista-equipo-'
const DIAS = 90
/** Cookies that are looked at: one per user of the device. */
const MAXIMO = 20
/** user . device . last second of validity . signature */
const MARCA = /^(\d{1,9})\.([\w-]{22})\.(\d{1,11})\.([\w-]{43})$/

const firmado = (clave: ClaveCasa, texto: string) => resumen(clave, USO, texto)

interface Marca {
  equipo: string
  /** The last second at which it is valid, by the database's clock. */
  hasta: number
}

/** The device marks of a request's cookies that this house signed, by user. */
export function equiposDe(clave: ClaveCasa, cookies: string): ReadonlyMap<number, Marca> {
  const marks = cookies
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.startsWith(NOMBRE))
    .slice(0, MAXIMO)
  return new Map(
    marks.flatMap((cookie): [number, Marca][] => {
      const found = MARCA.exec(cookie.slice(cookie.indexOf('=') + 1))
      if (!found) return []
      const [, usuario = '', equipo = '', hasta = '', firma = ''] = found
      const right = firmado(clave, `${usuario}.${equipo}.${hasta}`)
      const same = timingSafeEqual(right, Buffer.from(firma, 'base64url'))
      return same ? [[Number(usuario), { equipo, hasta: Number(hasta) }]] : []
    }),
  )
}

/**
 * The `Set-Cookie` that marks a device as the user's: the same device for another 90 days, or a new one. `ahora`: epoch
 * seconds.
 */
export function marcarEquipo(
  clave: ClaveCasa,
  usuario_id: number,
  ahora: number,
  equipo = randomBytes(16).toString('base64url'),
): string {
  const seconds = DIAS * 86_400
  const texto = `${usuario_id}.${equipo}.${Math.floor(ahora) + seconds}`
  const marca = `${texto}.${firmado(clave, texto).toString('base64url')}`
  return `${NOMBRE}${usuario_id}=${marca}; Path=/api/auth/login; Max-Age=${seconds}; HttpOnly; SameSite=Strict`
}
