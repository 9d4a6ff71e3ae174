import { abrirCasa, type Casa } from './main.casa.ts'
import { type Inicio, importar, type Program, servir } from './main.servir.ts'
import { leerTls } from './server/http/guardia/tls.ts'
import { exigirAmparo } from './server/http/publicado/amparo.ts'
import { logDe } from './server/log/log.ts'
import { readConfig } from './server/proceso/config.ts'
import { exigirEsteEquipo } from './server/proceso/demo.ts'
import { avisoDeConexiones, exigirMemoria } from './server/procesos/cabida.ts'
import { fail, onSignal } from './server/procesos/fin.ts'
import { esHijo, type Reparto, recibir, repartir } from './server/procesos/hijos.ts'
import { soltar } from './server/procesos/soltar.ts'

/** Runs the program until a signal ends it. A known cause that prevents the start is reported in one sentence. */
export function runProgram(program: Program = {}): void {
  main(program).catch((error) => fail(error))
}

/** Composition root: reads settings, opens the house, and serves it in this process or in several. */
async function main(program: Program): Promise<void> {
  const config = readConfig(process.env)
  const reparto = esHijo() ? await recibir<Casa>() : null
  const log = logDe({ ...config, proceso: reparto?.numero ?? null })
  await start({ config, log, program }, reparto).catch((error) => fail(error, log))
}

async function start(inicio: Inicio, reparto: Reparto<Casa> | null): Promise<void> {
  const { config, program, log } = inicio
  const tls = leerTls(process.env)
  await exigirEsteEquipo(config)
  const soloProxies = await exigirAmparo(config, tls)
  const comun = { ...inicio, tls, soloProxies }
  if (reparto) return servir({ ...comun, reparto, cerrar: async () => {} })
  exigirMemoria(config.procesos)
  if (config.procesos > 1) return enVarios(inicio)
  const code = importar()
  const { casa, cerrar } = await abrirCasa(config, { ...program, say: log.say })
  return servir({ ...comun, reparto: { numero: 1, anuncia: true, casa }, cerrar, code })
}

/** Opens the house once and serves it in several processes; this one keeps them, and says what they measure. */
async function enVarios({ config, program, log }: Inicio): Promise<void> {
  const { say } = log
  const { casa, cerrar } = await abrirCasa(config, { ...program, say })
  try {
    const aviso = await avisoDeConexiones(casa.servidor, config.procesos)
    if (aviso) say(aviso)
    const hijos = await repartir(config.procesos, casa, log.warn)
    soltar()
    say(`${config.procesos} procesos atienden.`)
    const { medidasDeVarios } = await import('./server/metricas/varios.ts')
    const metricas =
      config.metricas && (await medidasDeVarios(config.metricas, hijos, config.nombres))
    if (metricas) say(`Métricas en ${metricas.url}`)
    if (metricas?.aviso) say(metricas.aviso)
    onSignal(async () => {
      await hijos.parar()
      await metricas?.close()
      await cerrar()
      log.cerrar()
    }, log)
  } catch (error) {
    await cerrar()
    throw error
  }
}
