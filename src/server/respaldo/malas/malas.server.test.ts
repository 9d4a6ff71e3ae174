import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CasaPropia, casaPropia } from '../../../../test/support/respaldo/casa.ts'
import { orden } from '../../../../test/support/respaldo/orden.ts'
import { findPlace } from '../../embedded/folder.ts'
import { endAll } from '../../embedded/process.ts'
import { SUPERUSER } from '../../embedded/roles.ts'
import { comoRol } from '../../embedded/server.ts'
import { copiasDe } from '../copias.ts'
import { leerManifiesto } from '../manifiesto.ts'
import { probada } from '../traer.ts'

/* A house that is not right is copied and brought back: neither passes for good. */

const REGLA = 'El saldo de cada cuenta es la suma de sus apuntes'
let casa: CasaPropia
const destino = () => casa.at('copias')
const malas = () => readdirSync(destino()).filter((name) => name.endsWith('.malo'))
const sql = (text: string) =>
  comoRol(findPlace(casa.at('casa')), SUPERUSER, (client) => client.query(text))

beforeAll(async () => {
  casa = await casaPropia()
  await casa.copiar(destino())
})
afterAll(async () => {
  await endAll(findPlace(casa.at('otra')).data)
  await casa.cerrar()
})

/** An index that lost a row, and books that differ where every page and every index is whole. */
const CAUSAS = {
  async rota_n() {
    await sql('CREATE TABLE rota (n integer); CREATE INDEX rota_n ON rota (n)')
    const ready = (on: boolean) =>
      sql(`UPDATE pg_index SET indisready = ${on} WHERE indexrelid = 'rota_n'::regclass`)
    await ready(false)
    await sql('INSERT INTO rota VALUES (1)')
    await ready(true)
  },
  async [REGLA]() {
    await sql('DROP TABLE rota')
    await sql(`SET session_replication_role = replica;
      UPDATE cuentas_contables SET saldo = saldo + 1 WHERE id = (SELECT min(id) FROM cuentas_contables)`)
  },
}

test('a house with a broken index, or whose books differ, is copied, the copy does not count, and one such copy stays', async () => {
  const before = copiasDe(destino())
  const bad = new Set<string>()
  for (const [causa, falsear] of Object.entries(CAUSAS)) {
    await falsear()
    const failed = casa.copiar(destino(), { dias: 1, semanas: 0, meses: 0 })
    const { message } = await failed.then(
      () => new Error('it went well'),
      (error) => error,
    )
    expect(message).toContain(`${causa}: `)
    expect(copiasDe(destino())).toEqual(before)
    // As long as the cause is there each hour makes another one.
    const [stays = '', ...more] = malas()
    expect(more).toEqual([])
    expect(bad.has(stays)).toBe(false)
    bad.add(stays)
    // It is the one that is told, also where the clock was ahead when the one before was made.
    expect(message).toContain(stays)
    expect(leerManifiesto(join(destino(), stays)).manifiesto.comprobado).toBeNull()
    renameSync(join(destino(), stays), join(destino(), 'respaldo-20990101T000000Z.malo'))
  }
  const good = join(destino(), before[0]?.nombre ?? '')
  expect((await probada(good, casa.llaves.privada)).comprobado).not.toBeNull()
})

test('a restore of books that differ says which rule they break, and fails', async () => {
  const { code, said } = await orden(casa, 'restaurar', [
    join(destino(), malas()[0] ?? ''),
  ]).entera()
  expect(said).toContain(`DIFERENCIA: ${REGLA}. `)
  expect(said).not.toContain('Sin diferencias')
  expect(code).toBe(1)
})
