import { expect, test } from 'vitest'
import { type LineaQueEspera, leerRespuesta } from './respuesta.ts'

const esperan = [
  { id: 1, numero: 'OR-2025-000001', cuenta: '01340032610000010011', monto: '26206.00' },
  { id: 2, numero: 'OR-2025-000002', cuenta: '01020223060000010012', monto: '500.00' },
]

test('a file with titles: references, a refusal, a row of another order', () => {
  const text = [
    'Orden;Cuenta;Monto;Referencia;Estado',
    'OR2025000002;01020223060000010012;500,00;;RECHAZADO: cuenta inválida',
    'OR-2025-000001;01340032610000010011;"26.206,00";0099887766;PROCESADO',
    'OR-2025-000009;01340032610000010099;1,00;777777;PROCESADO',
  ].join('\r\n')
  expect(leerRespuesta(text, esperan)).toEqual({
    lineas: [
      {
        linea_id: 2,
        referencia: null,
        rechazo: 'RECHAZADO: cuenta inválida',
        monto: '500.00',
        cuenta: '01020223060000010012',
      },
      {
        linea_id: 1,
        referencia: '0099887766',
        rechazo: null,
        monto: '26206.00',
        cuenta: '01340032610000010011',
      },
    ],
    ajenas: ['OR-2025-000009;01340032610000010099;1,00;777777;PROCESADO'],
  })
})

test('pasted columns without titles are found by number, or by account and amount', () => {
  const { lineas } = leerRespuesta(
    'OR-2025-000001\t12345678\n01020223060000010012\t500.00\tREF-55443322',
    esperan,
  )
  expect(lineas.map(({ linea_id, referencia }) => [linea_id, referencia])).toEqual([
    [1, '12345678'],
    [2, 'REF-55443322'],
  ])
})

test('the same line twice, or an account of two equal lines, is nobody’s', () => {
  const twins = esperan.map((each) => ({ ...each, cuenta: '01340032610000010011', monto: '5.00' }))
  expect(leerRespuesta('01340032610000010011,5.00,9999', twins).ajenas).toHaveLength(1)
  expect(leerRespuesta('OR-2025-000001,1111\nOR-2025-000001,2222', esperan).ajenas).toEqual([
    'OR-2025-000001,2222',
  ])
})

test('what the bank has otherwise is read, so that it can be refused', () => {
  const [one] = leerRespuesta('OR-2025-000001|01340032610000099999|26207.00|4444', esperan).lineas
  expect(one).toMatchObject({ monto: '26207.00', cuenta: '01340032610000099999' })
})

test('a row has the number of an order whatever its prefix, and of a branch (R-359)', () => {
  const lines: LineaQueEspera[] = [
    { id: 7, numero: 'F1-2026-000004', cuenta: '01340032610000010011', monto: '1.00' },
    { id: 8, numero: 'OR-AQP-2026-000004', cuenta: '01340032610000010012', monto: '1.00' },
  ]
  for (const text of ['F1-2026-000004;77001;99', 'F12026000004;77001;99']) {
    expect(leerRespuesta(text, lines).lineas, text).toMatchObject([
      { linea_id: 7, referencia: '77001' },
    ])
  }
  for (const text of ['OR-AQP-2026-000004;77001;99', 'ORAQP2026000004;77001;99']) {
    expect(leerRespuesta(text, lines).lineas, text).toMatchObject([
      { linea_id: 8, referencia: '77001' },
    ])
  }
  // The number of another order is not passed over for the account.
  const other = 'F1-2026-000009;01340032610000010011;1.00;77001'
  expect(leerRespuesta(other, lines)).toEqual({ lineas: [], ajenas: [other] })
})
