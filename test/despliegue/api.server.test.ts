import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { certificar } from '../../src/server/certificado/certificar.ts'
import { ARCHIVOS, CARPETA } from '../../src/server/certificado/hecho.ts'
import { leerTls } from '../../src/server/http/guardia/tls.ts'
import { montarOrdenes } from '../support/areas/ordenes.ts'
import { claveDe } from '../support/claves/clave.ts'
import { startTestApp } from '../support/servidor/app.ts'

/*
 * The recipes of docs/api.md, as they are written there, against a server that listens with a certificate of the house's
 * own authority: with the variables that the page tells to set, and the permissions that it names.
 */

const PAGINA = readFileSync('docs/api.md', 'utf8')
const [CABEZA = ''] = PAGINA.split(/^## 1\. /m)
const VALORES = CABEZA.match(/```sh\n(.*?)```/s)?.[1] ?? 'exit 1'
const RECETAS = [...PAGINA.matchAll(/^## (\d+)\. .+?```sh\n(.*?)```/gms)].map(
  ([, n = '', text = '']) => [Number(n), text] as const,
)
/** What one sets oneself, by name. */
const PUESTAS = [...CABEZA.matchAll(/^export (\w+)=[^$\n]+$/gm)].map(([, name = '']) => name)
/** The permissions of a recipe, by the table; 0: of the values. */
const permisosDe = (n: number) => {
  const filas = [...CABEZA.matchAll(/^\| ([\w, ]+?) +\| (.+?) +\|$/gm)]
  const fila = filas.find(([, which = '']) =>
    n === 0 ? which === 'these values' : which.split(', ').map(Number).includes(n),
  )
  if (!fila) throw new Error(`no permissions are named for recipe ${n}`)
  return [...(fila[2] ?? '').matchAll(/`(.+?)`/g)].map(([, permiso = '']) => permiso)
}
const sinCurl = spawnSync('curl', ['--version']).status !== 0 || process.platform === 'win32'

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('there are ten recipes, and four values to set', () => {
  expect(RECETAS.map(([n]) => n)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(PUESTAS).toEqual(['CASA', 'CURL_CA_BUNDLE', 'CLAVE', 'CLIENTE'])
})

/** A house that is published as docs/publicar.md says: its address and its authority. */
async function publicada() {
  await certificar({ carpeta: root, nombres: ['127.0.0.1'], ahora: new Date() })
  const en = (name: keyof typeof ARCHIVOS) => join(root, CARPETA, ARCHIVOS[name])
  const tls = leerTls({
    CAMBISTA_CERTIFICADO: en('cert'),
    CAMBISTA_CERTIFICADO_LLAVE: en('key'),
  })
  const app = await startTestApp({ limites: { porSesion: 50 }, ...(tls && { tls }) })
  return { app, autoridad: en('publico') }
}

test.skipIf(sinCurl)('each recipe does what it says', async () => {
  const { app, autoridad } = await publicada()
  const { adm, tasas, ana } = await montarOrdenes(app)
  const claves = await Promise.all(
    [...Array(11).keys()].map((n) => {
      const suyos = permisosDe(n)
      // Any permission will do, and this one is none of those of the other recipes.
      return claveDe(
        app,
        adm,
        suyos.length > 0 ? suyos : ['paises:ver'],
        undefined,
        null,
        'Recetas',
      )
    }),
  )
  const { port } = new URL(await app.http.listen({ host: '127.0.0.1', port: 0 }))
  const puestas: Record<string, string> = {
    CASA: `https://127.0.0.1:${port}`,
    CURL_CA_BUNDLE: autoridad,
    CLIENTE: String(ana),
  }
  const env: Record<string, string> = {}
  const sh = (n: number, text: string) =>
    new Promise<string>((done, fail) => {
      const CLAVE = claves[n]?.clave ?? ''
      const dadas = Object.entries({ ...puestas, CLAVE }).filter(([name]) => PUESTAS.includes(name))
      const todas = { ...process.env, NO_PROXY: '*', ...Object.fromEntries(dadas), ...env }
      execFile('sh', ['-c', text], { env: todas }, (error, out, said) =>
        error || said ? fail(new Error(`${n}: ${out} ${said}`, { cause: error })) : done(out),
      )
    })
  const run = (n: number) => sh(n, RECETAS.find(([each]) => each === n)?.[1] ?? 'exit 1')
  const exportadas = [...VALORES.matchAll(/^export .+$/gm)].join(' ')
  const nombres = [...exportadas.matchAll(/\b([A-Z_]+)=\$\(/g)].map(([, name = '']) => name)
  const decir = nombres.map((name) => `printf '%s\\n' "${name}=$${name}"`).join('\n')
  for (const line of (await sh(0, `${VALORES}\n${decir}`)).trim().split('\n')) {
    const [name = '', ...value] = line.split('=')
    expect([name, value.join('=')]).toEqual([name, expect.stringMatching(/^(?!undefined).+/)])
    env[name] = value.join('=')
  }
  expect(env).toMatchObject({ TASA: String(tasas.compraUsd), PRECIO: '3.520', SOLES: '352.00' })
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
