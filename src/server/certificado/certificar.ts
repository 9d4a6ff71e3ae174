import { randomBytes, X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ARCHIVOS, CARPETA, type Hecho } from './hecho.ts'
import { leame } from './leame.ts'
import { alcanceDe, alcanza, escrito, leerNombre, type Nombre } from './nombres.ts'
import { alcanceEscrito, autoridad, type Certificado, type Plazo, servidor } from './x509.ts'

const DIA_MS = 24 * 60 * 60 * 1000
/** The longest that browsers take; one day of it has passed already, for tills whose clock is behind. */
const DIAS = 397
const DIAS_AUTORIDAD = 3653

interface Pedido {
  /** Folder of the secrets. */
  carpeta: string
  /** Names and addresses as they were typed; none: those of the certificate that is there. */
  nombres: readonly string[]
  ahora: Date
  /** Makes another authority, which every till has to install. */
  otra?: boolean
}

const plazo = (ahora: Date, dias: number): Plazo => ({
  desde: new Date(ahora.getTime() - DIA_MS),
  hasta: new Date(ahora.getTime() + (dias - 1) * DIA_MS),
})

/**
 * Makes the certificate of a house, signed by an authority of its own, which is made once and kept.
 * @throws Error in one Spanish sentence that says what to do.
 */
export async function certificar({ carpeta, nombres, ahora, otra }: Pedido): Promise<Hecho> {
  const folder = join(carpeta, CARPETA)
  const names = nombres.length > 0 ? nombres.map(leerNombre) : presentes(folder)
  const unicos = [...new Map(names.map((each) => [escrito(each), each])).values()]
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, ARCHIVOS.autoridad)
  const nueva = otra || !existsSync(file)
  if (nueva) await fundar(file, unicos, ahora)
  const quien = leerAutoridad(file)
  const propio = plazo(ahora, DIAS)
  const ca = new X509Certificate(quien.cert)
  exigirAlcance(quien, unicos)
  if (ca.validToDate < propio.hasta) throw new Error(sinTiempo(ca.validToDate))
  const titular = `Cambista en ${escrito(unicos[0] as Nombre)}`
  const made = await servidor(titular, propio, unicos, quien)
  poner(join(folder, ARCHIVOS.key), made.key, 0o600)
  poner(join(folder, ARCHIVOS.cert), made.cert, 0o644)
  poner(join(folder, ARCHIVOS.publico), quien.cert, 0o644)
  const hecho = {
    carpeta: folder,
    nombres: unicos.map(escrito),
    vence: propio.hasta,
    nueva,
    huella: ca.fingerprint256,
  }
  poner(join(folder, ARCHIVOS.leame), leame(hecho), 0o644)
  return hecho
}

async function fundar(file: string, nombres: readonly Nombre[], ahora: Date): Promise<void> {
  // Two authorities of one house must not have one name: a till would try the wrong key.
  const titular = `Autoridad de Cambista, ${escrito(nombres[0] as Nombre)} (${randomBytes(3).toString('hex')})`
  const { cert, key } = await autoridad(titular, plazo(ahora, DIAS_AUTORIDAD), alcanceDe(nombres))
  poner(file, key + cert, 0o600)
}

/** Writes a whole file or none; what was there is replaced. */
function poner(path: string, text: string, mode: number): void {
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, text, { mode, flag: 'wx', flush: true })
    renameSync(draft, path)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw new Error(`No se puede escribir «${path}»: indique otra carpeta con CAMBISTA_SECRETOS.`, {
      cause,
    })
  }
}

function leerAutoridad(file: string): Certificado {
  const text = readFileSync(file, 'utf8')
  const part = (what: string) =>
    new RegExp(`-----BEGIN ${what}-----[^-]+-----END ${what}-----\n?`).exec(text)?.[0]
  const [cert, key] = [part('CERTIFICATE'), part('PRIVATE KEY')]
  if (!cert || !key) {
    throw new Error(
      `«${file}» está dañado: recupérelo de su copia, o haga otra autoridad con «npm run certificado -- --otra-autoridad <nombre o dirección>» e instálela en las cajas.`,
    )
  }
  return { cert, key }
}

/** The names of the certificate that is there, which is renewed. */
function presentes(folder: string): Nombre[] {
  const file = join(folder, ARCHIVOS.cert)
  if (!existsSync(file)) {
    throw new Error(
      'Uso: npm run certificado -- <nombre o dirección con que las cajas abren Cambista>…, por ejemplo «casa.local 192.168.1.20». Luego, sin nombres, lo renueva.',
    )
  }
  const { subjectAltName = '' } = new X509Certificate(readFileSync(file))
  return subjectAltName
    .split(', ')
    .map((each) => leerNombre(each.replace(/^(DNS|IP Address):/, '').replace(/^(.*:.*)$/, '[$1]')))
}

function exigirAlcance({ cert }: Certificado, nombres: readonly Nombre[]): void {
  const alcance = alcanceEscrito(cert)
  const fuera = nombres.find((each) => !alcanza(alcance, each))
  if (!fuera) return
  throw new Error(
    `La autoridad de esta casa no puede firmar «${escrito(fuera)}»: solo firma los nombres con que se hizo (${alcance.nombres.join(', ')}) y direcciones privadas. ` +
      'Para hacer otra agregue --otra-autoridad, con todos los nombres, e instálela en cada caja en lugar de la anterior.',
  )
}

const sinTiempo = (hasta: Date) =>
  `La autoridad de esta casa vence el ${hasta.toISOString().slice(0, 10)}, antes que un certificado nuevo: haga otra con --otra-autoridad, con todos los nombres, e instálela en cada caja.`
