import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { findPlace, sinLugarEn } from '../embedded/folder.ts'
import { avisoSinRevisar } from '../embedded/indices.ts'
import { BACKUP } from '../embedded/roles.ts'
import { comoRol } from '../embedded/server.ts'
import type { Verificacion } from '../verificar/verificar.ts'
import { EnCurso } from './anotar.ts'
import { conservar, desdeDonde, type Plan } from './conservar.ts'
import { bytesDeCopia, copiar } from './copia.ts'
import {
  acabarDeQuitar,
  exigirDestino,
  hacerDestino,
  MALO,
  nombreDeCopia,
  quitarCopia,
  sinDestino,
  sinLugar,
} from './copias.ts'
import { faltaEspacio, type MirarDisco, REGISTRO } from './espacio/espacio.ts'
import type { Llaves } from './llaves.ts'
import {
  escribir,
  leerManifiesto,
  MANIFIESTO,
  type Manifiesto,
  manifiestosDe,
  PAQUETE,
  SISTEMA,
  selloValido,
} from './manifiesto.ts'
import { empacar } from './paquete.ts'
import { podar, registroConocido } from './registro/almacen.ts'
import { barrerEnsayos, CLAVE_LOCAL, discoDeEnsayo, ensayar, probada, SECRETOS } from './traer.ts'

/** What a copy is made of and by. */
export interface Encargo {
  /** The data folder of the house, whose PostgreSQL runs. */
  datos: string
  /** The folder of the copies. */
  destino: string
  /** It may be made; else it must be there, so that a disk that was taken away is missed. */
  nueva: boolean
  llaves: Llaves
  /** Files that lie outside the database, by their names in the package: contents, or null where there is none. */
  secretos: Readonly<Record<string, string | null>>
  casa: string
  /** The time zone of its days. */
  zona: string
  demo: boolean
  programa: string
  plan: Plan
  /** Recomputes the books of a database. */
  libros: (url: string) => Promise<Verificacion>
  /** Receives what is being done, in Spanish. */
  avance?: (texto: string) => void
  /** How disks are looked at. */
  mirar?: MirarDisco
  /** What a good copy is followed by before another one may begin; where that fails, it goes. */
  luego?: (manifiesto: Manifiesto) => Promise<void>
}

/**
 * Makes a copy, restores it to see that it is good, and removes those that the plan does not keep. A copy counts as good
 * only after it was restored; the newest bad one is left under another name, and no good one is removed then.
 * @throws Error in Spanish: no space, which is seen beforehand; no permission; a copy that does not restore.
 */
export function respaldar(encargo: Encargo): Promise<Hecho> {
  return comoRol(findPlace(encargo.datos), BACKUP, async (client) => {
    const { rows } = await client.query<{ libre: boolean; postgres: string }>(
      `SELECT pg_try_advisory_lock(hashtext('cambista:respaldo')) AS libre,
              split_part(current_setting('server_version'), ' ', 1) AS postgres`,
    )
    const { libre, postgres } = rows[0] ?? { libre: false, postgres: '' }
    const ahora = async () => {
      const found = await client.query<{ ahora: Date }>('SELECT clock_timestamp() AS ahora')
      return found.rows[0]?.ahora as Date
    }
    if (!libre)
      throw new EnCurso('Ya se está haciendo un respaldo de esta casa: espere a que termine.')
    return hacer(encargo, postgres, ahora)
  })
}

/** A good copy, and the names of those that the plan did not keep. */
export interface Hecho {
  carpeta: string
  manifiesto: Manifiesto
  borradas: string[]
}

async function hacer(
  encargo: Encargo,
  postgres: string,
  ahora: () => Promise<Date>,
): Promise<Hecho> {
  const { destino, llaves, avance = () => {} } = encargo
  const inicio = await ahora()
  const carpeta = join(destino, nombreDeCopia(destino, inicio))
  const parcial = `${carpeta}.parcial`
  try {
    if (encargo.nueva) hacerDestino(destino)
    else exigirDestino(destino)
    barrer(destino, inicio)
    await exigirLugar(encargo)
    mkdirSync(parcial, { mode: 0o700 })
  } catch (error) {
    throw sinDestino(destino, error)
  }
  try {
    avance('Copiando la base de datos…')
    const made = await empaquetar(encargo, join(parcial, PAQUETE))
    const manifiesto: Manifiesto = {
      ...{
        formato: 1,
        programa: encargo.programa,
        sistema: SISTEMA,
        postgres,
        casa: encargo.casa,
        zona: encargo.zona,
        demo: encargo.demo,
      },
      ...{ inicio: inicio.toISOString(), ...made, llave: llaves.bajoFrase, comprobado: null },
    }
    const note = (of: Manifiesto) =>
      writeFileSync(join(parcial, MANIFIESTO), escribir(of, llaves.privada), { flush: true })
    note(manifiesto)
    avance('Restaurando la copia para comprobarla…')
    await probada(parcial, llaves.privada)
    const { libros, indices, danada, sinRevisar } = await ensayar(
      parcial,
      llaves.privada,
      encargo.libros,
      encargo.datos,
      encargo.mirar,
    )
    if (sinRevisar.length > 0) avance(avisoSinRevisar(sinRevisar))
    const { diferencia, asientos, apuntes } = libros
    const mal = danada
      ? `${danada.nombre}: ${danada.falla}`
      : diferencia && `${diferencia.regla}: ${diferencia.detalle}`
    // By keys that do not become the house's nobody would know it again.
    if (mal && encargo.luego)
      throw new Error(
        `El respaldo se hizo, pero lo que contiene no está bien (${mal}). Ejecute «npm run verificar».`,
      )
    if (mal) {
      renameSync(parcial, `${carpeta}${MALO}`)
      quitarMalos(encargo, `${carpeta}${MALO}`)
      throw new Error(
        `El respaldo se hizo, pero lo que contiene no está bien (${mal}). Queda en «${carpeta}${MALO}» y no cuenta como respaldo; los anteriores siguen donde están. Ejecute «npm run verificar».`,
      )
    }
    const comprobado = { fecha: (await ahora()).toISOString(), asientos, apuntes, indices }
    note({ ...manifiesto, comprobado })
    renameSync(parcial, carpeta)
    await encargo.luego?.(manifiesto).catch((error) => {
      quitarCopia(carpeta)
      throw error
    })
    return {
      carpeta,
      manifiesto: { ...manifiesto, comprobado },
      borradas: borrar(encargo, carpeta),
    }
  } catch (error) {
    rmSync(parcial, { recursive: true, force: true })
    throw sinDestino(destino, error)
  }
}

const DIA_MS = 86_400_000

/** Removes what programs that were killed left: half made, a day ago or before, and half removed. */
function barrer(destino: string, ahora: Date): void {
  acabarDeQuitar(destino)
  for (const name of readdirSync(destino).filter((one) => one.endsWith('.parcial'))) {
    const path = join(destino, name)
    if (ahora.getTime() - statSync(path).mtimeMs > DIA_MS)
      rmSync(path, { recursive: true, force: true })
  }
}

/**
 * Removes the bad copies of this house but the one at `queda`, which was just made, for whoever looks for the cause. As
 * long as it is there each try ends in another one, as large as the house, and the disk is that of the log too.
 */
function quitarMalos(encargo: Encargo, queda: string | null): void {
  const { destino } = encargo
  const own = readdirSync(destino)
    .filter((name) => name.endsWith(MALO))
    .map((name) => join(destino, name))
    .filter((path) => {
      try {
        return path !== queda && esSuya(encargo, leerManifiesto(path))
      } catch {
        return false
      }
    })
  for (const path of own) quitarCopia(path)
}

/**
 * Refuses a copy for which there is no room: on the disk of the copies, or where it is restored to be looked at, which is
 * that of the data. People work there meanwhile, and a full disk stops them.
 * @throws Error in Spanish with what is needed and what is left.
 */
async function exigirLugar(encargo: Encargo): Promise<void> {
  const { destino, datos, mirar } = encargo
  await barrerEnsayos(datos)
  const bytes = bytesDeCopia(findPlace(datos)) + REGISTRO
  const falta = () =>
    faltaEspacio(
      [
        {
          ...{ carpeta: destino, bytes: bytes * proporcion(encargo), motivo: sinLugar(destino) },
          // Nobody works on a disk that has copies alone.
          reserva: false,
        },
        { carpeta: discoDeEnsayo(datos), bytes, motivo: sinLugarEn(datos), reserva: true },
      ],
      mirar,
    )
  const first = await falta()
  if (!first) return
  // A copy is worth more than what is kept of a bad one.
  if (first.carpetas.includes(destino)) quitarMalos(encargo, null)
  const still = await falta()
  if (still) throw new Error(still.texto)
}

/** How large a package is beside what is in it: as the last one of this house and some more, or a third. */
function proporcion(encargo: Encargo): number {
  const last = buenas(encargo)[0]?.manifiesto
  return last ? Math.min(1, (1.2 * last.paquete.bytes) / last.bytes) : 1 / 3
}

async function empaquetar(encargo: Encargo, destino: string) {
  const place = findPlace(encargo.datos)
  let tramo: Awaited<ReturnType<typeof copiar>> | undefined
  const medida = await empacar(destino, encargo.llaves.publica, async (empaca) => {
    // Before the database: the heads that are in it are then in the chain of the copy.
    for (const [nombre, contenido] of Object.entries(encargo.secretos)) {
      if (contenido !== null) await empaca.texto(`${SECRETOS}/${nombre}`, contenido)
    }
    if (existsSync(place.clave)) await empaca.texto(CLAVE_LOCAL, readFileSync(place.clave))
    tramo = await copiar(place, empaca)
  })
  const { fin, ...where } = tramo as NonNullable<typeof tramo>
  return { ...medida, ...where, fin: fin.toISOString() }
}

/** Whether a copy is of this house: sealed by its keys, or by those of a former phrase. */
const esSuya = ({ llaves }: Encargo, { manifiesto, sello }: ReturnType<typeof leerManifiesto>) =>
  identidadesDe(llaves).some((privada) => selloValido(manifiesto, sello, privada))

/** The identity of now, and those of former phrases. */
const identidadesDe = ({ privada, anteriores }: Llaves) => [privada, ...anteriores]

/** The good copies of this house, the last one first. */
const buenas = (encargo: Encargo) =>
  manifiestosDe(encargo.destino).filter(
    (each) => each.manifiesto.comprobado !== null && esSuya(encargo, each),
  )

/**
 * Removes the copies of this house that the plan does not keep, those of former phrases among them, and the log before
 * them; answers their names. The one that was just made, at `hecha`, is the newest whatever its clock said.
 */
function borrar(encargo: Encargo, hecha: string): string[] {
  const { destino, plan, llaves } = encargo
  const made = ({ copia }: { copia: string }) => Number(copia === hecha)
  const own = buenas(encargo)
    .toSorted((a, b) => made(b) - made(a))
    .map(({ copia, manifiesto }) => ({ copia, fecha: new Date(manifiesto.inicio), manifiesto }))
  const kept = new Set(conservar(own, plan))
  const old = own.filter((each) => !kept.has(each)).map(({ copia }) => basename(copia))
  for (const nombre of old) quitarCopia(join(destino, nombre))
  // The log stays as far back as there is a copy of each day.
  for (const [casa, segmento] of desdeDonde(own, plan)) {
    const folders = identidadesDe(llaves).map((privada) => registroConocido(destino, casa, privada))
    for (const each of new Set(folders)) podar(each, segmento)
  }
  return old
}
