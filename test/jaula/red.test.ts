import { expect, test } from 'vitest'
import { createDatabase } from '../support/servidor/database.ts'
import { ENSAYO } from '../support/vitest/ensayo.ts'
import { azarDe, SEMILLA } from './azar.ts'
import { abrirCasa } from './casa.ts'
import { Conexion } from './cliente.ts'
import { comprobar, LIMPIO } from './comprobar.ts'
import { cuenta, historiaNueva, trabajar } from './historia.ts'
import { proxy } from './proxy.ts'
import { arrancar } from './servidor.ts'

const OPERACIONES = Number(process.env.CAMBISTA_PERDIDAS ?? (ENSAYO ? 1000 : 300))

test('requests whose answers are lost and that are retried with the same key have one effect each', async () => {
  const azar = azarDe(SEMILLA)
  const database = await createDatabase()
  const casa = await abrirCasa(database.url, 4, 16)
  const api = await arrancar(database.url, { olvidadiza: true })
  const wire = await proxy(api.puerto, azar.rama(), 0.3)
  const historia = historiaNueva()
  const puerto = () => wire.puerto
  await trabajar({ casa, clientes: 16, azar, puerto, historia, hasta: OPERACIONES }).fin
  const hallazgos = await comprobar(casa.db, historia)
  const counts = cuenta(historia)

  // One more retry, without the proxy: an idempotent replay, marked as such.
  const direct = new Conexion(() => api.puerto)
  const distintas: string[] = []
  for (const { clave, token, path, cuerpo: body, fin, respuesta } of historia.sucesos) {
    if (fin !== 'ok') continue
    const again = await direct.pedir({ method: 'POST', path, token, clave, body })
    const replayed = again?.headers['idempotency-replayed'] === 'true'
    const same = JSON.stringify(again?.body) === JSON.stringify(respuesta)
    if (again?.status !== 201 || !replayed || !same) distintas.push(clave)
  }
  direct.cerrar()

  console.log(
    `R-92 seed ${SEMILLA}: ${wire.cortadas} answers cut, ${JSON.stringify(counts)}, ${hallazgos.operaciones} effects`,
  )
  await wire.cerrar()
  await api.parar()
  await casa.db.destroy()
  await database.drop()
  expect(historia.errores).toEqual([])
  expect(hallazgos).toMatchObject(LIMPIO)
  expect(hallazgos.operaciones).toBe(counts.ok)
  expect(counts.reintentos).toBeGreaterThan(OPERACIONES / 10)
  expect(distintas).toEqual([])
})
