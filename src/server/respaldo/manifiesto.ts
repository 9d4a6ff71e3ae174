import { timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { instante } from '../../core/contract.ts'
import { copiasDe, esDePermiso, sinPermiso } from './copias.ts'
import { sellar } from './llaves.ts'

/** What a copy is, as it says beside itself. */
export const manifiesto = z.strictObject({
  formato: z.literal(1),
  /** The program that made it, and its PostgreSQL. */
  programa: z.string(),
  postgres: z.string(),
  /** The system and the processor, on which alone the files of PostgreSQL can be read: `linux-x64`. */
  sistema: z.string(),
  /** The house’s name, and the time zone of its days. */
  casa: z.string(),
  zona: z.string(),
  /** It is the demo, whose key lies in its data folder. */
  demo: z.boolean(),
  /** When it began and ended; what was acknowledged before the end is in it. */
  inicio: instante,
  fin: instante,
  /** The stretch of the log without which it is not whole, in the cluster of this identifier. */
  identidad: z.string(),
  lsn: z.tuple([z.string(), z.string()]),
  segmentos: z.tuple([z.string(), z.string()]),
  archivos: z.int().positive(),
  bytes: z.int().positive(),
  /** The encrypted file. */
  paquete: z.strictObject({ bytes: z.int().positive(), sha256: z.string() }),
  /** The identity under the phrase, an armored age file. */
  llave: z.string(),
  /** What was found when it was restored to be looked at; null before. */
  comprobado: z
    .strictObject({ fecha: instante, asientos: z.int(), apuntes: z.int(), indices: z.int() })
    .nullable(),
})
export type Manifiesto = z.infer<typeof manifiesto>

const conSello = manifiesto.extend({ sello: z.string() })

/** This machine’s, as a manifest says it. */
export const SISTEMA = `${process.platform}-${process.arch}`

export const MANIFIESTO = 'manifiesto.json'
export const PAQUETE = 'casa.tar.zst.age'

/** The manifest as it is written, sealed by the identity (`sellar`). */
export function escribir(de: Manifiesto, privada: string): string {
  const plain = manifiesto.parse(de)
  const sello = sellar(privada, JSON.stringify(plain))
  return `${JSON.stringify({ ...plain, sello }, null, 2)}\n`
}

/**
 * The manifest of the copy in `carpeta`, with its seal.
 * @throws Error in Spanish when there is none, or it cannot be read.
 */
export function leerManifiesto(carpeta: string): { manifiesto: Manifiesto; sello: string } {
  try {
    const { sello, ...rest } = conSello.parse(
      JSON.parse(readFileSync(join(carpeta, MANIFIESTO), 'utf8')),
    )
    return { manifiesto: rest, sello }
  } catch (error) {
    if (esDePermiso(error)) throw sinPermiso(join(carpeta, MANIFIESTO), carpeta)
    const away = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new Error(
      away
        ? `En «${carpeta}» no hay un respaldo: falta ${MANIFIESTO}.`
        : `El respaldo de «${carpeta}» está dañado: su ${MANIFIESTO} no se entiende. Use otro.`,
      { cause: error },
    )
  }
}

/**
 * The copies of a folder whose manifest can be read, the last one first: by where they end in the log, since a clock may
 * have stood wrong. Those of several houses stand by house, the one of the newest copy first.
 */
export function manifiestosDe(
  destino: string,
): { copia: string; manifiesto: Manifiesto; sello: string }[] {
  const all = copiasDe(destino).flatMap(({ nombre }) => {
    const copia = join(destino, nombre)
    try {
      return [{ copia, ...leerManifiesto(copia) }]
    } catch {
      return []
    }
  })
  const casas = [...new Set(all.map(({ manifiesto }) => manifiesto.identidad))]
  const key = ({ manifiesto }: (typeof all)[number]) => manifiesto.segmentos[1]
  return casas.flatMap((casa) =>
    all
      .filter(({ manifiesto }) => manifiesto.identidad === casa)
      .toSorted((a, b) => (key(a) < key(b) ? 1 : key(a) > key(b) ? -1 : 0)),
  )
}

/** Whether the seal is that of whoever holds the identity. */
export function selloValido(de: Manifiesto, sello: string, privada: string): boolean {
  const expected = Buffer.from(sellar(privada, JSON.stringify(manifiesto.parse(de))))
  const given = Buffer.from(sello)
  return expected.length === given.length && timingSafeEqual(expected, given)
}
