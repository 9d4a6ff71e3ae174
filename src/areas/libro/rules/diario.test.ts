import { expect, test } from 'vitest'
import { type AsientoDiario, asientoDe, type Cabecera, cabeceraDe, nombreDe } from './diario.ts'

const compra: AsientoDiario = {
  id: 7,
  fecha: '2026-11-20',
  numero: 'CV-00000007',
  glosa: 'Compra de US$ 100.00; "al contado" | nota: x',
  lineas: [
    {
      id: 2,
      codigo: 'cuenta:u2',
      nombre: 'Caja; dólares',
      clase: 'activo',
      iso: 'USD',
      decimales: 2,
      importe: '100',
      valor: '352',
    },
    {
      id: 1,
      codigo: 'cuenta:u1',
      nombre: 'Caja 1',
      clase: 'activo',
      iso: 'PEN',
      decimales: 2,
      importe: '-352',
      valor: '-352',
    },
    {
      id: 8,
      nombre: 'Posición USD',
      codigo: 'posicion:USD',
      clase: 'posicion',
      iso: 'USD',
      decimales: 2,
      importe: '-100',
      valor: '-352',
    },
    {
      id: 9,
      nombre: 'Contravalor USD',
      codigo: 'contravalor:USD',
      clase: 'contravalor',
      iso: 'PEN',
      decimales: 2,
      importe: '352',
      valor: '352',
    },
  ],
}

const cabecera: Cabecera = {
  casa: 'Cambios "Lima"',
  funcional: 'PEN',
  desde: '2026-11-01',
  hasta: '2026-11-30',
  cuentas: [
    { id: 2, codigo: 'cuenta:u2', nombre: 'Caja; dólares', clase: 'activo', iso: 'USD' },
    { id: 8, codigo: 'posicion:USD', nombre: 'Posición USD', clase: 'posicion', iso: 'USD' },
  ],
  monedas: [
    { iso: 'PEN', decimales: 2 },
    { iso: 'CLP', decimales: 0 },
  ],
}

test('an entry has its currencies at cost, without the accounts of positions', () => {
  expect(asientoDe('hledger', compra, 'PEN')).toEqual([
    '2026-11-20 * (CV-00000007) Compra de US$ 100.00 al contado nota x',
    '    Activo:2-Caja-dolares  100.00 USD @@ 352.00 PEN',
    '    Activo:1-Caja-1  -352.00 PEN',
    '',
  ])
  expect(asientoDe('ledger', compra, 'PEN')).toEqual(asientoDe('hledger', compra, 'PEN'))
  expect(asientoDe('beancount', compra, 'PEN')).toEqual([
    '2026-11-20 * "CV-00000007" "Compra de US$ 100.00 al contado nota x"',
    '  asiento: "7"',
    '  Activo:2-Caja-dolares  100.00 USD @@ 352.00 PEN',
    '  Activo:1-Caja-1  -352.00 PEN',
    '',
  ])
})

test('a value that has not the sign of its amount is a line of its own', () => {
  const linea = {
    id: 2,
    codigo: 'cuenta:u2',
    nombre: 'Caja; dólares',
    clase: 'activo',
    iso: 'USD',
    decimales: 2,
  } as const
  const lineas = [
    { ...linea, importe: '0.01', valor: '-0.01' },
    { ...linea, importe: '-0.01', valor: '0' },
  ]
  expect(asientoDe('ledger', { ...compra, numero: null, lineas }, 'PEN').slice(0, -1)).toEqual([
    '2026-11-20 * (asiento-7) Compra de US$ 100.00 al contado nota x',
    '    Activo:2-Caja-dolares  0.01 USD @@ 0.00 PEN',
    '    Patrimonio:Redondeo-De-Costo  -0.01 PEN',
    '    Activo:2-Caja-dolares  -0.01 USD @@ 0.00 PEN',
  ])
})

test('an entry between positions alone writes nothing, and no digit of an amount is lost', () => {
  const lineas = compra.lineas.filter(({ clase }) => clase !== 'activo')
  expect(asientoDe('hledger', { ...compra, lineas }, 'PEN')).toEqual([])
  const [first] = compra.lineas
  const exact =
    first &&
    asientoDe('hledger', { ...compra, lineas: [{ ...first, importe: '0.12345678' }] }, 'PEN')
  expect(exact?.[1]).toBe('    Activo:2-Caja-dolares  0.12345678 USD @@ 352.00 PEN')
})

test('every program gets the declarations that it asks for', () => {
  expect(cabeceraDe('hledger', cabecera)).toEqual([
    '; Cambios Lima , del 2026-11-01 al 2026-11-30',
    'commodity 1.00 PEN',
    'commodity 1. CLP',
    'account Activo:2-Caja-dolares  ; type:A, Caja dólares',
    'account Patrimonio:Redondeo-De-Costo  ; type:E, Redondeo de costo',
    '',
  ])
  expect(cabeceraDe('ledger', cabecera)).toContain('    format 1 CLP')
  expect(cabeceraDe('ledger', cabecera)).toContain('    note Caja dólares')
  const bean = cabeceraDe('beancount', cabecera)
  expect(bean).toContain('2026-11-01 open Activo:2-Caja-dolares USD')
  expect(bean).toContain('2026-11-01 commodity CLP')
  expect(bean.join('\n')).not.toContain('Posicion')
})

test('two codes never become one name, and every part begins with a capital or a digit', () => {
  const name = (codigo: string) => nombreDe({ id: 1, nombre: '', codigo, clase: 'gasto' })
  expect(name('gasto:luz-y-agua')).toBe('Gasto:Gasto:Luz-y-agua')
  expect(name('gasto:a_b')).not.toBe(name('gasto:a-b'))
  expect(name('gasto:añ')).toBe('Gasto:Gasto:Axf1')
  const till = (id: number, nombre: string) =>
    nombreDe({ id, nombre, codigo: 'cuenta:x', clase: 'activo' })
  expect(till(1, '¡Caja N.º 2!')).toBe('Activo:1-Caja-N-2')
  expect(till(1, '¿?')).toBe('Activo:1')
  expect(till(1, '2 Caja')).not.toBe(till(12, 'Caja'))
})
