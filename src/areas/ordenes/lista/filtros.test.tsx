import { expect, test } from 'vitest'
import { filtrosDe } from './filtros.tsx'

test('an order goes to a country: the reference of prices is no destination', () => {
  const paises = [
    { id: 'pe', nombre: 'Perú' },
    { id: 'usd', nombre: 'Referencia internacional US$' },
    { id: 've', nombre: 'Venezuela' },
  ]
  const all = filtrosDe({ monedas: new Map(), paises, abiertas: [], yo: undefined }, false)
  const destino = all.find((one) => 'clave' in one && one.clave === 'pais_destino')
  expect(JSON.stringify(destino)).toContain('Venezuela')
  expect(JSON.stringify(destino)).not.toContain('Referencia')
})
