import { expect, test } from 'vitest'
import { montarCasa, PEN } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { darVistos } from '../../../../test/support/vistos.ts'
import { contrato as compras } from '../../compras-ventas/contract.ts'
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
  [
    'fixed',
    'comision_salida_fija',
    '90000.00',
    '3.50',
    /Comisión fija de salida: de 0\.00 a 90,000\.00/,
  ],
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

test('so does a new account with its fee, once the house trades', async () => {
  const cara = (nombre: string) => {
    const body = { nombre, tipo: 'caja', moneda_id: PEN, pais: 'pe', titular: 'Casa' }
    const con = { ...body, comision_salida_fija: '90000.00' }
    return adm.call(contrato.crear, { body: con as never })
  }
  expect((await cara('Caja de la apertura')).status).toBe(201)
  const { compra } = mostrador(casa)
  expect((await adm.call(compras.crear, { body: compra('10.00', '35.20') })).status).toBe(201)
  expect((await cara('Caja nueva')).error.codigo).toBe('VISTO_FALTA')
  await darVistos(otro)
  expect((await cara('Caja cara')).error.codigo).toBe('VISTO_FALTA')
  expect((await cara('Caja nueva')).status).toBe(201)
  expect(await ultima()).toMatchObject({ clase: 'limite', aprobado_por: 'Ana Quispe' })
})
