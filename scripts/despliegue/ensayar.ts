// `npm run ensayar` starts this version on the house in CAMBISTA_DATOS, at a free port of this machine alone, asks it
// whether it serves, and ends it: exit code 0, else 1 with the reason. It upgrades the database, and does nothing that
// reaches anybody: no messages, no prices, no backups. An upgrade asks it of a copy (docs/despliegue.md).
import { runProgram } from '../../src/main.program.ts'

const DE_AFUERA = [
  ...['CAMBISTA_CERTIFICADO', 'CAMBISTA_CERTIFICADO_LLAVE', 'CAMBISTA_METRICAS', 'CAMBISTA_PROXY'],
  ...['CAMBISTA_RESPALDO', 'CAMBISTA_PROCESOS', 'CAMBISTA_NOMBRES'],
]

for (const name of DE_AFUERA) delete process.env[name]
Object.assign(process.env, { HOST: '127.0.0.1', PORT: '0' })

runProgram({
  async ensayo(url) {
    for (const path of ['/api/listo', '/']) {
      const { status } = await fetch(url + path)
      if (status !== 200) throw new Error(`Esta versión no atiende: ${path} responde ${status}.`)
    }
    process.stdout.write('Esta versión atiende.\n')
  },
})
