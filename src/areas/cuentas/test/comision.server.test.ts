import { expect, test } from 'vitest'
import { montarCasa, PEN } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { darVistos } from '../../../../test/support/vistos.ts'
import { contrato as reportes } from '../../reportes/contract.ts'
import { contrato } from '../contract.ts'

/* what an account says that its bank charges bounds every charge on it, so writing more there is a control. */

const app = await startTestApp()
const casa = await montarCasa(app)
const { adm } = casa
const otro = await app.signedIn('adm')
const params = { id: casa.cuentas.bcpPen }

async function editar(change: object) {
  const now = (await adm.call(contrato.obtener, { params })).body as unknown as object
  const keys = Object.keys(contrato.editar.body.shape)
  const same = Object.fromEntries(Object.entries(now).filter(([key]) => keys.includes(key)))
  return adm.call(contrato.editar, { params, body: { ...same, ...change } as never })
}
const ultima = async () => (await adm.call(reportes.excepciones, { query: {} })).body.filas[0]

test.each([
  ['fixed', 'comision_salida_fija', '90000.00', '3.50', /Comisión fija de salida: de 0 a 90000/],
  ['by the hundred', 'comision_salida_pct', '20', '0.5', /Comisión de salida: de 0 a 20/],
])(
  'the first fee of an account, %s, takes a second person; a lower one takes none',
  async (_, campo, much, less, frase) => {
    expect((await editar({ [campo]: much })).error.codigo).toBe('VISTO_FALTA')
    await darVistos(otro)
    expect((await editar({ [campo]: much })).status).toBe(200)
    expect(await ultima()).toMatchObject({ clase: 'limite', frase: expect.stringMatching(frase) })
    expect((await editar({ [campo]: less })).status).toBe(200)
    expect((await editar({ [campo]: null })).status).toBe(200)
    expect((await editar({ [campo]: less })).error.codigo).toBe('VISTO_FALTA')
  },
)

test('so does a new account that comes with a fee, and one without does not', async () => {
  const nueva = (more: object) => {
    const body = { nombre: 'Caja nueva', tipo: 'caja', moneda_id: PEN, pais: 'pe', titular: 'Casa' }
    return adm.call(contrato.crear, { body: { ...body, ...more } as never })
  }
  expect((await nueva({})).status).toBe(201)
  const cara = () => nueva({ nombre: 'Caja cara', comision_salida_fija: '90000.00' })
  expect((await cara()).error.codigo).toBe('VISTO_FALTA')
  await darVistos(otro)
  expect((await cara()).status).toBe(201)
  expect(await ultima()).toMatchObject({ clase: 'limite', aprobado_por: 'Ana Quispe' })
})
