import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { type CasaPropia, FRASE } from './casa.ts'

interface Aparte {
  env?: NodeJS.ProcessEnv
  /** Options of its Node. */
  opciones?: readonly string[]
}

/** The command of a copy of the house, or of a restore to the folder `otra` beside it, as a person gives it. */
export function orden(
  casa: CasaPropia,
  script: 'respaldar' | 'restaurar',
  args: readonly string[],
  { env = {}, opciones = [] }: Aparte = {},
) {
  const { DATABASE_URL: _, CAMBISTA_CLAVE: __, CAMBISTA_RESPALDO: ___, ...inherited } = process.env
  const own =
    script === 'respaldar'
      ? {
          ...{ CAMBISTA_DATOS: casa.at('casa'), CAMBISTA_SECRETOS: casa.root },
          CAMBISTA_CLAVE: casa.clave.toString('hex'),
        }
      : { CAMBISTA_DATOS: casa.at('otra'), CAMBISTA_SECRETOS: casa.at('otra-secretos') }
  const line = [...opciones, resolve(`scripts/respaldo/${script}.ts`), ...args]
  const child = spawn(process.execPath, line, {
    env: { ...inherited, ...own, CAMBISTA_RESPALDO_FRASE: FRASE, ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const fin = new Promise<{ code: number | null; said: string }>((done) =>
    child.once('exit', (code) => done({ code, said })),
  )
  return {
    child,
    fin,
    entera: () => new Promise((done) => child.once('close', done)).then(() => fin),
  }
}
