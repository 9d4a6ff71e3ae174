import { describe, expect, test } from 'vitest'
import {
  calc,
  cliente,
  listo,
  maria,
  OPCIONES,
  PE_VES,
} from '../../../../../test/support/ordenes/opciones.ts'
import {
  conCorredor,
  corredorDe,
  corredoresDe,
  destinosDe,
  empezar,
  origenesDe,
  registroDe,
} from './borrador.ts'
import { porCobrar } from './calculo.ts'
import type { Borrador } from './tipos.ts'

describe('corridors', () => {
  test('are grouped with their steps, without those that cannot be paid out', () => {
    expect(corredoresDe(OPCIONES).map(({ clave, tramos }) => [clave, tramos.length])).toEqual([
      ['co 4 1', 1],
      [PE_VES, 2],
      ['pe 2 4', 1],
      ['pe 3 1', 1],
    ])
  })
  test('start with the house’s own currency', () => {
    expect(origenesDe(OPCIONES).map(({ base }) => base.iso)).toEqual(['PEN', 'COP', 'USD'])
    expect(destinosDe(OPCIONES, 'pe 2').map(({ cotizacion }) => cotizacion.iso)).toEqual([
      'VES',
      'COP',
    ])
  })
  test('in another currency change the way of paying, or are paid later when there is no account', () => {
    const borrador = listo()
    const of = (clave: string) =>
      conCorredor(OPCIONES, borrador, corredorDe(OPCIONES, clave) as never)
    expect(of('pe 2 4').lineas).toBe(borrador.lineas)
    expect(of('pe 3 1').lineas[0]).toMatchObject({ tipo_pago_id: 2, cuenta_id: 3 })
    expect(of('co 4 1')).toMatchObject({ cobrar: false, lineas: [] })
  })
})

describe('values from another screen', () => {
  const quote = { pais: 'pe', base_id: '2', cotizacion_id: '1', historico_id: '10', tasa: '52.000' }
  test('keep corridor, amount, side and rate', () => {
    const borrador = empezar(OPCIONES, { ...quote, recibe: '26000' })
    expect(borrador).toMatchObject({ corredor: PE_VES, lado: 'recibe', valor: '26000' })
    expect(calc({ ...borrador, cliente, beneficiario_id: 5 })).toMatchObject({
      envia: '500.00',
      tramo: { tasa: '52.000' },
    })
    // An old quote is kept too: the server answers its state on saving.
    const old = empezar(OPCIONES, { ...quote, historico_id: '7', envia: '500' })
    expect(calc(old).tramo).toMatchObject({ historico_id: 7, tasa: '52.000' })
    // A changed amount gets a new quote.
    expect(calc({ ...borrador, valor: '26206' }).tramo?.tasa).toBe('52.412')
  })
  test('are ignored when they are invalid', () => {
    expect(empezar(OPCIONES, { ...quote, envia: 'x', historico_id: '-1' })).toMatchObject({
      valor: null,
      cotizada: null,
    })
    expect(empezar(OPCIONES, { pais: 'xx', base_id: '1' }).corredor).toBe(PE_VES)
  })
})

describe('the order', () => {
  test('has numbers and a sentence (the worked example)', () => {
    expect(calc(listo())).toMatchObject({
      ...{ envia: '500', recibe: '26206.00', dolares: '140.00', margen: '30.01', problema: null },
      fondo: { disponible: '795000.00', falta: null },
      frase: 'El cliente entrega S/ 500 y María recibe Bs 26,206.00 por Pago Móvil.'.replace(
        '500 ',
        '500.00 ',
      ),
    })
    expect(calc(listo({ lado: 'recibe', valor: '26206' })).envia).toBe('500.00')
  })
  test('19: in cash shows the amount to count out, rounded to the smallest coin', () => {
    expect(calc(listo({ valor: '500.07' })).frase).toMatch(/^El cliente entrega S\/ 500\.00 y /)
  })
  test('with a larger amount uses its own step', () => {
    expect(calc(listo({ valor: '6000' })).tramo?.segmento).toBe('mayorista')
  })
  test('reports a shortage of funds', () => {
    expect(calc(listo({ lado: 'recibe', valor: '800000' })).fondo?.falta).toBe('5000.00')
    const cop = corredorDe(OPCIONES, 'pe 2 4')?.clave ?? ''
    expect(calc(listo({ corredor: cop, valor: '1' })).fondo).toEqual({
      disponible: '0.00',
      falta: '1046.29',
    })
  })
  test('is sent with the side that was typed', () => {
    const borrador = listo()
    expect(registroDe(borrador, calc(borrador))).toMatchObject({
      ...{ cliente_id: 9, beneficiario_id: 5, historico_id: 10, envia: '500' },
      cobros: [{ tipo_pago_id: 1, cuenta_id: 1, monto: '500.00' }],
    })
    const later = { ...borrador, cobrar: false, lado: 'recibe' as const }
    expect(registroDe(later, calc(later))).toMatchObject({ recibe: '500', cobros: [] })
  })
})

const problemas: [string, Partial<Borrador>, string, RegExp][] = [
  ['no amount', { valor: null }, 'campo-envia', /Escriba el monto/],
  ['an amount with three decimals', { valor: '1.234' }, 'campo-envia', /2 decimales/],
  ['an amount of zero', { valor: '0' }, 'campo-envia', /Escriba el monto/],
  [
    'an amount above the user’s limit',
    { valor: '20000' },
    'campo-envia',
    /su límite de US\$ 3,000.00/,
  ],
  ['no client', { cliente: null }, 'campo-cliente', /Elija el cliente\./],
  [
    'a client typed but not chosen',
    { cliente: null, busqueda: 'ana' },
    'campo-cliente',
    /de la lista/,
  ],
  ['no beneficiary', { beneficiario_id: null }, 'campo-beneficiario', /Elija el beneficiario/],
  [
    'a beneficiary of another currency',
    { corredor: 'pe 2 4' },
    'campo-beneficiario',
    /otra moneda/,
  ],
  ['no corridor', { corredor: 'x' }, 'campo-envia', /No hay una tasa/],
]
test.each(problemas)('an order with %s cannot be sent', (_, more, campo, words) => {
  const found = calc(listo(more))
  expect(found.campo).toBe(campo)
  expect(found.problema).toMatch(words)
})

test('a beneficiary with faults in his data must be corrected first', () => {
  const wrong = { ...maria, reparos: [{ campo: 'num_doc', msg: 'x' }] }
  expect(calc(listo(), [wrong]).problema).toBe('Los datos de María Pérez están por corregir.')
})

describe('payments made now', () => {
  const [line] = listo().lineas
  const of = (more: object) => ({ ...(line as NonNullable<typeof line>), ...more })
  test('are rounded to the coin in cash', () => {
    const borrador = listo({ valor: '500.07' })
    expect(calc(borrador).lineas[0]?.resuelto).toBe('500.00')
    expect(porCobrar(OPCIONES, borrador, calc(borrador))).toBeNull()
  })
  test('need a reference, and do not exceed the agreed amount', () => {
    const bank = { tipo_pago_id: 2, cuenta_id: 2 }
    expect(calc(listo({ lineas: [of(bank)] })).problema).toMatch(/referencia/)
    expect(calc(listo({ lineas: [of({ ...bank, referencia: 'A1' })] })).problema).toBeNull()
    expect(calc(listo({ lineas: [of({ monto: '501' })] })).problema).toMatch(/S\/ 1.00 de más/)
    // A later payment needs nothing now.
    expect(calc(listo({ cobrar: false, lineas: [of(bank)] })).problema).toBeNull()
  })
  test('below the agreed amount are reported', () => {
    const borrador = listo({ lineas: [of({ monto: '200' })] })
    expect(porCobrar(OPCIONES, borrador, calc(borrador))).toBe('300.00')
    expect(porCobrar(OPCIONES, { ...borrador, cobrar: false }, calc(borrador))).toBe('500.00')
  })
})

test.each(['1,', '1,5', '1.500,00', 'x'])(
  'an amount that cannot be read (%s) says how decimals are written, and nothing follows from it',
  (valor) => {
    for (const lado of ['envia', 'recibe'] as const) {
      expect(calc({ ...listo(), lado, valor })).toMatchObject({
        ...{ envia: null, recibe: null, frase: '' },
        problema: 'No se entiende el número. Use punto para los decimales: 1,500.50.',
        campo: `campo-${lado}`,
      })
    }
  },
)
