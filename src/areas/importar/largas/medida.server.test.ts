import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { montarImportar, montarLargas } from '../../../../test/support/areas/importar.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import type { Afuera } from '../../../server/acceso/clave.ts'
import { servidor as beneficiarios } from '../../beneficiarios/server.ts'
import { contrato as clientesContrato } from '../../clientes/contract.ts'
import { servidor as clientes } from '../../clientes/server.ts'
import { startImportaciones } from './porciones.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')
const { fila, archivo } = montarImportar(adm)
const { abrir, ver, importar } = montarLargas(app, adm)

/** Another name for each row, as people have: those of one name are compared with each other. */
const letras = (n: number) =>
  n
    .toString(26)
    .replaceAll(/./g, (digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(Number.parseInt(digit, 26)))

test.runIf(process.env.CAMBISTA_MIDE)(
  '50,000 rows: how long each step takes, the memory, and how long a cashier waits meanwhile',
  async () => {
    const otro = await app.signedIn('caj')
    const filas = Number(process.env.CAMBISTA_MIDE_FILAS ?? 50_000)
    const text = archivo(
      ...Array.from({ length: filas }, (_, n) =>
        fila(undefined, `Rosa ${letras(n)}`, String(900_000_000 + n)),
      ),
    )
    const pausas = monitorEventLoopDelay({ resolution: 1 })
    let [peak, longest, answered] = [0, 0, 0]
    const paso = async (name: string, work: () => Promise<boolean>) => {
      const from = performance.now()
      pausas.reset()
      pausas.enable()
      ;[peak, longest, answered] = [0, 0, 0]
      let going = true
      while (going) {
        const asked = performance.now()
        expect((await otro.call(clientesContrato.listar, { query: { limite: '50' } })).status).toBe(
          200,
        )
        longest = Math.max(longest, performance.now() - asked)
        answered += 1
        peak = Math.max(peak, process.memoryUsage.rss())
        going = await work()
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      pausas.disable()
      process.stderr.write(
        `${name}: ${Math.round(performance.now() - from)} ms, ${Math.round(peak / 2 ** 20)} MB at most, ` +
          `${answered} answers to a cashier, the slowest ${Math.round(longest)} ms, ` +
          `longest pause of the loop ${Math.round(pausas.max / 1e6)} ms\n`,
      )
    }
    process.stderr.write(`at rest: ${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB\n`)
    const sent = abrir(text)
    let opened = false
    void sent.then(() => {
      opened = true
    })
    await paso('upload', async () => !opened)
    const { id } = (await sent).body
    const stop = startImportaciones(
      { clientes, beneficiarios },
      { db: app.db, afuera: {} as Afuera & { anclas: string } },
      (error) => {
        throw error
      },
    )
    await paso('check', async () => (await ver(id)).estado === 'revisando')
    await importar(id)
    await paso('import', async () => (await ver(id)).estado === 'importando')
    await stop()
    expect((await ver(id)).totales.nueva).toBe(filas)
  },
)
