import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CasaPropia, casaPropia, query } from '../../../../test/support/respaldo/casa.ts'
import { type Muerte, muereEn } from '../../../../test/support/respaldo/muere.ts'
import { orden } from '../../../../test/support/respaldo/orden.ts'
import { ensayo } from '../../../../test/support/vitest/ensayo.ts'
import { adelanto } from '../../../core/zona.ts'
import { aMedias } from '../../embedded/a-medias.ts'
import { startPostgres } from '../../embedded/embedded.ts'
import { findPlace } from '../../embedded/folder.ts'
import { endAll } from '../../embedded/process.ts'
import { copiasDe } from '../copias.ts'
import { MANIFIESTO, manifiestosDe, PAQUETE } from '../manifiesto.ts'
import { probada } from '../traer.ts'
import { abrir, carpetaDe, segmentosDe } from './almacen.ts'
import { tramoDe } from './aplicar.ts'
import { archivador } from './archivar.ts'
import { SEGMENTO } from './segmento.ts'

/* Each command is killed in each of its phases: nothing is lost, and the next one goes on. */

let casa: CasaPropia
const at = (name: string) => casa.at(name)
const otra = () => findPlace(at('otra'))
const escribir = (n: number) => query(casa.house.url, `INSERT INTO prueba.acuses VALUES (${n})`)

/** Kills a command in a phase, which the disk shows; what it leaves is still of that phase. */
async function muerta(begun: ReturnType<typeof orden>, fase: () => boolean): Promise<void> {
  const early = begun.fin.then(({ said }) => Promise.reject(new Error(`it ended: ${said}`)))
  await Promise.race([expect.poll(fase, { interval: 5 }).toBe(true), early])
  begun.child.kill('SIGKILL')
  await begun.fin
  expect(fase()).toBe(true)
}

/** The server notices that the one who was killed holds nothing any more. */
async function suelta(): Promise<void> {
  const held = () =>
    query(
      casa.house.url,
      `SELECT FROM pg_locks WHERE locktype = 'advisory' UNION ALL SELECT FROM pg_replication_slots WHERE temporary`,
    )
  await expect.poll(held).toEqual([])
}

beforeAll(async () => {
  casa = await casaPropia({ durable: true })
  await query(casa.house.url, 'CREATE SCHEMA prueba; CREATE TABLE prueba.acuses (n integer)')
})
afterAll(async () => {
  for (const name of ['otra', 'vuelta']) await endAll(findPlace(at(name)).data)
  await casa.cerrar()
})

test('a backup is killed while it copies and while it looks at its copy: none of them counts, and the next one does', async () => {
  const partes = () => readdirSync(at('copias')).filter((name) => name.endsWith('.parcial'))
  const en = (name: string) => partes().map((each) => join(at('copias'), each, name))
  const ensayos = () => readdirSync(at('casa')).filter((name) => name.startsWith('ensayo-'))
  const fases = {
    copia: () =>
      existsSync(at('copias')) &&
      en(PAQUETE).some((path) => existsSync(path) && statSync(path).size > 0) &&
      !en(MANIFIESTO).some((path) => existsSync(path)),
    ensayo: () => ensayos().some((name) => existsSync(join(at('casa'), name, 'postgres'))),
  }
  for (const [n, fase] of Object.values(fases).entries()) {
    await muerta(orden(casa, 'respaldar', [at('copias')]), fase)
    expect(copiasDe(at('copias'))).toEqual([])
    expect(partes()).toHaveLength(n + 1)
    await escribir(n)
    await suelta()
  }
  expect(await orden(casa, 'respaldar', [at('copias')]).entera()).toMatchObject({
    code: 0,
    said: expect.stringContaining('Respaldo hecho y comprobado'),
  })
  expect(copiasDe(at('copias'))).toHaveLength(1)
  expect(ensayos()).toEqual([])
  expect(await query(casa.house.url, 'SELECT n FROM prueba.acuses ORDER BY n')).toEqual([
    { n: 0 },
    { n: 1 },
  ])
})

ensayo(
  'a restore to an instant, in place of a house, is killed in each phase: no house starts, the one before stays, and the next one goes on',
  async () => {
    const { llaves } = casa
    const cabezas = at('cabezas.jsonl')
    const turn = archivador({
      place: findPlace(at('casa')),
      destino: at('copias'),
      llaves,
      cabezas,
    })
    await turn()
    await casa.copiar(at('copias'))
    await escribir(2)
    await turn()
    const segundo = Math.ceil(Date.now() / 1_000) * 1_000
    await expect.poll(() => Date.now()).toBeGreaterThan(segundo)
    await escribir(3)
    await turn()
    const hasta = new Date(segundo + adelanto(segundo)).toISOString().slice(0, 19).replace('T', ' ')

    const { data } = otra()
    mkdirSync(data, { recursive: true })
    writeFileSync(join(data, 'la-de-antes'), '')
    const hay = (name: string) => existsSync(join(data, name))
    const fases = {
      desempaca: () => aMedias(otra()) && !hay('global/pg_control'),
      recupera: () => hay('recovery.signal'),
      concilia: () => aMedias(otra()) && hay('backup_label.old') && !hay('recovery.signal'),
    }
    const pedido = [at('copias'), '--hasta', hasta]
    const antes = () => readdirSync(at('otra')).filter((name) => name.startsWith('postgres.antes-'))
    for (const [n, fase] of Object.values(fases).entries()) {
      // Asked for once: who goes on need not say again what is to be replaced.
      await muerta(orden(casa, 'restaurar', n === 0 ? [...pedido, '--reemplazar'] : pedido), fase)
      await expect(startPostgres({ carpeta: at('otra') })).rejects.toThrow('no terminó')
      expect(antes()).toHaveLength(1)
      expect(existsSync(join(at('otra'), antes()[0] ?? '', 'la-de-antes'))).toBe(true)
    }
    const { code, said } = await orden(casa, 'restaurar', pedido).entera()
    expect([code, said]).toEqual([0, expect.stringContaining('Sin diferencias.')])
    expect(said).toContain(`La casa que había queda en «${join(at('otra'), antes()[0] ?? '')}»`)
    const postgres = await startPostgres({ carpeta: at('otra'), durable: false })
    try {
      const there = await query(postgres.url, 'SELECT n FROM prueba.acuses ORDER BY n')
      expect(there).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }])
    } finally {
      await postgres.stop()
    }
    expect(readdirSync(at('otra-secretos')).filter((name) => name.startsWith('llegados-'))).toEqual(
      [],
    )
  },
)

/** Where the copies and the log of those lie that are killed in a phase too short to be seen from outside. */
const destino = () => at('otras')
const registro = () => carpetaDe(destino(), manifiestosDe(destino())[0]?.manifiesto.identidad ?? '')
const turno = () =>
  archivador({
    ...{ place: findPlace(at('casa')), destino: destino(), llaves: casa.llaves },
    cabezas: at('cabezas.jsonl'),
  })()

/** Makes the first copy of the folder, and the log that follows it. */
async function abierta(): Promise<void> {
  if (existsSync(destino())) return
  await turno()
  await casa.copiar(destino())
  await turno()
}

/** The copies that count, each of which is whole, and until when the log follows the last one. */
async function enteras() {
  const all = manifiestosDe(destino())
  expect(all).toHaveLength(copiasDe(destino()).length)
  const { privada } = casa.llaves
  for (const { copia } of all)
    expect(await probada(copia, privada)).toMatchObject({ comprobado: expect.any(Object) })
  const { segmentos, hasta } = tramoDe(registro(), all[0]?.manifiesto.segmentos[1] ?? '', privada)
  for (const each of segmentos) expect(await abrir(each, privada)).toHaveLength(SEGMENTO)
  return { copias: all.map(({ copia }) => copia), hasta: hasta?.getTime() ?? 0 }
}

ensayo('a turn of the log is killed at each step of it, and the next one goes on', async () => {
  await abierta()
  const pasos: Muerte[] = [
    { llamada: 'writeFileSync', ruta: '\\.zst\\.age\\.parcial$' },
    { llamada: 'renameSync', ruta: '\\.zst\\.age\\.parcial$' },
    // It is kept, and PostgreSQL was not told.
    { llamada: 'readFileSync', ruta: '\\.zst\\.age$' },
    { llamada: 'writeFileSync', ruta: 'hasta\\.json\\.parcial$' },
    { llamada: 'writeFileSync', ruta: 'registro\\.json\\.parcial$' },
  ]
  for (const paso of pasos) {
    await escribir(10)
    const before = await enteras()
    const child = fork(resolve('test/support/respaldo/archiva.ts'), {
      execArgv: muereEn(paso),
      env: {
        ...process.env,
        ...{ CAMBISTA_DATOS: at('casa'), CAMBISTA_SECRETOS: casa.root },
        ...{ CAMBISTA_RESPALDO: destino(), CAMBISTA_CLAVE: casa.clave.toString('hex') },
      },
    })
    // One that ends its turn is told to go.
    child.once('message', () => child.disconnect())
    child.send({ turno: 0 })
    expect([paso, ...(await once(child, 'exit'))]).toEqual([paso, null, 'SIGKILL'])
    await suelta()
    const after = await enteras()
    expect(after.hasta).toBeGreaterThanOrEqual(before.hasta)
    expect(await turno()).toMatchObject({ suelto: false })
    expect((await enteras()).hasta).toBeGreaterThan(after.hasta)
  }
})

ensayo('a backup is killed as it counts, and as it removes old ones and their log', async () => {
  await abierta()
  const respaldo = (opciones?: string[]) =>
    orden(casa, 'respaldar', [destino()], {
      ...(opciones && { opciones }),
      env: { CAMBISTA_RESPALDO_CONSERVAR: '1,0,0' },
    })
  const quita = 'respaldo-\\w+Z(\\.borrado)?$'
  const fases: [Muerte, cuenta: boolean][] = [
    [{ llamada: 'writeFileSync', ruta: 'parcial.manifiesto\\.json$', vez: 2 }, false],
    [{ llamada: 'renameSync', ruta: 'respaldo-\\w+Z\\.parcial$' }, false],
    [{ llamada: 'rmSync', ruta: quita, ido: PAQUETE }, true],
    // What the one before left goes first.
    [{ llamada: 'rmSync', ruta: quita, vez: 2, ido: MANIFIESTO }, true],
    [{ llamada: 'rmSync', ruta: 'registro.*\\.zst\\.age$', vez: 2 }, true],
  ]
  for (const [n, [muerte, cuenta]] of fases.entries()) {
    const before = await enteras()
    const { child, fin } = respaldo(muereEn(muerte))
    const { said } = await fin
    expect([child.signalCode, said]).toEqual(['SIGKILL', expect.stringContaining('comprobarla')])
    await suelta()
    const { copias } = await enteras()
    expect(copias).toHaveLength(1)
    expect(copias[0] !== before.copias[0]).toBe(cuenta)
    await escribir(20 + n)
    expect(await turno()).toMatchObject({ suelto: false })
    expect((await enteras()).hasta).toBeGreaterThan(before.hasta)
  }
  expect(await respaldo().entera()).toMatchObject({ code: 0 })
  const { copias } = await enteras()
  expect(copias).toHaveLength(1)
  expect(readdirSync(destino()).filter((name) => name.endsWith('.borrado'))).toEqual([])
  const [desde = ''] = manifiestosDe(destino())[0]?.manifiesto.segmentos ?? []
  expect(segmentosDe(registro()).filter(({ nombre }) => nombre < desde)).toEqual([])

  await escribir(30)
  await turno()
  const env = { CAMBISTA_DATOS: at('vuelta'), CAMBISTA_SECRETOS: at('vuelta-secretos') }
  expect(await orden(casa, 'restaurar', [destino()], { env }).entera()).toMatchObject({
    code: 0,
    said: expect.stringContaining('Sin diferencias.'),
  })
  const acuses = (url: string) => query(url, 'SELECT n FROM prueba.acuses ORDER BY n')
  const postgres = await startPostgres({ carpeta: at('vuelta'), durable: false })
  try {
    expect(await acuses(postgres.url)).toEqual(await acuses(casa.house.url))
  } finally {
    await postgres.stop()
  }
})
