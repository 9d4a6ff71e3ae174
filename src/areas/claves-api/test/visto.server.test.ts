import { expect, test } from 'vitest'
import { PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { darVistos } from '../../../../test/support/vistos.ts'
import { contrato } from '../contract.ts'

/* Another person's yes is to one key: to all that it may, of these hands, once. */

const app = await startTestApp()
const [adm, otro, colega] = [
  await app.signedIn('adm'),
  await app.signedIn('adm'),
  await app.signedIn('adm'),
]
await comoDueno(app.url, "INSERT INTO sucursales (nombre) VALUES ('Lima'), ('Cusco')")
const [lima, cusco] = (await adm.call(contrato.sucursales)).body.map(({ id }) => id)

const PEDIDA = {
  ...{ nombre: 'Contabilidad', dias: 30, limite_usd: '100.00', sucursal_id: lima as number },
  permisos: ['monedas:ver', 'clientes:ver'] as ('monedas:ver' | 'clientes:ver' | 'libro:ver')[],
  direcciones: ['10.9.0.0/16'],
}
const crear = async (de: Partial<typeof PEDIDA> = {}, quien = adm) => {
  const body = { ...PEDIDA, ...de, password: PASSWORD }
  const { status, error } = await quien.call(contrato.crear, { body })
  return error.codigo ?? status
}

const OTRAS: Partial<typeof PEDIDA>[] = [
  { nombre: 'Contabilidad 2' },
  { dias: 31 },
  { limite_usd: '100.01' },
  { sucursal_id: cusco as number },
  { permisos: ['monedas:ver', 'libro:ver'] },
  { permisos: ['monedas:ver', 'clientes:ver', 'libro:ver'] },
  { direcciones: [] },
  { direcciones: ['10.9.0.0/16', '10.8.0.0/16'] },
]

test('with the yes to one key no other one is made, nor the same one by another or twice', async () => {
  expect(await crear()).toBe('VISTO_FALTA')
  await darVistos(otro)
  for (const otra of OTRAS) expect([otra, await crear(otra)]).toEqual([otra, 'VISTO_FALTA'])
  for (const ajena of [otro, colega]) expect(await crear({}, ajena)).toBe('VISTO_FALTA')
  const [hay] = await comoDueno<{ n: number }>(app.url, 'SELECT count(*)::int AS n FROM claves_api')
  expect(hay?.n).toBe(0)
  expect(await crear()).toBe(201)
  expect(await crear()).toBe('VISTO_FALTA')
})
