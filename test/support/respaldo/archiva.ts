import { findPlace } from '../../../src/server/embedded/folder.ts'
import { readConfig } from '../../../src/server/proceso/config.ts'
import { leerLlaves } from '../../../src/server/respaldo/llaves.ts'
import { archivador } from '../../../src/server/respaldo/registro/archivar.ts'
import { startRegistro } from '../../../src/server/respaldo/registro/continuo.ts'
import { hastaDe } from '../../../src/server/respaldo/registro/estado.ts'

/*
 * A process of a house that archives its log, beside others: a turn whenever it is asked for one, or by itself. It does
 * what one of several processes of the program does, without its minute between two turns.
 */

/** What it is asked for: a turn unless another process had one within so many milliseconds, turns at this distance, what it shows. */
export type Pide = { turno: number } | { cada: number } | { muestra: true }

const config = readConfig(process.env)
const clave = Buffer.from(process.env.CAMBISTA_CLAVE ?? '', 'hex')
const secretos = process.env.CAMBISTA_SECRETOS ?? ''
const respaldo = { destino: config.respaldo, ajeno: false, datos: config.datos }
const llaves = leerLlaves(secretos, clave)
if (!llaves || !config.respaldo) throw new Error('no keys, or no folder')
const turn = archivador({
  ...{ place: findPlace(config.datos), destino: config.respaldo, llaves },
  cabezas: `${secretos}/cabezas.jsonl`,
})

process.on('message', async (pide: Pide) => {
  if ('turno' in pide) await turn(pide.turno).catch((error) => process.send?.(String(error)))
  if ('cada' in pide) {
    const afuera = { clave, anclas: secretos, respaldo }
    startRegistro({ afuera, env: process.env }, (error) => process.send?.(String(error)), pide.cada)
  }
  process.send?.(hastaDe(respaldo))
})
process.once('disconnect', () => process.exit(0))
