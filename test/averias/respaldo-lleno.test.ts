import { chmodSync, existsSync, readdirSync, statfsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { correr } from '../despliegue/apoyo.ts'
import { ensayo } from '../support/vitest/ensayo.ts'
import { type Disco, discoEn, sinDisco } from './disco.ts'
import { borrar, carpetaDePruebas, casaEn, entornoDe } from './programa.ts'

/*
 * the disk of the backups is full, or that of the data has no room to look at one or to bring one back.
 */

const raiz = carpetaDePruebas()
chmodSync(raiz, 0o711)
const molde = join(raiz, 'molde')
const FRASE = 'caballo pila grapa correcta luna'

/** Runs a command as people do, where this disk is mounted. */
function orden({ dentro }: Disco, script: string, datos: string, args: string[]) {
  const line = [resolve('scripts/run.mjs'), `scripts/respaldo/${script}.ts`]
  return correr([...dentro, process.execPath, ...line, ...args], {
    carpeta: raiz,
    env: { ...entornoDe(datos, raiz), CAMBISTA_RESPALDO_FRASE: FRASE },
  })
}
const respaldar = (disco: Disco, datos: string, destino: string) =>
  orden(disco, 'respaldar', datos, [destino])
const copias = (folder: string) =>
  existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith('respaldo-')) : []
const sinEspacio = (folder: string) => ({
  code: 1,
  dicho: expect.stringContaining(`No queda espacio en «${folder}»: hace falta lugar`),
})

/** What `work` answers, and how many bytes were left on a disk at the worst moment of it. */
async function lomenos<T>({ desde }: Disco, work: () => Promise<T>): Promise<[T, number]> {
  let least = Number.POSITIVE_INFINITY
  const look = () => {
    const { bavail, bsize } = statfsSync(desde)
    least = Math.min(least, bavail * bsize)
  }
  const timer = setInterval(look, 5)
  try {
    const done = await work()
    look()
    return [done, least]
  } finally {
    clearInterval(timer)
  }
}

describe.skipIf(sinDisco('memoria', raiz))('a backup without room', () => {
  const discos: Disco[] = []
  const disco = async (name: string, megas: number, de?: string) => {
    const made = await discoEn(join(raiz, name), { megas, ...(de && { de }) })
    discos.push(made)
    return made
  }
  beforeAll(async () => {
    await casaEn(molde)
  })
  afterAll(async () => {
    for (const one of discos) await one.soltar()
    borrar(raiz)
  })

  ensayo(
    'on the disk of the copies it says so, leaves nothing, and the copy before stays',
    async () => {
      const one = await disco('copias', 100)
      await one.llenar(2)
      expect(await respaldar(one, molde, one.carpeta)).toMatchObject(sinEspacio(one.carpeta))
      expect(copias(one.desde)).toEqual([])
      await one.vaciar()
      expect(await respaldar(one, molde, one.carpeta)).toMatchObject({ code: 0 })
      const made = copias(one.desde)
      expect(made).toEqual([expect.stringMatching(/^respaldo-\d+T\d+Z$/)])
      await one.llenar()
      expect(await respaldar(one, molde, one.carpeta)).toMatchObject(sinEspacio(one.carpeta))
      expect(copias(one.desde)).toEqual(made)
    },
  )

  test('beside the data, where it is looked at, it says so before it is made, and people can work', async () => {
    const one = await disco('datos', 400, molde)
    const before = readdirSync(one.desde)
    const destino = join(raiz, 'afuera')
    await one.llenar(100)
    const [ended, least] = await lomenos(one, () => respaldar(one, one.carpeta, destino))
    expect(ended).toMatchObject({
      code: 1,
      dicho: expect.stringMatching(
        new RegExp(
          `No queda espacio en el disco de la carpeta de datos ${one.carpeta}: .* y quedan \\d+ MB`,
        ),
      ),
    })
    // It is the disk on which PostgreSQL writes what people do.
    expect(least).toBeGreaterThan(50e6)
    expect(copias(destino)).toEqual([])
    const more = readdirSync(one.desde).filter((name) => !before.includes(name))
    expect(more).toEqual(['lastre'])
  })

  ensayo(
    'a restore without room says so, and leaves the house that was there as it was',
    async () => {
      const one = await disco('lugar', 400, molde)
      const destino = join(raiz, 'buenas')
      expect(await respaldar(one, one.carpeta, destino)).toMatchObject({ code: 0 })
      const postgres = join(one.desde, 'postgres')
      const huella = () =>
        readdirSync(postgres, { recursive: true, encoding: 'utf8' })
          .toSorted()
          .map((name) => `${name} ${statSync(join(postgres, name)).mtimeMs}`)
      const [before, house] = [readdirSync(one.desde), huella()]
      const traer = () => orden(one, 'restaurar', one.carpeta, [destino, '--reemplazar'])
      // A few files fit, and not even the first one.
      for (const deja of [10, 0]) {
        await one.llenar(deja)
        const { code, dicho } = await traer()
        expect([code, dicho]).toEqual([
          1,
          expect.stringContaining(
            `No queda espacio en el disco de la carpeta de datos ${one.carpeta}: libere espacio`,
          ),
        ])
        // Nothing was begun. A disk without a byte refuses the mark of whoever has the folder, before it is asked for room.
        expect(dicho).not.toContain('Restaurando')
        if (deja > 0) expect(dicho).toContain('Hacen falta')
        await one.vaciar()
        expect([readdirSync(one.desde), huella()]).toEqual([before, house])
      }
      expect(await traer()).toMatchObject({
        code: 0,
        dicho: expect.stringContaining('La casa que había queda'),
      })
    },
  )
})
