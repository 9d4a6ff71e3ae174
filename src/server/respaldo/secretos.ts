import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ARCHIVO_CLAVE, type ClaveCasa, claveIndicada, type EnvClave } from '../acceso/clave.ts'
import type { Lugar } from '../acceso/secretos.ts'
import { ARCHIVOS, CARPETA } from '../certificado/hecho.ts'
import { sinSignos } from './copias.ts'
import { ARCHIVO_LLAVES, leerLlaves } from './llaves.ts'

/** The published heads of the audit, below their folder. */
const CABEZAS = 'auditoria/cabezas.jsonl'
export const archivoDeCabezas = ({ anclas }: Lugar) => join(anclas, CABEZAS)

const leer = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** The house's own authority and certificate: without them every till would install another one. */
const CERTIFICADO = Object.values(ARCHIVOS).map((name) => `${CARPETA}/${name}`)

/** What a copy takes of what lies outside the database, by its names in the package. */
export function secretosDe(lugar: Lugar, clave: ClaveCasa): Record<string, string | null> {
  return {
    [ARCHIVO_CLAVE]: `${clave.toString('hex')}\n`,
    ...Object.fromEntries(
      [ARCHIVO_LLAVES, ...CERTIFICADO].map((name) => [name, leer(join(lugar.clave, name))]),
    ),
    [CABEZAS]: leer(archivoDeCabezas(lugar)),
  }
}

/** The key that came with a copy, as its file has it. */
export const claveLlegada = (text: string | null): ClaveCasa | null =>
  text === null ? null : Buffer.from(text.trim(), 'hex')

/**
 * Looks whether a house with this key (null: a copy without one) would start here once it is restored, and go on with
 * its backups: the program is given its key or none, and no keys of another house lie where its own would (R-443).
 * @throws Error in Spanish that says what to do.
 */
export function exigirSuClave(
  clave: ClaveCasa | null,
  { clave: carpeta }: Lugar,
  env: EnvClave,
): void {
  const suya = (other: ClaveCasa) => clave !== null && other.equals(clave)
  const dada = claveIndicada(carpeta, env)
  const lies = claveIndicada(carpeta)
  if (dada && dada.por !== 'archivo' && !suya(dada.clave)) {
    const sin =
      dada.por === 'variable'
        ? 'CAMBISTA_CLAVE'
        : 'esa credencial (la línea LoadCredential de systemd)'
    throw new Error(
      `La clave de «${dada.donde}» es de otra casa, y con ella no se abriría la que se restaura. No se tocó nada. ` +
        `Repita la orden sin ${sin}: la clave de la casa viene en el respaldo, y queda en «${carpeta}».`,
    )
  }
  if (lies && !suya(lies.clave)) {
    throw new Error(
      `En «${carpeta}» está la clave de otra casa: indique otra carpeta con CAMBISTA_SECRETOS, o muévala de ahí.`,
    )
  }
  if (clave && !abreLlaves(carpeta, clave)) {
    throw new Error(
      `«${join(carpeta, ARCHIVO_LLAVES)}» es la llave de los respaldos de otra casa, o está dañada: muévala a otro lugar y repita la orden.`,
    )
  }
}

/** Whether the keys of the backups that lie there, if any, are of the house with this key. */
function abreLlaves(carpeta: string, clave: ClaveCasa): boolean {
  try {
    leerLlaves(carpeta, clave)
    return true
  } catch {
    return false
  }
}

/**
 * Puts the keys that came with a copy into `desde` where the house's lie. Nothing is written over, and a key that the
 * program is given by other means is put nowhere else. Answers where the house's key was put; null where it was at hand.
 * @throws Error in Spanish as `exigirSuClave`; then nothing is changed.
 */
export function ponerLlaves(desde: string, lugar: Lugar, env: EnvClave): string | null {
  const came = (name: string) => leer(join(desde, name))
  const clave = came(ARCHIVO_CLAVE)
  exigirSuClave(claveLlegada(clave), lugar, env)
  const own = join(lugar.clave, ARCHIVO_CLAVE)
  const puesta = clave !== null && claveIndicada(lugar.clave, env) === null
  if (puesta) poner(own, clave)
  // The authority goes with what it signed: of two houses' files no pair is made.
  const certificado = existsSync(join(lugar.clave, CARPETA)) ? [] : CERTIFICADO
  for (const name of [ARCHIVO_LLAVES, ...certificado]) {
    const text = came(name)
    const path = join(lugar.clave, name)
    if (text !== null && !existsSync(path)) poner(path, text)
  }
  return puesta ? own : null
}

function poner(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  writeFileSync(path, text, { mode: 0o600, flag: 'wx', flush: true })
}

/** The heads that came with a copy into `desde`; null without any. */
export const cabezasLlegadas = (desde: string) => leer(join(desde, CABEZAS))

/** Published heads that the restored house does not know, and where they are kept. */
export interface Apartadas {
  archivo: string
  cabezas: string[]
}

/**
 * Puts the published heads of a restored house in their place: of this machine's own and those that came
 * (`llegadas`, whole files), as many as the house knows. `conocidas` answers how many lines of a file it knows, from the
 * first one. Nothing is forgotten: heads that it does not know, of this machine or of those that came, are kept in a
 * file beside, named by `fecha`, after `anota` has written them down.
 */
export async function ponerCabezas(
  lugar: Lugar,
  llegadas: readonly (string | null)[],
  fecha: Date,
  conocidas: (lineas: string[]) => Promise<number>,
  anota: (apartadas: Apartadas | null) => Promise<void>,
): Promise<Apartadas | null> {
  const path = archivoDeCabezas(lugar)
  const own = leer(path)
  let best: string[] = []
  for (const text of [own, ...llegadas]) {
    const lines = lineas(text)
    const known = lines.slice(0, await conocidas(lines))
    if (known.length > best.length) best = known
  }
  const whole = best.map((line) => `${line}\n`).join('')
  const set = new Set(best)
  const all = [...new Set([own, ...llegadas].flatMap(lineas))]
  const cabezas = all.filter((line) => !set.has(line))
  const archivo = aparte(path, sinSignos(fecha))
  const apartadas = cabezas.length > 0 ? { archivo, cabezas } : null
  // Written down first: what is killed here is told again by the next restore, and not forgotten.
  await anota(apartadas)
  if (apartadas) poner(archivo, all.map((line) => `${line}\n`).join(''))
  if (whole === (own ?? '')) return apartadas
  if (whole) cambiar(path, whole)
  else rmSync(path, { force: true })
  return apartadas
}

/** A name for the heads that are put aside: one that was killed, and begun again within its second, has another. */
function aparte(path: string, cuando: string): string {
  const name = (n: number) =>
    path.replace(/\.jsonl$/, `-antes-de-${cuando}${n > 1 ? `-${n}` : ''}.jsonl`)
  let n = 1
  while (existsSync(name(n))) n += 1
  return name(n)
}

/** Writes a file anew in one step: whatever is killed, the one before or the new one is there, whole. */
function cambiar(path: string, text: string): void {
  const draft = `${path}.nuevo`
  rmSync(draft, { force: true })
  poner(draft, text)
  renameSync(draft, path)
}

/** Whole lines: one that a crash cut off at the end was never published (`leerLineas`). */
const lineas = (text: string | null) => (text ?? '').split('\n').slice(0, -1).filter(Boolean)
