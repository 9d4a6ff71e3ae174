import type { Page } from 'playwright-core'

/*
 * A server with only the 24 calls of the original brief, whose answers hold only the fields that the brief names.
 */

const usuario = (slug: string) => ({
  nombres: 'Ada Luisa',
  apellidos: 'Ramos Vega',
  role: { slug, nombre: slug === 'adm' ? 'Administrador' : slug },
})

const MONEDAS = [
  { id: 1, nombre: 'Bolívar', imagen: 've', simbolo: 'Bs', iso: 'VES' },
  { id: 2, nombre: 'Sol', imagen: 'pe', simbolo: 'S/', iso: 'PEN' },
  { id: 3, nombre: 'Dólar', imagen: 'us', simbolo: 'US$', iso: 'USD' },
  { id: 4, nombre: 'Peso', imagen: 'co', simbolo: '$', iso: 'COP' },
]

const tasa = (tasa: string | number, metodo_calculo: string, historicoTipoCambioId: number) => ({
  ...{ tasa, precision: 3, metodo_calculo, historicoTipoCambioId },
})

/** Answers by method and path below `/api`; values that the brief leaves open are minimal inventions. */
const RESPUESTAS: [method: string, path: RegExp, status: number, body: unknown][] = [
  ['GET', /^\/monedas(\/lista)?$/, 200, MONEDAS],
  ['GET', /^\/tipos-cambios\/divisas\/pe\/2\/1$/, 200, tasa('52.412', 'm', 11)],
  ['GET', /^\/tipos-cambios\/divisas\/pe\/2\/3$/, 200, tasa(3.56, 'div', 12)],
  ['GET', /^\/tipos-cambios\/divisas\/pe\/2\/4$/, 200, tasa('0', 'd', 13)],
  ['GET', /^\/tipos-cambios\/divisas\//, 400, { errors: [{ msg: 'No hay tasa.' }] }],
  ['GET', /^\/tipos-cambios\/historico\/\d+$/, 200, [{ id: 11, ...tasa('52.412', 'm', 11) }]],
  ['GET', /^\/tipos-cambios(\/search\/[^/]+)?$/, 200, [{ id: 7, ...tasa('52.412', 'm', 11) }]],
  ['GET', /^\/tipos-cambios\/\d+$/, 200, { id: 7, ...tasa('52.412', 'm', 11) }],
  ['POST', /^\/tipos-cambios$/, 200, { id: 8, message: 'Creado.' }],
  ['PUT', /^\/tipos-cambios\/(\d+|tasa\/\d+|estatus\/\d+)$/, 200, { message: 'Guardado.' }],
  ['POST', /^\/tipos-cambios\/tasa-manual$/, 200, { message: 'Guardado.' }],
  [
    'GET',
    /^\/pares-divisas(\/search\/[^/]+|\/pais\/usd\/VES)?$/,
    200,
    [
      { id: 5, compra: '198.50', divisa_base: { nombre: 'Dólar' } },
      { id: 6, compra: 0, divisa_base: { nombre: 'Euro' } },
    ],
  ],
  ['GET', /^\/pares-divisas\/pais\//, 200, []],
  [
    'GET',
    /^\/pares-divisas\/\d+$/,
    200,
    { id: 5, compra: '198.50', divisa_base: { nombre: 'Dólar' } },
  ],
  ['POST', /^\/pares-divisas(\/compra-venta)?$/, 200, { id: 9, message: 'Creado.' }],
  ['PUT', /^\/pares-divisas\/(compra-venta\/)?\d+$/, 200, { message: 'Guardado.' }],
  ['GET', /^\/telegram$/, 200, false],
  ['POST', /^\/telegram$/, 200, true],
]

/** Answers the page's calls as that server. The user name is also the role; the password is `clave`. */
export async function conSemilla(page: Page): Promise<void> {
  let rol = 'adm'
  await page.route('**/api/**', async (route) => {
    const asked = route.request()
    const path = new URL(asked.url()).pathname.slice('/api'.length)
    const answer = (status: number, json: unknown) => route.fulfill({ status, json })
    if (path === '/auth/login') {
      const { usuario: name, password } = asked.postDataJSON()
      if (password !== 'clave') {
        const errors = [{ msg: 'El usuario no existe.' }, { msg: 'La contraseña es corta.' }]
        return answer(400, { errors })
      }
      rol = name
    }
    if (path === '/auth/login' || path === '/auth/refresh-token')
      return answer(200, { ok: true, usuario: usuario(rol), token: 'uno' })
    const found = RESPUESTAS.find(
      ([method, known]) => method === asked.method() && known.test(path),
    )
    return found ? answer(found[2], found[3]) : answer(404, { message: 'No existe.' })
  })
}
