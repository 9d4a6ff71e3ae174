import { expect, test } from 'vitest'
import { inicioDelDia, LIMA, ponerZona } from '../../../core/zona.ts'
import { masDias } from '../lista/arreglo/dias.ts'
import type { Punto } from './escala.ts'
import {
  alcance,
  cuantos,
  dentroDe,
  emparejar,
  escribirRango,
  leerRango,
  rangoAntes,
  recortar,
  trasladar,
} from './tramo.ts'

const dia = (fecha: string, valor: string): Punto => ({
  desde: `${fecha}T05:00:00.000Z`,
  valores: [valor],
})

test('the range of the address is read as it was written, and nothing else is', () => {
  const rango = { desde: '2025-11-03', hasta: '2025-11-10' }
  expect(leerRango(escribirRango(rango))).toEqual(rango)
  expect(cuantos(rango)).toBe(8)
  for (const text of ['', 'x', '2025-11-10_2025-11-03', '2025-02-30_2025-03-01', '2025-11-03'])
    expect(leerRango(text)).toBeUndefined()
})

test('a range is cut to the days that are drawn; all of them, or none, is no range', () => {
  const todo = alcance([dia('2025-11-03', '1')], Date.parse('2025-11-11T05:00:00Z'))
  expect(todo).toEqual({ desde: '2025-11-03', hasta: '2025-11-10' })
  expect(dentroDe({ desde: '2025-11-01', hasta: '2025-11-05' }, todo)).toEqual({
    desde: '2025-11-03',
    hasta: '2025-11-05',
  })
  expect(dentroDe({ desde: '2025-10-01', hasta: '2025-12-05' }, todo)).toBeUndefined()
  expect(dentroDe({ desde: '2025-10-01', hasta: '2025-10-05' }, todo)).toBeUndefined()
  expect(alcance([], 0)).toBeUndefined()
})

test('days before are as many just before, or the same of the month before where it has them', () => {
  const antes = (desde: string, hasta: string, modo: 'periodo' | 'mes') =>
    rangoAntes({ desde, hasta }, modo)
  expect(antes('2025-11-03', '2025-11-10', 'periodo')).toEqual({
    desde: '2025-10-26',
    hasta: '2025-11-02',
  })
  expect(antes('2025-11-03', '2025-11-10', 'mes')).toEqual({
    desde: '2025-10-03',
    hasta: '2025-10-10',
  })
  expect(antes('2025-03-20', '2025-03-31', 'mes')).toEqual({
    desde: '2025-02-20',
    hasta: '2025-02-28',
  })
  expect(antes('2025-03-30', '2025-03-31', 'mes')).toBeNull()
  expect(antes('2025-02-20', '2025-03-10', 'mes')).toBeNull()
})

test('a price that began before the range holds in it; the figure of a day before does not', () => {
  const puntos = [dia('2025-11-01', '3.5'), dia('2025-11-05', '3.6'), dia('2025-11-09', '3.7')]
  const rango = { desde: '2025-11-06', hasta: '2025-11-09' }
  expect(recortar(puntos, rango, false).map(({ valores }) => valores[0])).toEqual(['3.6', '3.7'])
  expect(recortar(puntos, rango, true).map(({ valores }) => valores[0])).toEqual(['3.7'])
})

test('each day stands beside the day as long before, also where that had nothing', () => {
  const ahora = [dia('2025-11-03', '5'), dia('2025-11-04', '6')]
  const previos = [dia('2025-10-03', '2')]
  const pair = [
    { desde: '2025-11-03', hasta: '2025-11-04' },
    { desde: '2025-10-03', hasta: '2025-10-04' },
  ] as const
  expect(emparejar(ahora, previos, pair, true).map(({ antes }) => antes?.valores[0])).toEqual([
    '2',
    undefined,
  ])
  expect(emparejar(ahora, previos, pair, false).map(({ antes }) => antes?.valores[0])).toEqual([
    '2',
    '2',
  ])
  expect(trasladar(previos, pair)).toEqual([dia('2025-11-03', '2')])
})

test('where clocks were changed between two periods, a day stands beside the one of its place', () => {
  ponerZona('America/Santiago')
  try {
    // Clocks go ahead on 6 September 2026.
    const pair = [
      { desde: '2026-09-01', hasta: '2026-09-10' },
      { desde: '2026-08-22', hasta: '2026-08-31' },
    ] as const
    const days = (from: string) =>
      Array.from({ length: 10 }, (_, n) => ({
        desde: inicioDelDia(masDias(from, n)),
        valores: [String(n)],
      }))
    const rows = emparejar(days('2026-09-01'), days('2026-08-22'), pair, true)
    expect(rows.map(({ antes }) => antes?.valores[0])).toEqual(rows.map((_, n) => String(n)))
  } finally {
    ponerZona(LIMA)
  }
})
