import { expect, test } from 'vitest'
import { aportesDePantallas } from '../../../test/support/areas/aportes.ts'
import { cajera } from '../../../test/support/areas/caja.ts'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { APRUEBAN } from '../../core/permisos.ts'
import { areas } from '../../main.app.ts'
import { contrato as cierres } from '../cierres/contract.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const { caj, abrir, contar, cerrar } = await cajera(app, casa)
const espera = async (quien = adm) => (await quien.call(contrato.listar)).body

test('nothing waits for who may answer nothing', async () => {
  expect(await espera(await app.signedIn('pag'))).toEqual([])
})

test('a till that agrees is approved from the page; one that differs is looked at first', async () => {
  const id = await abrir()
  await contar(id, '50000.00', 10_000)
  expect((await cerrar(id)).status).toBe(200)
  expect(await espera(caj)).toEqual([])
  const [row] = await espera()
  expect(row).toMatchObject({ tipo: 'turno', id, importe: 'sin diferencias', confirma: {} })
  const { aprobar, devolver: rechazar } = cierres
  expect((await adm.call(aprobar, { params: { id }, body: row?.confirma })).status).toBe(200)
  expect(await espera()).toEqual([])

  const next = await abrir()
  await contar(next, '49995.00', 10_000)
  expect((await cerrar(next, 'Di vuelto de más a alguien')).status).toBe(200)
  expect((await espera())[0]).toMatchObject({
    importe: 'Caja soles −S/ 5.00',
    motivo: 'Di vuelto de más a alguien',
    confirma: null,
  })
  const body = { nota: 'Cuente de nuevo los soles.' }
  expect((await adm.call(rechazar, { params: { id: next }, body })).status).toBe(200)
  expect(await espera()).toEqual([])
})

test('every kind has its words and its calls, for the same people that it is read by', async () => {
  const kinds = areas.flatMap(({ aprueba = {} }) => Object.entries(aprueba))
  expect(kinds.map(([, { permiso }]) => permiso).toSorted()).toEqual([...APRUEBAN].toSorted())
  const words = await aportesDePantallas()
  for (const [tipo, { permiso }] of kinds) {
    const calls = await words.flatMap(({ aprueba }) => aprueba?.[tipo] ?? [])[0]?.llamadas()
    expect([tipo, calls?.aprobar.acceso, calls?.rechazar.acceso]).toEqual([tipo, permiso, permiso])
  }
})
