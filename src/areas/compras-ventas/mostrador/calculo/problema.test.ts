import { expect, test } from 'vitest'
import { bloqueadaDe, faltaDe, identificacionDe } from './problema.ts'
import type { Borrador } from './tipos.ts'

const cliente = { id: 7 } as NonNullable<Borrador['cliente']>
const of = (dolares: string | null, more: Pick<Borrador, 'cliente'> = { cliente: null }) =>
  identificacionDe({ umbral_usd: '1200' }, more, dolares)

test('from the threshold on a client is required, and the problem points to the client field', () => {
  expect(of('1199.99')).toBeNull()
  expect(of('1200.00')).toEqual({
    problema: 'Desde US$ 1,200 se necesita identificar al cliente.',
    campo: 'campo-cliente',
  })
  expect(of('1200.00', { cliente })).toBeNull()
})

test('an amount whose value in dollars is unknown is left to the server', () => {
  expect(of(null)).toBeNull()
})

const SOL = { id: 2, simbolo: 'S/', decimales: 2 }
const caja = {
  ...{
    id: 1,
    nombre: 'Caja',
    tipo: 'caja',
    marca: null,
    moneda_id: 2,
    disponible: '100.00' as string | null,
  },
  ...{ pieza: null, bloqueo: null as 'conteo' | 'turno' | null, mia: true, de: null },
}
const pagos = [
  { id: 1, requiere_verificacion: false },
  { id: 2, requiere_verificacion: true },
] as Parameters<typeof faltaDe>[0]['tipos_pago']
const falta = (...lines: [lado: string, tipo: number, monto: string][]) =>
  faltaDe(
    { cuentas: [caja], tipos_pago: pagos },
    [SOL],
    lines.map(([lado, tipo_pago_id, resuelto], n) => ({
      id: `p${n}`,
      lado,
      tipo_pago_id,
      cuenta_id: 1,
      resuelto,
    })) as unknown as Parameters<typeof faltaDe>[2],
  )

test('a till without enough balance is reported before other problems', () => {
  expect(falta(['entregamos', 1, '100.00'])).toBeNull()
  expect(falta(['entregamos', 1, '60.00'], ['entregamos', 1, '40.01'])).toEqual({
    problema: 'Saldo insuficiente en Caja: hay S/ 100.00 y se necesitan S/ 100.01.',
    campo: 'campo-pago-p1-monto',
  })
})

test('payments in, and payments out that wait for verification, do not need the balance', () => {
  expect(falta(['recibimos', 1, '500.00'], ['entregamos', 2, '500.00'])).toBeNull()
})

const bloqueada = (bloqueo: typeof caja.bloqueo, tipo: number) =>
  bloqueadaDe({ cuentas: [{ ...caja, bloqueo, disponible: null }], tipos_pago: pagos }, [
    { id: 'p0', lado: 'recibimos', tipo_pago_id: tipo, cuenta_id: 1, resuelto: '5.00' },
  ] as unknown as Parameters<typeof faltaDe>[2])?.problema

test('a till that is being counted or has no open turn is reported before the server refuses it', () => {
  expect(bloqueada(null, 1)).toBeUndefined()
  expect(bloqueada('conteo', 1)).toMatch(/^Caja se está contando/)
  expect(bloqueada('turno', 1)).toMatch(/^Caja no tiene turno abierto: .* Mi caja/)
  // A payment that needs verification reaches the account later.
  expect(bloqueada('conteo', 2)).toBeUndefined()
})
