import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { connect } from '../../src/server/db/db.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { OWNER } from '../../src/server/embedded/roles.ts'
import { abrirCasa, type Local } from '../jaula/casa.ts'
import { Conexion } from '../jaula/cliente.ts'
import { comprobar, LIMPIO } from '../jaula/comprobar.ts'
import { cuenta, type Historia } from '../jaula/historia.ts'
import { arrancar, CLAVE } from '../jaula/servidor.ts'
import type { Disco } from './disco.ts'

/* The whole program with the PostgreSQL that it brings, on a disk of its own. */

/** The folder of one file of tests. Short: a socket's path, seen from outside of the disk, has 107 letters. */
export const carpetaDePruebas = () => mkdtempSync(join(tmpdir(), 'averia-'))

/** A house ready for load in a folder that nobody uses, to be copied onto a disk. */
export async function casaEn(carpeta: string): Promise<Local> {
  const postgres = await startPostgres({ carpeta, durable: false })
  const casa = await abrirCasa(postgres.url, 2, 4)
  await casa.db.destroy()
  await postgres.stop()
  return casa
}

/** What the program is told: its data are in this folder, and its secret elsewhere. */
export const entornoDe = (carpeta: string, root: string) => ({
  DATABASE_URL: '',
  CAMBISTA_DATOS: carpeta,
  CAMBISTA_SECRETOS: join(root, 'secretos'),
  CAMBISTA_DEMO: '0',
  CAMBISTA_CLAVE: CLAVE,
})

/** Starts it; resolves once it serves. @throws with what it said when it ends before. */
export const programaEn = (disco: Disco, root: string) =>
  arrancar('', { dentro: disco.dentro, entorno: entornoDe(disco.carpeta, root) })

/** The owner's way to its PostgreSQL, from outside of the disk. */
export const urlDe = ({ desde }: Disco) =>
  `postgresql://${OWNER}@localhost/cambista?host=${encodeURIComponent(join(desde, '.s'))}&sslmode=disable`

/** Expects that each acknowledged operation is there once, and that its key is answered as it was. */
export async function expectTodas(disco: Disco, historia: Historia, puerto: number) {
  const db = connect({ url: urlDe(disco), max: 2 })
  const hallazgos = await comprobar(db, historia).finally(() => db.destroy())
  expect(hallazgos).toMatchObject(LIMPIO)
  expect(historia.errores).toEqual([])
  expect(cuenta(historia)).toMatchObject({ desconocido: 0, pedido: 0 })
  const conexion = new Conexion(() => puerto)
  for (const { clave, token, path, cuerpo: body, respuesta } of historia.sucesos.filter(
    ({ fin }) => fin === 'ok',
  )) {
    const again = await conexion.pedir({ method: 'POST', path, token, clave, body })
    expect([again?.status, again?.body]).toEqual([201, respuesta])
  }
  conexion.cerrar()
}

export const borrar = (root: string) => rmSync(root, { recursive: true, force: true })
