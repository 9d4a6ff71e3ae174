import { expect, test } from 'vitest'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato } from '../contract.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')

test('clients stand in the order of the alphabet, page by page: neither accents nor capitals move anybody', async () => {
  const names = ['Zoila Rojas', 'Óscar Paz', 'Pablo Paz', 'Orlando Paz', 'Álvaro Ñique', 'ana Vega']
  for (const [n, nombre] of names.entries()) {
    const [nombres = '', apellidos = ''] = nombre.split(' ')
    const body = {
      ...{ tipo_persona: 'natural', tipo_doc: 'DNI', num_doc: String(43_000_001 + n) },
      ...{ nombres, apellidos, fecha_nac: '1980-01-31' },
      ...{ celular: String(911_000_001 + n), segmento: 'publico' },
    }
    expect((await adm.call(contrato.crear, { body })).status).toBe(201)
  }
  const read = async (despues?: string): Promise<string[]> => {
    const query = { limite: '4', orden: 'nombre', ...(despues && { cursor: despues }) }
    const { body } = await adm.call(contrato.listar, { query })
    const mine = body.items.map(({ nombre }) => nombre)
    return body.siguiente ? [...mine, ...(await read(body.siguiente))] : mine
  }
  const all = await read()
  expect(
    all.filter((one) => names.some((name) => name.toLowerCase() === one.toLowerCase())),
  ).toEqual([
    ...['Álvaro Ñique', expect.stringMatching(/^ana vega$/i), 'Orlando Paz', 'Óscar Paz'],
    ...['Pablo Paz', 'Zoila Rojas'],
  ])
})
