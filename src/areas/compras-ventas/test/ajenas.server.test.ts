import { expect, test } from 'vitest'
import { montarCasa, USD } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { contrato as gastos } from '../../gastos/contract.ts'
import { contrato as ordenes } from '../../ordenes/contract.ts'
import { contrato as transferencias } from '../../transferencias/contract.ts'
import { contrato } from '../contract.ts'

/* whoever may use another's till is told whose it is, and his own is offered first. */

const app = await startTestApp()
const { adm, cuentas } = await montarCasa(app)
const caj = await app.signedIn('caj')

test('each form that moves money names the person of another’s till, and offers one’s own first', async () => {
  const [{ corto = '' } = {}] = await comoDueno<{ corto: string }>(
    app.url,
    `UPDATE cuentas SET responsable_id = ${caj.usuario_id} WHERE id = ${cuentas.cajaUsd}
     RETURNING (SELECT usuarios_corto(u) FROM usuarios u WHERE u.id = ${caj.usuario_id}) AS corto`,
  )
  expect(corto).not.toBe('')
  const forms = {
    mostrador: (await adm.call(contrato.opciones)).body.cuentas,
    orden: (await adm.call(ordenes.opciones)).body.cuentas,
    gasto: (await adm.call(gastos.opciones)).body.cuentas,
    transferencia: (await adm.call(transferencias.opciones)).body.cuentas,
  }
  for (const [form, offered] of Object.entries(forms)) {
    const of = (id: number) => offered.find((one) => one.id === id)?.de
    expect([form, of(cuentas.cajaUsd), of(cuentas.cajaPen), of(cuentas.zelle)]).toEqual([
      ...[form, corto, null, null],
    ])
    const tills = [cuentas.cajaUsd, cuentas.cajaPen, cuentas.cajaEur]
    const order = offered.map(({ id }) => id).filter((id) => tills.includes(id))
    if (form !== 'gasto') expect([form, order.at(-1)]).toEqual([form, cuentas.cajaUsd])
  }
  // To its own person it is his, and not another’s.
  const own = (await caj.call(contrato.opciones)).body.cuentas
  expect(own.find(({ id }) => id === cuentas.cajaUsd)).toMatchObject({ mia: true, de: null })
  expect(own.filter(({ tipo, moneda_id }) => tipo === 'caja' && moneda_id === USD)).toHaveLength(1)
})
