import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from '../../src/server/embedded/embedded.ts'
import { processesOf } from '../../src/server/embedded/process.ts'
import { PLAZO } from '../support/plazos.ts'
import { comoSuperusuario } from '../support/servidor/dueno.ts'
import { type Azar, azarDe, SEMILLA } from './azar.ts'
import { abrirCasa } from './casa.ts'
import { comprobar, LIMPIO } from './comprobar.ts'
import { cuenta, type Historia, historiaNueva, trabajar } from './historia.ts'
import { arrancar, type Servidor } from './servidor.ts'

const MUERTES = Number(process.env.CAMBISTA_MUERTES ?? 12)
const CLIENTES = 16
const GOLPES = ['api', 'postgres', 'postgres inmediato', 'una conexión', 'todo'] as const

interface Blanco {
  postgres: EmbeddedPostgres
  data: string
  api: Servidor
}

function golpear(azar: Azar, golpe: (typeof GOLPES)[number], { postgres, data, api }: Blanco) {
  if (golpe === 'api' || golpe === 'todo') api.senal('SIGKILL')
  if (postgres.pid === 0) return
  if (golpe === 'postgres' || golpe === 'todo') process.kill(postgres.pid, 'SIGKILL')
  if (golpe === 'postgres inmediato') process.kill(postgres.pid, 'SIGQUIT')
  if (golpe === 'una conexión') {
    const others = processesOf(data).filter((pid) => pid !== postgres.pid)
    if (others.length > 0) process.kill(azar.de(others), 'SIGKILL')
  }
}

/** Waits until `mas` more operations succeed; throws after `PLAZO`. */
async function servidos(historia: Historia, mas: number): Promise<void> {
  const known = () => historia.sucesos.filter(({ fin }) => fin === 'ok').length
  const goal = known() + mas
  const end = performance.now() + PLAZO
  while (known() < goal) {
    if (performance.now() > end) throw new Error('nobody was served after a kill')
    await sleep(10)
  }
}

/** Writes the data of the setup to disk (CHECKPOINT), even where commits do not wait for the disk. */
async function asegurar(url: string): Promise<void> {
  await comoSuperusuario(url, 'CHECKPOINT')
}

/** Runs clients while server and database are killed; returns the clients' history and its check against the books. */
async function jaula(o: {
  golpes: readonly (typeof GOLPES)[number][]
  muertes: number
  settings?: Record<string, string>
}) {
  const azar = azarDe(SEMILLA)
  const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
  const carpeta = join(root, 'datos')
  const postgres = await startPostgres({
    carpeta,
    ...(o.settings && { durable: false, settings: o.settings }),
  })
  try {
    const casa = await abrirCasa(postgres.url, 4, CLIENTES)
    await asegurar(postgres.url)
    const api = await arrancar(postgres.url, {
      vigilado: true,
      olvidadiza: o.settings !== undefined,
    })
    const historia = historiaNueva()
    const blanco = { postgres, data: join(carpeta, 'postgres'), api }
    const hechos: Record<string, number> = {}
    try {
      const work = trabajar({
        casa,
        clientes: CLIENTES,
        azar,
        puerto: () => api.puerto,
        historia,
      })
      await servidos(historia, 100)
      for (let n = 0; n < o.muertes; n += 1) {
        await sleep(azar.entero(50, 700))
        // The kinds of kill take turns, so that each one occurs.
        const golpe = o.golpes[n % o.golpes.length] as (typeof GOLPES)[number]
        golpear(azar, golpe, blanco)
        hechos[golpe] = (hechos[golpe] ?? 0) + 1
        await servidos(historia, 20)
      }
      await work.parar()
    } finally {
      historia.abandonada = true
      await api.parar()
    }
    const hallazgos = await comprobar(casa.db, historia)
    await casa.db.destroy()
    return { historia, hallazgos, hechos, dicho: api.dicho }
  } finally {
    await postgres.stop()
    rmSync(root, { recursive: true, force: true })
  }
}

test('no acknowledged operation is lost when server, database or connections are killed', async () => {
  const { historia, hallazgos, hechos, dicho } = await jaula({ golpes: GOLPES, muertes: MUERTES })
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

test('control: with synchronous_commit=off the same cage finds lost operations', async () => {
  const { historia, hallazgos } = await jaula({
    golpes: ['postgres', 'postgres inmediato'],
    muertes: 3,
    settings: OLVIDADIZO,
  })
  const { ok } = cuenta(historia)
  console.log(`R-100 control: ${hallazgos.perdidas.length} of ${ok} acknowledged were lost`)
  expect(hallazgos.perdidas.length).toBeGreaterThan(0)
})
