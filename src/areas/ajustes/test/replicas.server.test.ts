import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, comoSuperusuario } from '../../../../test/support/servidor/dueno.ts'
import { sombra } from '../../../../test/support/servidores/sombra.ts'
import { aportes } from '../aportes.ts'
import { contrato } from '../contract.ts'
import { avisoDeReplicas } from '../replicas/aviso.ts'

/* what an acknowledged operation is worth if the server is lost is said. A standby is played by a connection. */

const app = await startTestApp()
const adm = await app.signedIn('adm')
const leer = async () => (await adm.call(contrato.programa, {})).body.replicas

/** What a house of several machines is told to give the owner: the shipped file, line by line. */
const CASA = readFileSync('escala/casa.sql', 'utf8')
const [VER = ''] = CASA.match(/^GRANT .*$/m) ?? []

const medida = async (name: string) => {
  const found = aportes.mide?.find(({ nombre }) => nombre === `cambista_replication_${name}`)
  const { rows } = await sql<{ valor: unknown }>`${sql.raw(found?.consulta ?? '')}`.execute(app.db)
  return rows[0]?.valor
}

/** What the bell of whoever edits the settings says of them, and the start. */
async function dice() {
  const found = aportes.contadores?.find(({ clave }) => clave === 'replica')
  const { rows } = await sql<{ n: string; cual: string | null }>`
    SELECT (${sql.raw(found?.consulta ?? '')})::text AS n, (${sql.raw(found?.nombra ?? '')}) AS cual`.execute(
    app.db,
  )
  const { n, cual } = rows[0] as (typeof rows)[0]
  expect(n).toBe(cual === null ? '0' : '1')
  expect(await avisoDeReplicas(app.db)).toBe(cual && `Aviso: réplica de la base: ${cual}.`)
  return cual
}

const replica = (name: string) => sombra(app.url, name)

const open: { end(): Promise<void> }[] = []
afterAll(async () => {
  for (const one of open) await one.end()
  await comoSuperusuario(app.url, 'REVOKE pg_read_all_stats FROM cambista_dueno')
})

test('without a standby there is nothing to tell', async () => {
  expect(await leer()).toEqual({
    ...{ cuantas: 0, sincronas: 0, bytes: null, segundos: null },
    ...{ vistas: true, pedidas: '' },
  })
  expect(await dice()).toBeNull()
})

test('standbys are counted where their state is not to be seen, and seen where it is', async () => {
  const one = await replica('sombra')
  open.push(one, await replica('pg_receivewal'))
  await expect.poll(leer).toMatchObject({ cuantas: 1, vistas: false, bytes: null })
  expect(VER).toMatch(/^GRANT pg_read_all_stats TO cambista_dueno;$/)
  // What nobody sees is not measured as none: the alert rings for it.
  expect(await medida('standbys')).toBe(1)
  expect(await medida('synchronous_standbys')).toBeNull()
  expect(await dice()).toContain('no se ve si las operaciones la esperan')
  await comoSuperusuario(app.url, VER)
  one.aplica(0)
  await expect.poll(leer).toMatchObject({ cuantas: 1, sincronas: 0, vistas: true })
  expect(await medida('synchronous_standbys')).toBe(0)
  expect(await dice()).toContain('ninguna operación la espera')
  expect(await medida('lag_bytes')).not.toBeNull()
  await comoDueno(app.url, 'CREATE TABLE relleno AS SELECT generate_series(1, 20000) n')
  await expect.poll(async () => (await leer()).bytes ?? 0).toBeGreaterThan(100_000)
})

test('a standby that operations wait for is counted, one of a quorum too, and one that is missing is none', async () => {
  await comoSuperusuario(app.url, VER)
  const pedir = async (names: string) => {
    await comoSuperusuario(app.url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`)
    await comoSuperusuario(app.url, 'SELECT pg_reload_conf()')
  }
  for (const one of open.splice(0)) await one.end()
  try {
    await pedir('nadie')
    await expect.poll(leer).toMatchObject({ cuantas: 0, sincronas: 0, pedidas: 'nadie' })
    expect(await dice()).toContain('las operaciones esperan a una que no está')
    const one = await replica('sombra')
    open.push(one)
    const state = (names: string, sincronas: number) =>
      expect
        .poll(async () => {
          one.aplica(0)
          return leer()
        })
        .toMatchObject({ cuantas: 1, sincronas, pedidas: names })
    await state('nadie', 0)
    for (const [names, sincronas] of [
      ['sombra', 1],
      ['ANY 1 (sombra, nadie)', 1],
      ['FIRST 1 (nadie)', 0],
      ['', 0],
    ] as const) {
      await pedir(names)
      await state(names, sincronas)
      expect(await dice()).toEqual(sincronas > 0 ? null : expect.any(String))
    }
  } finally {
    await comoSuperusuario(app.url, 'ALTER SYSTEM RESET synchronous_standby_names')
    await comoSuperusuario(app.url, 'SELECT pg_reload_conf()')
  }
})

test('alerts ring for a standby that nothing waits for, and for one that went, for as long as a month', () => {
  const rules = readFileSync('vigilancia/alertas.yml', 'utf8')
  const standbys = 'cambista_replication_standbys'
  for (const rule of [
    `${standbys} > 0 and cambista_replication_synchronous_standbys == 0`,
    `${standbys} < max_over_time(${standbys}[30d])`,
  ])
    expect(rules).toContain(`expr: ${rule}\n`)
})
