import { setTimeout as sleep } from 'node:timers/promises'
import { referencia } from './arranque.ts'
import { cargar, enHilo, type Medida, una } from './carga.ts'
import { CLAVE, FILAS, type Mundo, porTurnos, SEGUNDOS } from './mundo.ts'
import { anotar, comparar, entero } from './tabla.ts'

const leer = (
  mundo: Pick<Mundo, 'puerto'>,
  path: string | (() => string),
  token: string,
  clientes = 16,
) =>
  cargar({
    puerto: mundo.puerto,
    clientes,
    segundos: SEGUNDOS,
    siguiente: () =>
      enHilo({ path: typeof path === 'string' ? path : path(), headers: { 'x-token': token } }),
  })

/** The address of page `n` (50 rows a page). It follows the cursors from the first page, in larger pages. */
async function pagina(mundo: Mundo, token: string, n: number): Promise<string> {
  let cursor = ''
  for (let left = (n - 1) * 50; left > 0; left -= 200) {
    const query = `limite=${Math.min(left, 200)}${cursor && `&cursor=${cursor}`}`
    const path = `/api/compras-ventas?${query}`
    const page = await una<{ siguiente: string }>(mundo.puerto, {
      path,
      headers: { 'x-token': token },
    })
    cursor = encodeURIComponent(page.siguiente)
  }
  return `/api/compras-ventas?limite=50&cursor=${cursor}`
}

/** Measures lists, one operation and the lookup, beside a server that only runs the query. */
export async function filasDeLeer(mundo: Mundo): Promise<void> {
  const token = mundo.casa.tokens[0] as string
  const bare = await referencia(mundo.url)
  const first = '/api/compras-ventas?limite=50'
  const far = await pagina(mundo, token, Math.min(1000, FILAS / 100))
  const tasa = async (work: Promise<Medida>) => (await work).porSegundo
  const list = await porTurnos({
    ours: () => tasa(leer(mundo, first, token)),
    far: () => tasa(leer(mundo, far, token)),
    bare: () => tasa(leer(bare, '/lista', '')),
  })
  comparar(
    `list of 50 of ${entero(FILAS)}, newest first`,
    list.ours,
    list.bare,
    'bare Node + pg',
    0.5,
  )
  comparar('page 1,000', list.far, list.ours, 'page 1', 0.77)
  const crowd = await leer(mundo, first, token, 64)
  anotar({
    que: 'list of 50, 64 clients: p99',
    nuestro: `${entero(crowd.p99)} ms`,
    meta: '≤ 70 ms',
    cumple: crowd.p99 <= 70,
  })
  const found = await tasa(leer(mundo, `${first}&buscar=garcia`, token))
  anotar({ que: 'the same list, searched for "garcia"', nuestro: `${entero(found)}/s` })
  const clients = await tasa(leer(mundo, '/api/clientes/search/garcia', token))
  anotar({ que: 'clients, searched for "garcia" (5,000)', nuestro: `${entero(clients)}/s` })
  const id = () => 1 + Math.floor(Math.random() * FILAS)
  const one = await porTurnos({
    ours: () => tasa(leer(mundo, () => `/api/compras-ventas/${id()}`, token)),
    bare: () => tasa(leer(bare, () => `/uno?id=${id()}`, '')),
  })
  comparar('one operation, whole', one.ours, one.bare, 'bare Node + pg', 0.35)
  const lookup = await leer(mundo, '/api/tipos-cambios/divisas/pe/3/2', token)
  if (lookup.estados[200])
    anotar({
      que: 'lookup of the calculator',
      nuestro: `${entero(lookup.porSegundo)}/s, p99 ${entero(lookup.p99)} ms`,
    })
  await bare.parar()
  const page = await fetch(`http://127.0.0.1:${mundo.puerto}${first}`, {
    headers: { 'x-token': token, 'accept-encoding': 'br' },
  })
  await page.arrayBuffer()
  const small = Number(page.headers.get('content-length')) / 1000
  anotar({
    que: 'answer of 50 rows, on the wire',
    nuestro: `${Math.round(small * 10) / 10} kB`,
    meta: '≤ 2.5 kB',
    cumple: small <= 2.5,
  })
}

/** Measures many sign-ins at once, and how much they slow other requests down. */
export async function filasDeIngreso(mundo: Mundo): Promise<void> {
  const token = mundo.casa.tokens[0] as string
  const entrar = (n: number) =>
    una<{ token: string }>(mundo.puerto, {
      method: 'POST',
      path: '/api/auth/login',
      body: { usuario: `cajera${n}`, password: CLAVE },
    })
  const begin = performance.now()
  const all = await Promise.allSettled(Array.from({ length: 64 }, (_, n) => entrar(n + 1)))
  const ok = all.filter(({ status }) => status === 'fulfilled').length
  anotar({
    que: '64 sign-ins at once',
    nuestro: `${ok} succeed, ${entero(performance.now() - begin)} ms`,
    meta: '64',
    cumple: ok === 64,
  })
  const path = '/api/compras-ventas?limite=50'
  const quiet = await leer(mundo, path, token, 4)
  let going = true
  const steady = (async () => {
    for (let n = 0; going; n += 1) {
      entrar(1 + (n % 64)).catch(() => {})
      await sleep(100)
    }
  })()
  const beside = await leer(mundo, path, token, 4)
  going = false
  await steady
  const razon = beside.p99 / quiet.p99
  anotar({
    que: 'list p99, 4 clients, beside 10 sign-ins/s',
    nuestro: `${Math.round(beside.p99 * 10) / 10} ms`,
    referencia: `${Math.round(quiet.p99 * 10) / 10} ms quiet`,
    razon,
    meta: '≤ 2',
    cumple: razon <= 2,
  })
}
