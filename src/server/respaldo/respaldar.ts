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
import { findPlace } from '../embedded/folder.ts'
import { BACKUP } from '../embedded/roles.ts'
import { comoRol } from '../embedded/server.ts'
import type { Verificacion } from '../verificar/verificar.ts'
import { EnCurso } from './anotar.ts'
import { conservar, desdeDonde, type Plan } from './conservar.ts'
import { copiar } from './copia.ts'
import { exigirDestino, hacerDestino, nombreDeCopia, sinDestino } from './copias.ts'
import type { Llaves } from './llaves.ts'
import {
  escribir,
  MANIFIESTO,
  type Manifiesto,
  manifiestosDe,
  PAQUETE,
  SISTEMA,
  selloValido,
} from './manifiesto.ts'
import { empacar } from './paquete.ts'
import { podar, registroConocido } from './registro/almacen.ts'
import { CLAVE_LOCAL, ensayar, probada, SECRETOS } from './traer.ts'

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
}

/**
 * Makes a copy, restores it to see that it is good, and removes those that the plan does not keep. A copy counts as good
 * only after it was restored; a bad one is left under another name, and nothing is removed then.
 * @throws Error in Spanish: no space, no permission, a copy that does not restore.
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
  const carpeta = join(destino, nombreDeCopia(inicio))
  const parcial = `${carpeta}.parcial`
  try {
    if (encargo.nueva) hacerDestino(destino)
    else exigirDestino(destino)
    barrer(destino, inicio)
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
    const { libros, indices, danada } = await ensayar(
      parcial,
      llaves.privada,
      encargo.libros,
      encargo.datos,
    )
    const { diferencia, asientos, apuntes } = libros
    const mal = danada
      ? `${danada.nombre}: ${danada.falla}`
      : diferencia && `${diferencia.regla}: ${diferencia.detalle}`
    if (mal) {
      renameSync(parcial, `${carpeta}.malo`)
      throw new Error(
        `El respaldo se hizo, pero lo que contiene no está bien (${mal}). Queda en «${carpeta}.malo» y no cuenta como respaldo; los anteriores siguen donde están. Ejecute «npm run verificar».`,
      )
    }
    const comprobado = { fecha: (await ahora()).toISOString(), asientos, apuntes, indices }
    note({ ...manifiesto, comprobado })
    renameSync(parcial, carpeta)
    return { carpeta, manifiesto: { ...manifiesto, comprobado }, borradas: borrar(encargo) }
  } catch (error) {
    rmSync(parcial, { recursive: true, force: true })
    throw sinDestino(destino, error)
  }
}

const DIA_MS = 86_400_000

/** Removes what programs that were killed left a day ago or before. */
function barrer(destino: string, ahora: Date): void {
  for (const name of readdirSync(destino).filter((one) => one.endsWith('.parcial'))) {
    const path = join(destino, name)
    if (ahora.getTime() - statSync(path).mtimeMs > DIA_MS)
      rmSync(path, { recursive: true, force: true })
  }
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

/**
 * Removes the copies of this house that the plan does not keep, those of former phrases among them, and the log before
 * them; answers their names.
 */
function borrar({ destino, plan, llaves }: Encargo): string[] {
  const identidades = [llaves.privada, ...llaves.anteriores]
  const own = manifiestosDe(destino).flatMap(({ copia, manifiesto, sello }) => {
    const good =
      manifiesto.comprobado !== null &&
      identidades.some((privada) => selloValido(manifiesto, sello, privada))
    return good ? [{ nombre: basename(copia), fecha: new Date(manifiesto.inicio), manifiesto }] : []
  })
  const fechas = own.map(({ fecha }) => fecha)
  const kept = new Set(conservar(fechas, plan))
  const old = own.filter(({ fecha }) => !kept.has(fecha)).map(({ nombre }) => nombre)
  for (const nombre of old) rmSync(join(destino, nombre), { recursive: true, force: true })
  // The log stays as far back as there is a copy of each day.
  for (const [casa, segmento] of desdeDonde(own, plan)) {
    const folders = identidades.map((privada) => registroConocido(destino, casa, privada))
    for (const each of new Set(folders)) podar(each, segmento)
  }
  return old
}
