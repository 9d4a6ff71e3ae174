import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../../src/server/acceso/password.ts'
import { OTRA_MAQUINA } from '../../support/browser.ts'
import { comoDueno } from '../../support/servidor/dueno.ts'
import { abrirCasa } from '../casa.ts'
import { arrancar, CLIENTE, lugarDe, PROXIES, type Puerta } from './arrancar.ts'

/*
 * The house behind the proxies whose settings are shipped in `proxy/`: the real nginx and the real Caddy, where
 * they are installed. Where one is not, its tests are skipped and their names say so.
 */

const casa = await abrirCasa({ proxies: ['127.0.0.1'] })
// A house with passwords of its own: a demo is not published.
const PASSWORD = 'cuatro palabras que nadie sabe'
await comoDueno(casa.datos, "DELETE FROM ajustes WHERE clave = 'demo'")
await comoDueno(casa.datos, 'UPDATE usuarios SET password_hash = $1', [
  await hashPassword(PASSWORD),
])
const MB = 1024 * 1024
const JSON_ = { 'content-type': 'application/json' }
/** What a client says of himself and should not be believed. */
const AJENO = '203.0.113.9'
const MENTIRA = { 'x-forwarded-for': AJENO, forwarded: `for=${AJENO}`, 'x-real-ip': AJENO }

describe.each(Object.keys(PROXIES) as (keyof typeof PROXIES)[])('%s', (name) => {
  const programa = lugarDe(name)
  const falta = programa ? '' : ` (not tried: ${name} is not installed here)`
  const probar = test.skipIf(!programa)
  let puerta: Puerta
  beforeAll(async () => {
    if (programa) puerta = await arrancar(name, programa, Number(new URL(casa.url).port))
  })
  afterAll(() => puerta?.parar())

  const entrar = async (password = PASSWORD) =>
    puerta.pedir('/api/auth/login', {
      ...{ method: 'POST', body: JSON.stringify({ usuario: 'admin', password }) },
      headers: { ...JSON_, ...MENTIRA, origin: `https://${OTRA_MAQUINA}` },
    })
  const token = async () => (JSON.parse((await entrar()).text) as { token: string }).token

  probar(`somebody signs in with a browser through the name, over HTTP/2${falta}`, async () => {
    const baseURL = `https://${OTRA_MAQUINA}:${puerta.https}`
    const page = await casa.entrar('cajera', { baseURL, ignoreHTTPSErrors: true }, PASSWORD)
    const how = await page.evaluate(() => [
      isSecureContext,
      ...performance
        .getEntriesByType('navigation')
        .map((each) => 'nextHopProtocol' in each && each.nextHopProtocol),
    ])
    expect(how).toEqual([true, 'h2'])
    const cookies = await page.context().cookies()
    expect(cookies.map((each) => each.name.startsWith('__Host-') && each.secure)).toEqual([true])
    // An address below the root is the page's as well, after a reload.
    await page.goto('/clientes')
    await page.getByText('Ana Sofía Zegarra Lazo').waitFor()
    expect(await page.title()).toBe('Clientes · Cambista')
    expect(casa.errores).toEqual([])
  })

  probar(`session, audit and limits see the client, whatever he says${falta}`, async () => {
    expect((await entrar('no es')).status).toBe(400)
    expect((await entrar()).status).toBe(200)
    const { rows } = await sql<{ ip: string }>`
      (SELECT ip FROM sesiones ORDER BY id DESC LIMIT 1) UNION ALL
      (SELECT ip FROM auditoria WHERE accion = 'ingreso' ORDER BY id DESC LIMIT 1) UNION ALL
      (SELECT substr(clave, 4) FROM intentos_ingreso WHERE clave LIKE 'ip:%' ORDER BY desde DESC LIMIT 1)`.execute(
      casa.app.db,
    )
    expect(rows.map(({ ip }) => ip)).toEqual([CLIENTE, CLIENTE, CLIENTE])
  })

  probar(`an event arrives while the stream stays open${falta}`, async () => {
    const { status, text } = await puerta.pedir('/api/eventos', {
      headers: { 'x-token': await token() },
      hasta: 'monedas',
      luego: () => sql`SELECT avisar('monedas', 1)`.execute(casa.app.db),
    })
    expect(status).toBe(200)
    expect(text).toMatch(/^: hola/)
  })

  probar(
    `the largest file arrives whole, and a browser reads why one above it is refused${falta}`,
    async () => {
      const headers = { 'x-token': await token(), 'content-type': 'text/csv' }
      const path = '/api/importar/clientes/probar?decimales=punto'
      const whole = await puerta.pedir(path, {
        ...{ method: 'POST', headers, body: `nombres\n${'x'.repeat(5 * MB - 8)}` },
      })
      // Refused for what is in it, by the program, which has read it to its end.
      expect([whole.status, whole.text]).toEqual([400, expect.stringContaining('Falta la columna')])
      const baseURL = `https://${OTRA_MAQUINA}:${puerta.https}`
      const page = await casa.visita({ baseURL, ignoreHTTPSErrors: true })
      await page.goto('/')
      const subir = (bytes: number) =>
        page.evaluate(
          async ({ path, headers, bytes }) => {
            const body = new Uint8Array(bytes)
            const answer = await fetch(path, { method: 'POST', headers, body })
            return [answer.status, await answer.text()]
          },
          { path, headers, bytes },
        )
      // Of what a proxy hands on the program says it, of more the proxy itself.
      expect(await subir(5.5 * MB)).toEqual([413, expect.stringContaining('ARCHIVO_GRANDE')])
      expect((await subir(8 * MB))[0]).toBe(413)
    },
  )

  probar(`every answer asks for https, once, and http leads there${falta}`, async () => {
    for (const path of ['/', '/clientes', '/api/salud', '/api/nada', '/sw.js']) {
      const { headers } = await puerta.pedir(path)
      expect([path, headers['strict-transport-security']]).toEqual([
        path,
        'max-age=31536000; includeSubDomains',
      ])
      expect(String(headers.server ?? '')).not.toMatch(/\d/)
    }
    const cookie = String((await entrar()).headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-.*; Secure/)
    const plain = await fetch(`http://127.0.0.1:${puerta.http}/clientes`, {
      ...{ redirect: 'manual', headers: { host: OTRA_MAQUINA } },
    })
    expect([301, 308]).toContain(plain.status)
    expect(plain.headers.get('location')).toMatch(/^https:\/\//)
  })
})
