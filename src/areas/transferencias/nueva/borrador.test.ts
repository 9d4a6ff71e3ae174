import { expect, test } from 'vitest'
import type { Cuenta, Opciones } from '../contract/opciones.ts'
import { empezar } from './borrador.ts'

const cuenta = (id: number, iso: string, origen = true) =>
  ({
    id,
    efectivo: false,
    origen,
    moneda: { id: iso.length * 100 + iso.charCodeAt(0), iso },
  }) as Cuenta
const con = (...cuentas: Cuenta[]) => ({ cuentas }) as unknown as Opciones

test('a transfer begins at the first account from which there is somewhere to go', () => {
  const all = con(cuenta(1, 'MXN'), cuenta(2, 'PEN'), cuenta(3, 'PEN', false))
  expect(empezar(all, 'interna').origen_id).toBe(2)
  expect(empezar(all, 'conversion').origen_id).toBe(1)
  expect(empezar(all, 'tercero').origen_id).toBe(1)
  // What was asked for stays, and so does the first one where nothing can be sent.
  expect(empezar(all, 'interna', { origen_id: 1 }).origen_id).toBe(1)
  expect(empezar(con(cuenta(1, 'MXN'), cuenta(2, 'PEN')), 'interna').origen_id).toBe(1)
  expect(empezar(con(cuenta(3, 'PEN', false)), 'interna').origen_id).toBeNull()
})
