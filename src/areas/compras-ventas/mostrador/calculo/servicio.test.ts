import { expect, test } from 'vitest'
import { esOtro, servicioDe, servicioIlegible, servicioMal } from './servicio.ts'
import type { Opciones, TasaMostrador } from './tipos.ts'

const SOL = { id: 2, iso: 'PEN', simbolo: 'S/', decimales: 2, redondeo_efectivo: null }
const nada = { segmento: null, divisa_id: null, tipo: null, desde: null, hasta: null, max: null }
const casa = (libre: boolean): Pick<Opciones, 'servicio' | 'funcional'> => ({
  funcional: SOL,
  servicio: {
    libre,
    reglas: [
      { ...nada, nombre: 'Todo', pct: '1', fija: null, min: '2' },
      { ...nada, nombre: 'Mayoristas', segmento: 'mayorista', pct: null, fija: '0', min: null },
    ],
  },
})
const tasa = (precio_servicio: string | null) =>
  ({ divisa: { id: 3 }, precio_servicio }) as TasaMostrador
const q = { monto: '100.00', contravalor: '356.00' }
const of = (
  more: object,
  { libre = false, price = null }: { libre?: boolean; price?: string | null } = {},
) =>
  servicioDe(casa(libre), { tipo: 'venta', servicio: null, cliente: null, ...more }, tasa(price), q)

test('the fee is proposed by its rule, in words; a typed one stands instead', () => {
  const regla = { nombre: 'Todo', debido: '3.56', palabras: '1 %, desde S/ 2.00' }
  expect(of({})).toEqual({ servicio: '3.56', regla })
  expect(of({ servicio: '1' })).toEqual({ servicio: '1', regla })
  expect(of({ servicio: '' })).toEqual({ servicio: '3.56', regla })
  expect(of({ servicio: '0' })).toEqual({ servicio: '0', regla })
  const cliente = { id: 1, nombre: 'Ana', segmento: 'mayorista' }
  expect(of({ cliente })).toMatchObject({ servicio: '0.00', regla: { palabras: 'S/ 0.00' } })
})

test('a canje is worth what its client hands over, and pays the least without a price', () => {
  expect(of({ tipo: 'canje' }, { price: '3.52' }).servicio).toBe('3.52')
  expect(of({ tipo: 'canje' }).servicio).toBe('2.00')
})

test('without a rule it is what is typed', () => {
  const none = { funcional: SOL, servicio: { libre: false, reglas: [] } }
  const draft = { tipo: 'venta' as const, cliente: null }
  expect(servicioDe(none, { ...draft, servicio: '5' }, tasa(null), q)).toEqual({
    ...{ servicio: '5', regla: null },
  })
  expect(servicioDe(none, { ...draft, servicio: null }, tasa(null), q).servicio).toBe('0')
})

test('another fee is refused, or takes a reason', () => {
  const bad = (servicio: string | null, libre: boolean, motivo = '') =>
    servicioMal(casa(libre), { tipo: 'venta', motivo }, q, of({ servicio }))
  expect(bad(null, false)).toBeNull()
  expect(bad('3.560', false)).toBeNull()
  expect(bad('1', false)).toEqual({
    problema: 'El servicio es S/ 3.56 por la regla «Todo».',
    campo: 'campo-servicio',
  })
  expect(bad('1', true)?.campo).toBe('campo-motivo')
  expect(bad('1', true, 'Cliente de la casa')).toBeNull()
  expect(esOtro(of({ servicio: '1' }))).toBe(true)
})

test('a fee that leaves nothing of a purchase is a problem by itself (R-371)', () => {
  const bad = (tipo: 'compra' | 'venta' | 'canje', servicio: string) =>
    servicioMal(casa(true), { tipo, motivo: 'x' }, q, of({ tipo, servicio }))
  expect(bad('compra', q.contravalor)).toEqual({
    problema: `El servicio (S/ ${q.contravalor}) es todo lo que recibe el cliente (S/ ${q.contravalor}) o más.`,
    campo: 'campo-servicio',
  })
  expect(bad('compra', '355.99')).toBeNull()
  expect([bad('venta', '400'), bad('canje', '400')]).toEqual([null, null])
})

test('a fee that cannot be read is none of the fees', () => {
  for (const servicio of ['-3', '1O', 'abc', '1e3', '1.'])
    expect([servicio, servicioIlegible({ servicio })]).toEqual([servicio, true])
  for (const servicio of [null, '', ' ', '0', '2', '2.50'])
    expect([servicio, servicioIlegible({ servicio })]).toEqual([servicio, false])
})
