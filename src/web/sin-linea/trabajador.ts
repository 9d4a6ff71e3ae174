/*
 * The service worker: opens the program without a line. It keeps files of the program and nothing that the API answers.
 * A page of one build names files of that build alone, so however many builds are kept, no page mixes two.
 */

/** What the types of the browser’s pages do not know of a worker. */
interface Esperable extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface Peticion extends Event {
  request: Request
  respondWith(answer: Promise<Response>): void
}
interface Trabajador {
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: Esperable) => void): void
  addEventListener(type: 'fetch', listener: (event: Peticion) => void): void
}
const sw = globalThis as unknown as Trabajador

// The build writes both: its digest, and what the program needs to open (scripts/web/trabajador.ts).
declare const __HUELLA__: string
declare const __ARCHIVOS__: readonly [string, ...string[]]

const MIO = `cambista-${__HUELLA__}`
const ARCHIVOS = __ARCHIVOS__

const PAGINA = '/'

async function instalar(): Promise<void> {
  const cache = await caches.open(MIO)
  const page = await fetch(PAGINA, { cache: 'no-cache', credentials: 'omit' })
  const text = await page.clone().text()
  // While the server changes to another build, its page may be that of the other: it is tried again later.
  if (!page.ok || !text.includes(ARCHIVOS[0])) throw new Error('the page of another build')
  // One after the other, behind whatever the person asks for meanwhile: browsers have six connections to a house.
  for (const file of ARCHIVOS) {
    const answer = await fetch(file, { priority: 'low' })
    if (!answer.ok) throw new Error(`${file}: ${answer.status}`)
    await cache.put(file, answer)
  }
  const { status, headers } = page
  await cache.put(PAGINA, new Response(text, { status, headers }))
  // It takes over at the next page: those that are open keep the files of their build.
  await sw.skipWaiting()
}

/** The build before is kept too: a page of it may still be open. */
async function ordenar(): Promise<void> {
  const others = (await caches.keys()).filter((name) => /^cambista-/.test(name) && name !== MIO)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/** The page as the server has it now; without a line, the one that is kept. */
async function pagina(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(PAGINA, { cacheName: MIO })
    if (kept) return kept
    throw error
  }
}

/** A file’s name has the hash of its content, so a kept one is the one that is wanted. */
async function archivo(request: Request): Promise<Response> {
  const kept = await caches.match(request, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await (await caches.open(MIO)).put(request, answer.clone())
  return answer
}

sw.addEventListener('install', (event) => event.waitUntil(instalar()))
sw.addEventListener('activate', (event) => event.waitUntil(ordenar()))
sw.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(pagina(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(archivo(request))
})
