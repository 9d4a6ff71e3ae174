import { expect, test } from 'vitest'
import { dichoDeZona, faltaZona, zonasDe } from './zonas.ts'

test('R-384: each country of a starter set has its zone, the most used one first', () => {
  const countries = ['pe', 've', 'co', 'cl', 'ec', 'bo', 'ar', 'br', 'mx', 'es', 'us', 'pa']
  const first = countries.map((pais) => [pais, zonasDe(pais)[0]])
  expect(Object.fromEntries(first)).toMatchObject({
    ...{ pe: 'America/Lima', es: 'Europe/Madrid', br: 'America/Sao_Paulo', us: 'America/New_York' },
    ...{ mx: 'America/Mexico_City', cl: 'America/Santiago', ve: 'America/Caracas' },
  })
  expect(first.filter(([, zona]) => zona === undefined)).toEqual([])
  expect(zonasDe('ca')).toEqual([])
})

test('R-384: a zone of another country is warned of, one of its own is not', () => {
  expect(faltaZona('es', 'España', 'America/Lima')).toBe(
    'La zona horaria es Lima (Perú) y el país de la casa es España: los días, los cierres y los papeles llevarían la hora de otro país. Elija Madrid (España) o Las Palmas (España) antes del primer documento: después ya no se cambia.',
  )
  for (const zona of ['Europe/Madrid', 'Atlantic/Canary'])
    expect(faltaZona('es', 'España', zona)).toBe(null)
  expect(faltaZona('ca', 'Canadá', 'America/Lima')).toMatch(/Elija la zona que tenga la misma hora/)
  expect(faltaZona('pe', 'Perú', 'America/Lima')).toBe(null)
})

test('R-384: who has several zones reads which one is proposed', () => {
  expect(dichoDeZona('es', 'España')).toBe(
    'España tiene varias zonas horarias: se propone Madrid (España). Cámbiela si la casa está en Las Palmas (España).',
  )
  expect(dichoDeZona('pe', 'Perú')).toBe(null)
})
