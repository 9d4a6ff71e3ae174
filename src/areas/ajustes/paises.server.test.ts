import { afterAll, expect, test } from 'vitest'
import { cuenta, USD } from '../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { hecho } from '../../../test/support/servidor/respuesta.ts'
import { ponerMoneda, SOL } from '../../core/dinero/moneda.ts'
import { contrato as dashboard } from '../dashboard/contract.ts'
import { contrato } from './contract.ts'

// A house without a movement; the tests follow each other, from no document to the first one.
const app = await startTestApp()
const adm = await app.signedIn('adm')
afterAll(() => ponerMoneda(SOL))

async function elegir(pais_casa: string) {
  const { version } = (await adm.call(contrato.obtener)).body
  return adm.call(contrato.editar, { body: { version, pais_casa } as never })
}

const dicho = async (pais: string) => {
  const { status, error } = await elegir(pais)
  return [status, error.errors?.[0]?.campo, error.errors?.[0]?.msg]
}

const cambiar = (pais: string) => `UPDATE ajustes SET valor = '"${pais}"' WHERE clave = 'pais_casa'`

/** What every country answers when it is chosen, its own kept: null where it is taken. Undone each time. */
async function segunCadaPais() {
  const { body } = await adm.call(contrato.paises)
  const { pais_casa: aqui } = (await adm.call(contrato.obtener)).body
  const said: [string, string | null][] = []
  for (const { id } of body) {
    const [status, , msg] = id === aqui ? [200] : await dicho(id)
    said.push([id, status === 200 ? null : String(msg)])
    if (status === 200 && id !== aqui) expect((await elegir(aqui)).status).toBe(200)
  }
  return { said, offered: body.map(({ id, estatus, motivo }) => [id, motivo, estatus]) }
}

/** no country that is offered is refused, and one that is not says what its refusal would. */
async function ofreceLoQueToma() {
  const { said, offered } = await segunCadaPais()
  expect(offered).toEqual(said.map(([id, motivo]) => [id, motivo, motivo === null]))
  return said.flatMap(([id, motivo]) => (motivo === null ? [id] : [])).sort()
}

test('R-334: the countries that are offered are those that the house may choose', async () => {
  expect(await ofreceLoQueToma()).toEqual([
    'ar',
    'bo',
    'br',
    'co',
    'ec',
    'es',
    'mx',
    'pe',
    'us',
    've',
  ])
  await comoDueno(app.url, "INSERT INTO paises (id, nombre) VALUES ('zz', 'Sin moneda')")
  await comoDueno(app.url, "UPDATE paises SET estatus = false WHERE id = 'bo'")
  const { body } = await adm.call(contrato.paises)
  const zz = body.find(({ id }) => id === 'zz')
  expect([zz?.estatus, zz?.motivo]).toEqual([false, (await dicho('zz'))[2]])
  expect(body.some(({ id }) => id === 'bo')).toBe(false)
  await comoDueno(app.url, "DELETE FROM paises WHERE id = 'zz'")
  await comoDueno(app.url, "UPDATE paises SET estatus = true WHERE id = 'bo'")
})

test('R-334: while amounts are written in the currency of the books, only its countries are offered', async () => {
  const presupuesto = (monto: string) =>
    comoDueno(
      app.url,
      `UPDATE gastos_categorias SET presupuesto = ${monto} WHERE codigo = 'alquiler'`,
    )
  await presupuesto('500')
  expect(await ofreceLoQueToma()).toEqual(['pe'])
  await presupuesto('NULL')
})

test('the number of taxes is that of the country of the house, and Peru’s has its check digit', async () => {
  const escribir = async (valores: object) => {
    const { version } = (await adm.call(contrato.obtener)).body
    return adm.call(contrato.editar, { body: { version, ...valores } as never })
  }
  expect((await elegir('ec')).status).toBe(200)
  expect((await escribir({ ruc: '1790012345001' })).status).toBe(200)
  expect((await escribir({ ruc: '1'.repeat(21) })).status).toBe(400)
  expect((await adm.call(contrato.obtener)).body.ruc).toBe('1790012345001')
  // It is no RUC, so the house cannot be in Peru with it; both may change together, either way.
  expect((await dicho('pe')).slice(0, 2)).toEqual([400, 'ruc'])
  for (const [pais_casa, ruc] of [
    ['pe', '20100000025'],
    ['ec', '1790012345001'],
  ])
    expect((await escribir({ pais_casa, ruc })).status).toBe(200)
  await expect(comoDueno(app.url, cambiar('pe'))).rejects.toMatchObject({
    detail: expect.stringContaining('RUC_NO_VALE'),
  })
  // Without one the first step of a house abroad is done once somebody wrote who it is.
  expect((await escribir({ ruc: null, razon_social: 'Cambios Quito' })).status).toBe(200)
  const { hechos } = await hecho(adm.call(dashboard.ver))
  expect(hechos ?? ['empresa']).toContain('empresa')
})

test('R-334: with a document no other country is offered', async () => {
  await cuenta(app, adm, 'Caja dólares', USD, '100.00')
  expect(await ofreceLoQueToma()).toEqual(['ec'])
})
