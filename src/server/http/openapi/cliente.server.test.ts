import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generateSource } from 'oazapfts'
import { afterAll, expect, test } from 'vitest'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { PASSWORD, startTestApp } from '../../../../test/support/servidor/app.ts'
import { contrato as clavesApi } from '../../../areas/claves-api/contract.ts'

/* A client that somebody else's generator makes of the served document compiles, and registers an operation. */

const app = await startTestApp()
const { adm, cuentas, pagos, tasas, clientes } = await montarCasa(app)
const folder = mkdtempSync(join(tmpdir(), 'cliente-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Buys dollars at the counter, and reads the operation again. */
const PROGRAMA = (monto: string) => `
import { comprasVentasCrear, comprasVentasObtener, defaults } from './cliente.ts'
const { CASA = '', CLAVE = '', OPERACION = '' } = process.env
defaults.baseUrl = CASA
defaults.headers = { authorization: \`Bearer \${CLAVE}\` }
const hecha = await comprasVentasCrear(OPERACION, {
  tipo: 'compra', cliente_id: ${clientes.ana}, divisa_id: 3, monto: ${monto},
  historico_id: ${tasas.compraUsd}, tasa: '3.520',
  recibimos: [{ tipo_pago_id: ${pagos.efectivo}, cuenta_id: ${cuentas.cajaUsd}, monto: '100.00' }],
  entregamos: [{ tipo_pago_id: ${pagos.efectivo}, cuenta_id: ${cuentas.cajaPen}, monto: '352.00' }],
})
if (hecha.status !== 201) throw new Error(JSON.stringify(hecha.data))
const leida = await comprasVentasObtener(hecha.data.id)
if (leida.status !== 200) throw new Error(JSON.stringify(leida.data))
const { numero, contravalor, estado } = leida.data
console.log(JSON.stringify({ mismo: numero === hecha.data.numero, contravalor, estado }))
`

/** What the type checker says of the program. */
function tipos(): string {
  const tsc = resolve('node_modules/typescript/bin/tsc')
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--allowImportingTsExtensions']
  const como = ['--module', 'nodenext', '--target', 'es2023', '--types', 'node']
  const { stdout } = spawnSync(process.execPath, [tsc, ...flags, ...como, 'programa.ts'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout
}

test('a generated client compiles, refuses what the contract does not take, and buys dollars', async () => {
  const url = await app.http.listen({ host: '127.0.0.1', port: 0 })
  const source = await generateSource(`${url}/api/openapi.json`)
  writeFileSync(join(folder, 'cliente.ts'), source)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'programa.ts'), PROGRAMA('100'))
  expect(tipos()).toContain("Type 'number' is not assignable to type 'string'")
  writeFileSync(join(folder, 'programa.ts'), PROGRAMA("'100.00'"))
  expect(tipos()).toBe('')
  const permisos = ['compras-ventas:ver', 'compras-ventas:crear', 'cuentas:ajenas']
  const nueva = { nombre: 'Cliente', dias: 1, limite_usd: null, sucursal_id: null, permisos }
  const { body } = await adm.call(clavesApi.crear, { body: { ...nueva, password: PASSWORD } })
  const env = { ...process.env, CASA: url, CLAVE: body.clave, OPERACION: randomUUID() }
  const run = () =>
    new Promise<string>((done, fail) => {
      execFile(process.execPath, ['programa.ts'], { cwd: folder, env }, (error, out, wrong) =>
        error ? fail(new Error(wrong)) : done(out),
      )
    })
  const first = JSON.parse(await run())
  expect(first).toEqual({ mismo: true, contravalor: '352.00', estado: 'completada' })
  // The same key again is the same operation.
  expect(JSON.parse(await run())).toEqual(first)
})
