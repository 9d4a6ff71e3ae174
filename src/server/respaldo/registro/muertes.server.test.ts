import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CasaPropia, casaPropia, query } from '../../../../test/support/respaldo/casa.ts'
import { orden } from '../../../../test/support/respaldo/orden.ts'
import { ensayo } from '../../../../test/support/vitest/ensayo.ts'
import { adelanto } from '../../../core/zona.ts'
import { aMedias } from '../../embedded/a-medias.ts'
import { startPostgres } from '../../embedded/embedded.ts'
import { findPlace } from '../../embedded/folder.ts'
import { endAll } from '../../embedded/process.ts'
import { copiasDe } from '../copias.ts'
import { MANIFIESTO, PAQUETE } from '../manifiesto.ts'
import { archivador } from './archivar.ts'

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

beforeAll(async () => {
  casa = await casaPropia({ durable: true })
  await query(casa.house.url, 'CREATE SCHEMA prueba; CREATE TABLE prueba.acuses (n integer)')
})
afterAll(async () => {
  await endAll(otra().data)
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
    // The server notices that the one who held these has gone.
    const held = () =>
      query(
        casa.house.url,
        `SELECT FROM pg_locks WHERE locktype = 'advisory' UNION ALL SELECT FROM pg_replication_slots`,
      )
    await expect.poll(held).toEqual([])
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
