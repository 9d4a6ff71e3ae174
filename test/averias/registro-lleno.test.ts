import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findPlace } from '../../src/server/embedded/folder.ts'
import { registroQueEspera } from '../../src/server/embedded/memoria.ts'
import { archivador } from '../../src/server/respaldo/registro/archivar.ts'
import { numeroDe } from '../../src/server/respaldo/registro/segmento.ts'
import { type CasaPropia, casaPropia, query } from '../support/respaldo/casa.ts'
import { type Disco, discoEn, sinDisco } from './disco.ts'
import { borrar, carpetaDePruebas } from './programa.ts'

/* the disk of the copies is full, to the last byte, and the log goes on being written. */

const raiz = carpetaDePruebas()
chmodSync(raiz, 0o711)

describe.skipIf(sinDisco('memoria', raiz))('a full disk of the copies', () => {
  let casa: CasaPropia
  let disco: Disco
  beforeAll(async () => {
    disco = await discoEn(join(raiz, 'copias'), { megas: 100 })
    casa = await casaPropia()
  })
  afterAll(async () => {
    await casa.cerrar()
    await disco.soltar()
    borrar(raiz)
  })

  test('what waits already may go on waiting, however little its own disk has left', () => {
    const data = join(disco.desde, 'otra')
    const wal = join(data, 'pg_wal')
    mkdirSync(wal, { recursive: true })
    expect(registroQueEspera(data)).toBe(64)
    for (let n = 0; n < 20; n += 1) writeFileSync(join(wal, String(n)), '')
    // Half of what the disk has left besides.
    expect(registroQueEspera(data)).toBeGreaterThan(20 * 16)
    expect(registroQueEspera(data)).toBeLessThanOrEqual(20 * 16 + 50)
    rmSync(data, { recursive: true })
  })

  test('takes one segment of the house’s disk, leaves nothing half written, and the log follows without a gap', async () => {
    const { url } = casa.house
    const turn = archivador({
      ...{ place: findPlace(casa.at('casa')), destino: disco.desde, llaves: casa.llaves },
      cabezas: casa.at('cabezas.jsonl'),
    })
    await casa.copiar(disco.desde)
    // Of what is not repeated a minute does not fit into what the folders of a disk have left.
    const minuto = () =>
      query(
        url,
        'CREATE TABLE m AS SELECT gen_random_uuid() FROM generate_series(1, 20000); DROP TABLE m',
      )
    const segmento = async () => {
      const [row] = await query<{ en: string }>(
        url,
        'SELECT pg_walfile_name(pg_current_wal_lsn()) AS en',
      )
      return Number(numeroDe(row?.en ?? ''))
    }
    await minuto()
    expect(await turn()).toMatchObject({ suelto: false })
    await minuto()
    const [before, files] = [await segmento(), readdirSync(disco.desde, { recursive: true }).length]
    await disco.llenar()
    for (const minute of [1, 2, 3, 4]) {
      await expect(turn()).rejects.toThrow('ENOSPC')
      await minuto()
      expect([minute, await segmento()]).toEqual([minute, before + 1])
    }
    await disco.vaciar()
    expect(readdirSync(disco.desde, { recursive: true })).toHaveLength(files)
    expect(await turn()).toMatchObject({ suelto: false })
  })
})
