import { expect, test } from 'vitest'
import { ENSAYO, ensayo } from '../support/vitest/ensayo.ts'
import { SEMILLA } from './azar.ts'
import { comprobar, LIMPIO } from './comprobar.ts'
import { cuenta } from './historia.ts'
import { GOLPES, jaula } from './jaula.ts'

/** Each kind of kill once; in a rehearsal more often. */
const MUERTES = Number(process.env.CAMBISTA_MUERTES ?? (ENSAYO ? 12 : GOLPES.length))

test('no acknowledged operation is lost when server, database or connections are killed', async () => {
  const { historia, hallazgos, hechos, dicho } = await jaula({
    ...{ golpes: GOLPES, muertes: MUERTES, comprobar },
  })
  console.log(
    `R-100 seed ${SEMILLA}: kills ${JSON.stringify(hechos)}, ${JSON.stringify(cuenta(historia))}`,
  )
  expect(historia.errores).toEqual([])
  // A lost database does not crash the server: it wrote no stack trace.
  expect(dicho).not.toMatch(/Unhandled|Uncaught| {4}at /)
  expect(hallazgos).toMatchObject(LIMPIO)
  expect(cuenta(historia)).toMatchObject({ desconocido: 0, pedido: 0 })
  expect(hallazgos.operaciones).toBe(cuenta(historia).ok)
  expect(cuenta(historia).rechazado).toBeGreaterThan(0)
})

/** Commits do not wait for the disk and the WAL writer is slow: losses that the cage must find. */
const OLVIDADIZO = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'off',
  wal_writer_delay: '10000',
  wal_writer_flush_after: '65536',
  wal_buffers: '64MB',
}

ensayo('control: with synchronous_commit=off the same cage finds lost operations', async () => {
  const { historia, hallazgos } = await jaula({
    golpes: ['postgres', 'postgres inmediato'],
    muertes: 3,
    settings: OLVIDADIZO,
    comprobar,
  })
  const { ok } = cuenta(historia)
  console.log(`R-100 control: ${hallazgos.perdidas.length} of ${ok} acknowledged were lost`)
  expect(hallazgos.perdidas.length).toBeGreaterThan(0)
})
