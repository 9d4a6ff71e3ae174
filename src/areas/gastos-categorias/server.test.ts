import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { campo } from '../../../test/support/areas/ajustes.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { contrato } from './contract.ts'

const app = await startTestApp()
const adm = await app.signedIn('adm')
const crear = (body: object) => adm.call(contrato.crear, { body })

test('the house starts with the nine of the specification, without budgets', async () => {
  const rows = (await adm.call(contrato.listar)).body
  expect(rows.map(({ codigo }) => codigo)).toEqual(
    'alquiler planilla comisiones bancarios servicios utiles movilidad impuestos otros'.split(' '),
  )
  expect(rows.every(({ presupuesto }) => presupuesto === null)).toBe(true)
})

test('a name and a code are one category’s; a budget is more than nothing', async () => {
  const seguros = { nombre: 'Seguros', codigo: 'seguros', presupuesto: '300.00' }
  expect((await crear(seguros)).status).toBe(201)
  const name = await crear({ ...seguros, codigo: 'otros-seguros' })
  expect([name.error.codigo, campo(name.error)]).toEqual(['DUPLICADO', ['nombre']])
  const code = await crear({ ...seguros, nombre: 'Pólizas' })
  expect(campo(code.error)).toEqual(['codigo'])
  const fresh = { nombre: 'Viajes', codigo: 'viajes' }
  expect(campo((await crear({ ...fresh, presupuesto: '0' })).error)).toEqual(['presupuesto'])
  expect(campo((await crear({ ...fresh, codigo: 'Los viajes' })).error)).toEqual(['codigo'])
  await expect(sql`UPDATE gastos_categorias SET presupuesto = 0`.execute(app.db)).rejects.toThrow()
})

test('who sees expenses sees them; who keeps them is another right', async () => {
  const con = await app.signedIn('con')
  expect((await con.call(contrato.listar)).status).toBe(200)
  const body = { nombre: 'Viajes', codigo: 'viajes' }
  expect((await con.call(contrato.crear, { body })).status).toBe(403)
})
