import { expect, test } from 'vitest'
import { cuenta, PEN, USD } from '../../../test/support/areas/casa.ts'
import { type Answer, startTestApp } from '../../../test/support/servidor/app.ts'
import { dicho, en, hecho } from '../../../test/support/servidor/respuesta.ts'
import { HOY, montarTodo } from '../../../test/support/todo.ts'
import { contrato as ajustes } from '../../areas/ajustes-saldo/contract.ts'
import { contrato as cierres } from '../../areas/cierres/contract.ts'
import { contrato as comisiones } from '../../areas/comisiones/contract.ts'
import { contrato as compras } from '../../areas/compras-ventas/contract.ts'
import { contrato as fichas } from '../../areas/cuentas/contract.ts'
import { contrato as gastos } from '../../areas/gastos/contract.ts'
import { contrato as ordenes } from '../../areas/ordenes/contract.ts'
import { contrato as transferencias } from '../../areas/transferencias/contract.ts'

/* Cash amounts must be payable in existing notes and coins: soles from ten céntimos, dollars from one. */

const app = await startTestApp()
const casa = await montarTodo(app)
const { adm, caj, cuentas, boveda, motivo, compra, owner, pagos } = casa
const NO_HAY = /no se puede pagar en efectivo: la menor pieza es de (S\/ 0\.10|US\$ 1\.00|Bs 5\.00)/

const comprar = (monto: string, contravalor: string) =>
  adm.call(compras.crear, { body: compra(monto, contravalor, { confirmo_duplicado: true }) })
const transferir = (more: Record<string, unknown>) =>
  adm.call(transferencias.crear, {
    body: {
      ...{ tipo: 'interna', origen_id: boveda, destino_id: cuentas.cajaPen, monto: '5.00' },
      ...{ confirmo_duplicado: true, ...more },
    } as never,
  })
const ajuste = (more: Record<string, unknown>) =>
  adm.call(ajustes.crear, {
    body: {
      ...{ cuenta_id: cuentas.cajaPen, observacion: 'Contado dos veces.', motivo: 'sobrante' },
      ...more,
    } as never,
  })
const abrir = (saldo_inicial: string) =>
  adm.call(fichas.crear, {
    body: {
      ...{
        nombre: `Caja ${saldo_inicial}`,
        tipo: 'caja',
        moneda_id: PEN,
        pais: 'pe',
        titular: 'Casa',
      },
      ...{ entidad_id: null, numero: null, sucursal_id: null, responsable_id: null, saldo_inicial },
    } as never,
  })

const ROTO: [que: string, campo: string, prueba: () => Promise<Answer>][] = [
  ['the counter hands over', 'entregamos.0', () => comprar('10.00', '35.23')],
  [
    'the counter takes of a currency whose notes are known',
    'recibimos.0',
    () => comprar('10.50', '36.90'),
  ],
  [
    'a client pays for an order',
    'cobros.0',
    async () =>
      adm.call(ordenes.registrarCobro, {
        ...en(await casa.en('pendiente')),
        body: casa.efectivo('10.03'),
      }),
  ],
  [
    'goes back to a client',
    'cuenta_devolucion_id',
    async () =>
      adm.call(ordenes.anular, {
        ...en(await casa.en('pagada', { envia: '500.03' })),
        body: { motivo, cuenta_devolucion_id: cuentas.cajaPen },
      }),
  ],
  [
    'an expense takes',
    'monto',
    () =>
      adm.call(gastos.crear, {
        body: {
          ...{ fecha: HOY, categoria_id: 1, descripcion: 'Útiles', comprobante: 'sin' },
          ...{ cuenta_id: cuentas.cajaPen, monto: '5.03' },
        },
      }),
  ],
  ['an adjustment adds', 'monto', () => ajuste({ monto: '5.03' })],
  ['a transfer takes', 'monto', () => transferir({ monto: '5.03' })],
  [
    'a transfer brings',
    'monto',
    () => transferir({ origen_id: cuentas.bcpPen, monto: '5.03', referencia: 'T-1' }),
  ],
  ['a transfer costs', 'comision_origen', () => transferir({ comision_origen: '0.03' })],
  [
    'a conversion brings',
    'recibido',
    () =>
      transferir({
        ...{ tipo: 'conversion', origen_id: cuentas.cajaUsd, monto: '1.00', tasa: '3.523' },
      }),
  ],
  [
    'a receiver counts',
    'contado',
    async () => {
      const { id } = await hecho(casa.envio())
      return caj.call(transferencias.recibir, {
        ...en(id),
        body: { contado: '4.97', nota: 'Falta' },
      })
    },
  ],
  ['an account is opened with', 'saldo_inicial', () => abrir('100.03')],
  [
    'a till is counted with',
    'conteo',
    () =>
      adm.call(cierres.arquear, { body: { cuenta_id: boveda, monto: '100.03', motivo } as never }),
  ],
]

test.each(ROTO)(
  'cash in coins that exist: what %s is refused by its field',
  async (_, campo, prueba) => {
    const { status, error } = await prueba()
    expect([status, error.codigo]).toEqual([400, 'VALIDACION'])
    expect(error.errors?.[0]).toEqual({ campo, msg: expect.stringMatching(NO_HAY) })
  },
)

test('cash in coins that exist: commissions that coins cannot make are paid from a bank', async () => {
  await owner("UPDATE comisiones_reglas SET valor = 3.03 WHERE base = 'fijo'")
  const id = await casa.liquidacion()
  const pagar = (cuenta_id: number, referencia: string | null = null) =>
    adm.call(comisiones.pagar, { ...en(id), body: { cuenta_id, referencia } })
  const { error } = await pagar(cuentas.cajaPen)
  expect(error.message).toMatch(NO_HAY)
  expect(error.message).toMatch(/Páguela de una cuenta de banco/)
  expect(dicho(await pagar(cuentas.bcpPen, 'C-1'))).toBe(200)
})

test('cash in coins that exist: a cash payout, which has no charge', async () => {
  const caja = await cuenta(app, adm, 'Caja bolívares', 1, '90000.00', '1600.00')
  await owner("UPDATE monedas SET billetes = '100 25 10' WHERE id = 1")
  const id = await casa.en('pagada')
  await hecho(adm.call(ordenes.tomar, en(id)))
  const pagar = (monto: string, comision: string) =>
    adm.call(ordenes.pagar, {
      ...en(id),
      body: { cuenta_id: caja, monto, comision, referencia: casa.referencia() },
    })
  const { error } = await pagar('103.00', '0')
  expect(error.errors?.[0]?.campo).toBe('monto')
  expect(error.message).toMatch(NO_HAY)
  expect((await pagar('100.00', '10.00')).error.errors?.[0]?.campo).toBe('comision')
  // 35 is a note of 25 and one of 10, though it is no multiple of either.
  expect(dicho(await pagar('35.00', '0'))).toBe(201)
  await owner('UPDATE monedas SET billetes = NULL WHERE id = 1')
})

test('cash in coins that exist: a bank pays any amount, and so does cash without known denominations', async () => {
  const transferencia = (referencia: string) => [
    { tipo_pago_id: pagos.transferencia, cuenta_id: cuentas.bcpPen, monto: '35.20', referencia },
  ]
  const body = compra('10.00', '35.20', { entregamos: transferencia('B-1') })
  expect(dicho(await adm.call(compras.crear, { body }))).toBe(201)
  expect(
    dicho(
      await transferir({
        origen_id: cuentas.bcpPen,
        destino_id: boveda,
        monto: '0.10',
        referencia: 'B-2',
      }),
    ),
  ).toBe(201)
  await owner(`UPDATE monedas SET billetes = NULL WHERE id = ${USD}`)
  expect(dicho(await comprar('10.50', '36.90'))).toBe('PAGOS_NO_CUADRAN')
  await owner(`UPDATE monedas SET billetes = '100 50 20 10 5 1' WHERE id = ${USD}`)
})

test('cash in coins that exist: a balance that coins cannot make may be corrected by an odd amount', async () => {
  await owner(`ALTER TABLE cuentas_contables DISABLE TRIGGER USER;
    UPDATE cuentas_contables SET saldo = saldo + 0.03 WHERE id = ${boveda};
    UPDATE cuentas_contables SET saldo = saldo - 0.03 WHERE codigo = 'capital';
    ALTER TABLE cuentas_contables ENABLE TRIGGER USER`)
  const mend = (monto: string) =>
    ajuste({ cuenta_id: boveda, motivo: 'correccion', sentido: 'sale', monto })
  expect((await mend('0.02')).error.message).toMatch(NO_HAY)
  expect(dicho(await mend('0.03'))).toBe(201)
})
