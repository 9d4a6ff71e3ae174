import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Juntos } from '../../src/server/db/lote/lote.ts'
import { type EmbeddedPostgres, startPostgres } from '../../src/server/embedded/embedded.ts'
import { processesOf } from '../../src/server/embedded/process.ts'
import { PLAZO } from '../support/plazos.ts'
import { comoSuperusuario } from '../support/servidor/dueno.ts'
import { type Azar, azarDe, SEMILLA } from './azar.ts'
import { abrirCasa, type Local } from './casa.ts'
import { type Historia, historiaNueva, trabajar } from './historia.ts'
import { arrancar, type Servidor } from './servidor.ts'

const CLIENTES = 16
export const GOLPES = ['api', 'postgres', 'postgres inmediato', 'una conexión', 'todo'] as const

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
export async function jaula<H>(o: {
  golpes: readonly (typeof GOLPES)[number][]
  muertes: number
  settings?: Record<string, string>
  /** How many requests share a set. */
  juntos?: Juntos
  /** What its clients ask for, once the house is open; without it, operations of the counter. */
  pedidas?(casa: Local, clientes: number): Promise<Parameters<typeof trabajar>[0]['pedida']>
  comprobar(db: Local['db'], historia: Historia): Promise<H>
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
    const pedida = await o.pedidas?.(casa, CLIENTES)
    await asegurar(postgres.url)
    const api = await arrancar(postgres.url, {
      vigilado: true,
      olvidadiza: o.settings !== undefined,
      juntos: o.juntos,
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
        ...(pedida && { pedida }),
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
    const hallazgos = await o.comprobar(casa.db, historia)
    await casa.db.destroy()
    return { historia, hallazgos, hechos, dicho: api.dicho }
  } finally {
    await postgres.stop()
    rmSync(root, { recursive: true, force: true })
  }
}
