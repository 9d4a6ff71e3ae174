import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../jaula/azar.ts'
import type { Local } from '../jaula/casa.ts'
import { Conexion } from '../jaula/cliente.ts'
import { cuenta, historiaNueva, trabajar } from '../jaula/historia.ts'
import type { Servidor } from '../jaula/servidor.ts'
import { ENSAYO } from '../support/vitest/ensayo.ts'
import { type Disco, discoEn, sinDisco } from './disco.ts'
import { borrar, carpetaDePruebas, casaEn, expectTodas, programaEn } from './programa.ts'

/* the disk of the data becomes read-only, as the system leaves it after an error, under the whole program. */

const raiz = carpetaDePruebas()
chmodSync(raiz, 0o711)
const SOLO_LECTURA =
  /El disco de la carpeta de datos .* es de solo lectura, como lo deja el sistema cuando falla/g
const molde = join(raiz, 'molde')
let casa: Local

beforeAll(async () => {
  casa = await casaEn(molde)
})
afterAll(() => borrar(raiz))

test.skipIf(sinDisco('memoria', raiz))('at the start it is said, and what to do', async () => {
  const disco = await discoEn(join(raiz, 'datos'), { megas: 200, de: molde })
  await disco.soloLectura(true)
  await expect(programaEn(disco, raiz)).rejects.toThrow(SOLO_LECTURA)
  await disco.soltar()
})

describe.skipIf(!ENSAYO || sinDisco('ext4', raiz))('under a house at work', () => {
  const historia = historiaNueva()
  let disco: Disco
  let api: Servidor
  let work: ReturnType<typeof trabajar>
  const cliente = new Conexion(() => api.puerto)
  const pedir = async (path: string) =>
    (await cliente.pedir({ path, token: casa.tokens[0] }))?.status

  beforeAll(async () => {
    disco = await discoEn(join(raiz, 'ext'), { clase: 'ext4', megas: 300, de: molde })
    api = await programaEn(disco, raiz)
    work = trabajar({
      casa,
      clientes: 3,
      azar: azarDe(SEMILLA),
      puerto: () => api.puerto,
      historia,
    })
  })
  afterAll(async () => {
    historia.abandonada = true
    await work?.parar()
    cliente.cerrar()
    await api?.parar()
    await disco?.soltar()
  })

  test('nothing is an error of the program, which says once what the disk is, and ends when asked', async () => {
    await expect.poll(() => cuenta(historia).ok).toBeGreaterThan(20)
    await disco.fallar()
    const said = () => api.salida.split(SOLO_LECTURA).length - 1
    await expect.poll(said).toBe(1)
    expect(await pedir('/api/salud')).toBe(200)
    expect(await pedir('/api/listo')).toBe(503)
    expect(historia.errores).toEqual([])
    expect(api.dicho).not.toMatch(/Unhandled|Uncaught| {4}at /)
    api.senal('SIGTERM')
    expect(await api.fin()).toBe(0)
    expect(said()).toBe(1)
  })

  test('once it is repaired the house goes on with all that was acknowledged', async () => {
    await disco.reparar()
    const before = cuenta(historia).ok
    api = await programaEn(disco, raiz)
    await expect.poll(() => cuenta(historia).ok).toBeGreaterThan(before + 20)
    await work.parar()
    await expectTodas(disco, historia, api.puerto)
  })
})
