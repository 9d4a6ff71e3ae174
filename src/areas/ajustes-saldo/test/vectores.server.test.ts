import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../../test/jaula/azar.ts'
import { montarAjustes } from '../../../../test/support/areas/ajustes.ts'
import { cuenta, PEN, USD } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { decimal, redondear, texto } from '../../../core/dinero/decimal.ts'
import { contrato } from '../contract.ts'
import { choca, importeDe, MOTIVOS, type Motivo, pideTasa, previa } from '../rules.ts'

/* What the form says of an adjustment before it is sent is what becomes of it: amount, balance, value, and whether it
 * waits for somebody. Every reason, in soles, dollars, euros, and a currency that the house has none of. */

const app = await startTestApp()
const { casa, mgr, pedir, ver, nextDay } = await montarAjustes(app)
const { adm, cuentas } = casa
const sinNada = await cuenta(app, adm, 'Caja nueva', 12, '0')
// Dollars are worth more today than they cost: they are judged by their price.
await comoDueno(
  app.url,
  `SET session_replication_role = replica;
   UPDATE pares_divisas SET compra = 9, venta = 9 WHERE base_id = ${USD} AND cotizacion_id = ${PEN}`,
)
// Whether that much is owed is not known to the form: server.test.ts has its refusal.
await comoDueno(
  app.url,
  `UPDATE cuentas_contables SET minimo = NULL WHERE codigo IN ('anticipos', 'por-cobrar-personal')`,
)
const CUENTAS = [cuentas.cajaPen, cuentas.cajaUsd, cuentas.cajaEur, sinNada]

/** Costs near the market's or the house's own; any where nothing is known. */
const costosDe = ({ precio, sin_posicion }: { precio: string | null; sin_posicion: boolean }) =>
  precio ? ['8.4', '9.123456'] : sin_posicion ? ['3.5', '0.01', '4.123456'] : ['4.0', '4.123456']

test(`amount, balance, value and whether it waits (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA)
  const seen = { aplicado: 0, pendiente: 0, rechazado: 0 }
  for (let i = 0; i < 160; i += 1) {
    if (i % 3 === 0) await nextDay()
    const { body: opciones } = await mgr.call(contrato.opciones)
    const cuenta_id = azar.de(CUENTAS)
    const vista = opciones.cuentas.find(({ id }) => id === cuenta_id)
    if (!vista) throw new Error('no account')
    const motivo = azar.de(Object.keys(MOTIVOS) as Motivo[])
    // Cash of the house: to the ten céntimos, and whole units of a foreign currency.
    const units = decimal(String(azar.entero(1, azar.de([50, 1500, 1500, 6000])))).div(10)
    const monto = texto(redondear(units, vista.moneda.funcional ? 1 : 0, 'arriba'), 2)
    const contado = azar.entero(0, 3) === 0
    const over = decimal(monto).times(azar.de([1, -1]))
    const e = {
      motivo,
      sentido: motivo === 'correccion' ? azar.de(['entra', 'sale'] as const) : null,
      monto: contado ? null : monto,
      contado: contado ? texto(decimal(vista.saldo).plus(over), 2) : null,
      tasa_costo: null as string | null,
    }
    const importe = importeDe(e, vista)
    if (!importe || decimal(e.contado ?? '0').lt(0)) continue
    if (pideTasa(e.motivo, e.sentido, vista, importe)) e.tasa_costo = azar.de(costosDe(vista))
    const here = previa(e, vista, opciones)
    const wrong = contado ? choca(e.motivo, importe) : null
    const made = await pedir({ ...e, cuenta_id, ...(contado && { saldo_visto: vista.saldo }) })
    const said = JSON.stringify({ e, vista, here, error: made.error })
    if (made.status !== 201) {
      seen.rechazado += 1
      const lacks = decimal(vista.saldo).plus(importe).lt(0)
      expect([made.error.codigo, said]).toEqual([
        wrong ? 'VALIDACION' : lacks ? 'SALDO_INSUFICIENTE' : 'nothing refuses it',
        said,
      ])
      continue
    }
    const { estado, id } = made.body
    const d = await ver(id)
    seen[estado] += 1
    const valor = (text: string | null | undefined) => texto(decimal(text ?? '').abs(), 2)
    expect([wrong, d.importe, valor(d.valor), said]).toEqual([
      ...[null, here?.importe, valor(here?.valor), said],
    ])
    if (here?.espera !== null)
      expect([estado, said]).toEqual([here?.espera ? 'pendiente' : 'aplicado', said])
    if (estado === 'aplicado') expect([d.saldo_actual, said]).toEqual([here?.saldo, said])
  }
  expect(seen.aplicado).toBeGreaterThan(10)
  expect(seen.pendiente).toBeGreaterThan(3)
  expect(seen.rechazado).toBeGreaterThan(0)
})
