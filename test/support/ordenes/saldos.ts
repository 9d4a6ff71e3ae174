import { expect } from 'vitest'
import { contrato as agenda } from '../../../src/areas/beneficiarios/contract.ts'
import { contrato } from '../../../src/areas/ordenes/contract.ts'
import { decimal, texto } from '../../../src/core/dinero/decimal.ts'
import { verificar } from '../../../src/main.libros.ts'
import { cliente, saldos } from '../areas/casa.ts'
import { montarOrdenes, publicarVes } from '../areas/ordenes.ts'
import type { Client, TestApp } from '../servidor/app.ts'
import { comoDueno } from '../servidor/dueno.ts'

/** Another person looks at the account of the beneficiary, as in a house that takes care. */
export async function mirarCuenta({
  adm,
  beneficiario_id,
}: {
  adm: Client
  beneficiario_id: number
}): Promise<void> {
  const de = { params: { id: beneficiario_id } }
  const { version } = (await adm.call(agenda.obtener, de)).body
  const { status } = await adm.call(agenda.verificar, {
    ...de,
    body: { verificado: true, version },
  })
  expect(status).toBe(200)
}

/** What a test of clients' credits (R-277, R-278, R-279) does besides its rule, with a manager who had no part in one. */
export async function montarSaldos(app: TestApp) {
  const casa = await montarOrdenes(app)
  const { adm, caj, cuentas, pagos } = casa
  const jefe = await app.signedIn('adm')
  await mirarCuenta(casa)
  const detalle = async (id: number) => (await adm.call(contrato.obtener, { params: { id } })).body
  /** A transfer with what it has too much. */
  const cobro = (monto: string, a_favor: string | null = null, referencia = casa.referencia()) => ({
    ...{ tipo_pago_id: pagos.transferencia, cuenta_id: cuentas.bcpPen, monto, a_favor, referencia },
  })
  const crear = (cobros: object[], quien: Client = caj, more: object = {}) =>
    quien.call(contrato.crear, { body: casa.orden({ cobros: cobros as never, ...more }) })
  /** A paid order with `a_favor` too much, and the payment that has it. */
  async function conSaldo(a_favor = '20.00', quien: Client = caj) {
    const made = await crear([cobro('500.00', a_favor)], quien)
    const o = await detalle(made.body.id)
    return { id: o.id, numero: o.numero, cobro_id: o.cobros[0]?.id as number }
  }
  const cobrar = (id: number, body: object, quien: Client = caj) =>
    quien.call(contrato.registrarCobro, { params: { id }, body: body as never })
  /** Pays a credit back in cash, or by `more`. */
  const devolver = (
    quien: Client,
    { id, cobro_id }: { id: number; cobro_id: number },
    monto: string,
    more: object = {},
  ) =>
    quien.call(contrato.devolver, {
      params: { id },
      body: { cobro_id, cuenta_id: cuentas.cajaPen, monto, ...more } as never,
    })
  const anular = (
    quien: Client,
    id: number,
    cuenta_devolucion_id: number | null = cuentas.cajaPen,
  ) =>
    quien.call(contrato.anular, {
      params: { id },
      body: { motivo: 'El cliente desistió', cuenta_devolucion_id },
    })
  /** What an order of another client has instead, with a beneficiary of his own. */
  let n = 0
  async function otroCliente() {
    n += 1
    const cliente_id = await cliente(app, `4000000${n}`, 'activo')
    const { id } = (await casa.crear(casa.nuevo(), cliente_id)).body
    return { cliente_id, beneficiario_id: id }
  }
  const ajuste = (clave: string, valor: string) =>
    comoDueno(app.url, `UPDATE ajustes SET valor = '${valor}' WHERE clave = '${clave}'`)
  /** By how much the ledger’s account moved since. */
  const mas = async (before: Record<string, string>, code: string) =>
    texto(decimal((await saldos(app))[code] ?? '0').minus(decimal(before[code] ?? '0')), 2)
  /** The books are right. */
  const limpio = async () => expect((await verificar(app.db)).diferencia).toBeNull()
  return {
    ...{ ...casa, jefe, detalle, cobro, crear, conSaldo, cobrar, devolver, anular },
    ...{ otroCliente, ajuste, mas, limpio, publicar: () => publicarVes(app, casa.tipo, '52.412') },
  }
}

/** The sentence of a refused field, else the code of the refusal. */
export const refused = ({
  error,
}: {
  error: { codigo?: string; errors?: readonly { msg: string }[] }
}) => error.errors?.[0]?.msg ?? error.codigo
