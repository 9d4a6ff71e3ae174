import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrato as clavesApi } from '../../src/areas/claves-api/contract.ts'
import { montarOrdenes } from '../support/areas/ordenes.ts'
import { PASSWORD, startTestApp } from '../support/servidor/app.ts'

/* The recipes of docs/api.md, as they are written there, against a server that listens. */

const RECETAS = [
  ...readFileSync('docs/api.md', 'utf8').matchAll(/^## (\d+)\. .+?```sh\n(.*?)```/gms),
].map(([, n = '', text = '']) => [Number(n), text] as const)
const sinCurl = spawnSync('curl', ['--version']).status !== 0 || process.platform === 'win32'

test('there are ten recipes', () =>
  expect(RECETAS.map(([n]) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))

test.skipIf(sinCurl)('each recipe does what it says', async () => {
  const app = await startTestApp({ limites: { porSesion: 50 } })
  const { adm, cuentas, pagos, tasas, ana, orden } = await montarOrdenes(app)
  const permisos = [
    'clientes:ver',
    'clientes:editar',
    'compras-ventas:ver',
    'compras-ventas:crear',
    'cuentas:ver',
    'cuentas:ajenas',
    'ordenes:ver',
    'ordenes:crear',
    'sucursales:todas',
  ]
  const nueva = {
    nombre: 'Recetas',
    dias: 1,
    limite_usd: null,
    sucursal_id: null,
    permisos,
    password: PASSWORD,
  }
  const made = await adm.call(clavesApi.crear, { body: nueva })
  expect(made.error.message).toContain('creada')
  const { beneficiario_id, historico_id } = orden()
  const env: Record<string, string> = {
    CASA: await app.http.listen({ host: '127.0.0.1', port: 0 }),
    CLAVE: made.body.clave,
    ...{ OPERACION: randomUUID(), REMESA: randomUUID() },
    ...{ CLIENTE: String(ana), BENEFICIARIO: String(beneficiario_id) },
    ...{
      TASA: String(tasas.compraUsd),
      CORREDOR: String(historico_id),
      EFECTIVO: String(pagos.efectivo),
    },
    ...{ CAJA_USD: String(cuentas.cajaUsd), CAJA_PEN: String(cuentas.cajaPen) },
  }
  const run = (n: number) =>
    new Promise<string>((done, fail) =>
      execFile(
        'sh',
        ['-c', RECETAS.find(([each]) => each === n)?.[1] ?? 'exit 1'],
        { env: { ...process.env, ...env } },
        (error, out) => (error ? fail(new Error(`${n}: ${out}`, { cause: error })) : done(out)),
      ),
    )
  expect(JSON.parse(await run(1)).length).toBeGreaterThan(2)
  expect(JSON.parse(await run(2))).toMatchObject({
    tasa: '3.520',
    historicoTipoCambioId: tasas.compraUsd,
  })
  const bought = JSON.parse(await run(3))
  expect(bought).toMatchObject({ monto: '100.00', contravalor: '352.00', estado: 'completada' })
  expect(JSON.parse(await run(4)).items.length).toBeGreaterThan(0)
  expect(JSON.parse(await run(5)).id).toBeGreaterThan(0)
  const sent = JSON.parse(await run(6))
  env.ORDEN = String(sent.id)
  expect(JSON.parse(await run(7))).toMatchObject({
    id: sent.id,
    estado: 'pendiente',
    envia: '150.00',
  })
  expect(await run(8)).toContain(`"${bought.numero}",`)
  const twice = await run(9)
  expect(twice.match(/idempotency-replayed: true/gi)).toHaveLength(2)
  expect(twice).toContain(sent.numero)
  expect(await run(10)).toMatch(/^ratelimit-policy: "clave";q=500;w=10/im)
})
