// `npm run bench -- paleta`: what the palette asks the server after a key, in a house of 100,000 clients.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../src/server/embedded/embedded.ts'
import { launchBrowser } from '../test/support/browser.ts'
import { programa, referencia } from './arranque.ts'
import { cargar, enHilo, type Medida } from './carga.ts'
import { comoDueno, llenar, montar, prepararPgbench } from './casa.ts'
import { FILAS, type Mundo, porTurnos, SEGUNDOS, say } from './mundo.ts'
import { anotar, comparar, entero, tabla } from './tabla.ts'

const CLIENTES = 100_000
/** After a key, what the server takes. */
const META_MS = 50
/** Between two keys of a quick typist. */
const ENTRE_TECLAS_MS = 150

/** Clients with some thousands of names of their own, until there are as many as in a large house. */
const muchos = (url: string) =>
  comoDueno(url, async (client) => {
    await client.query(
      `INSERT INTO clientes (tipo_persona, tipo_doc, num_doc, nombres, apellidos, fecha_nac, celular)
       SELECT 'natural', 'DNI', lpad((30000000 + n)::text, 8, '0'),
         ('{Ana,Luis,María,José,Rosa,Julio,Elena,Pedro,Carmen,Iván}'::text[])[1 + n % 10],
         initcap(a[1 + n % 40] || b[1 + (n / 40) % 40]) || ' ' || initcap(b[1 + (n / 7) % 40] || a[1 + (n / 1600) % 40]),
         '1990-05-10', '+519' || lpad((n * 37 % 100000000)::text, 8, '0')
       FROM generate_series(1, $1::int - (SELECT count(*)::int FROM clientes)) n,
         (SELECT string_to_array('gar,quis,flo,ro,diaz,hua,torr,var,cas,peñ,men,sal,cha,ni,ma,ca,al,ra,gu,ve,za,ji,lo,be,co,'
           || 'de,es,fa,mo,na,or,pa,re,si,te,ur,vi,yu,ze,pi', ',') AS a,
          string_to_array('cía,pe,res,jas,mán,gas,tro,doza,inas,lin,mora,ruiz,vera,lazo,bri,cano,dor,ena,fer,goya,hes,'
           || 'ibar,jano,kari,lima,mani,naza,oto,pari,quiz,rios,silva,tupa,ulloa,vida,wari,xano,yaya,zuta,reyes', ',') AS b) s
       ON CONFLICT DO NOTHING`,
      [CLIENTES],
    )
    await client.query('VACUUM ANALYZE clientes')
  })

/** What is typed, and a word of the index by which it is found. */
const TERMINOS = [
  ['two words', 'garcía rosa'],
  ['two letters', 'ga'],
  ['two digits', '30'],
  ['part of a word', 'quispe'],
  ['a document', '30054321'],
  ['a word that nobody has', 'zzyzx'],
  ['a letter swapped', 'gacría rosa'],
  ['a letter wrong in each of two', 'quispa cermen'],
] as const

/** The lists that one call asks after each key of an administrator. */
const LISTAS = [
  ...['ajustes-saldo', 'clientes', 'compras-ventas', 'gastos', 'liquidaciones', 'lotes', 'ordenes'],
  ...['transferencias', 'turnos'],
]

/** Measures what the palette calls; the search for a client beside a bare server with the same query. */
export async function filasDePaleta(mundo: Mundo): Promise<void> {
  say(`Registering clients up to ${CLIENTES}…`)
  await muchos(mundo.url)
  const bare = await referencia(mundo.url)
  const token = mundo.casa.tokens[0] as string
  const pedir = (puerto: number, path: string, headers: Record<string, string>) =>
    cargar({ puerto, clientes: 1, segundos: SEGUNDOS, siguiente: () => enHilo({ path, headers }) })
  const nuestra = (terminos: Record<string, string>) => {
    const headers = { 'x-token': token }
    const peticion = { method: 'POST', path: '/api/paleta/hallar', headers, body: { terminos } }
    const [puerto, texto] = [mundo.puerto, enHilo(peticion)]
    return cargar({ puerto, clientes: 1, segundos: SEGUNDOS, siguiente: () => texto })
  }
  const hallar = (term: string) => nuestra({ clientes: term })
  const tasa = async (work: Promise<Medida>) => (await work).porSegundo
  const [, rosa = ''] = TERMINOS[0]
  const seen = await porTurnos({
    ours: () => tasa(hallar(rosa)),
    bare: () => tasa(pedir(bare.puerto, '/hallar', {})),
  })
  comparar('palette: a client by two words', seen.ours, seen.bare, 'bare Node + pg', 0.5)
  const calls = [
    ...TERMINOS.map(([what, term]) => [`palette: clients, ${what}`, () => hallar(term)] as const),
    ...['000100', 'quispe', 'garcía rosa'].map(
      (term) =>
        [
          `palette: all lists, ${term}`,
          () => nuestra(Object.fromEntries(LISTAS.map((lista) => [lista, term]))),
        ] as const,
    ),
  ]
  for (const [que, call] of calls) {
    const { p50, p99, estados } = await call()
    anotar({
      que: `${que}, of ${entero(CLIENTES)}`,
      nuestro: `p50 ${Math.round(p50 * 10) / 10}, p99 ${Math.round(p99 * 10) / 10} ms`,
      meta: `≤ ${META_MS} ms`,
      cumple: p99 <= META_MS && Object.keys(estados).join() === '200',
    })
  }
  await bare.parar()
}

/** In the page: milliseconds from each key to the last change of the list that follows from it, drawn. */
const MEDIR = `
  window.tardaron = []
  let key = 0
  addEventListener('keydown', () => { key = performance.now(); tardaron.push(0) }, true)
  // What is emptied between two searches follows from no key.
  addEventListener('input', ({ target }) => { if (target.value === '') key = 0 }, true)
  new MutationObserver(() => requestAnimationFrame(() => {
    if (key > 0) tardaron[tardaron.length - 1] = performance.now() - key
  })).observe(document.querySelector('#paleta-lista'), { childList: true, subtree: true, characterData: true })`

/** What a person sees after a key: the palette in a browser beside the server, typed as people type. */
async function filasEnNavegador({ puerto, casa }: Mundo): Promise<void> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ locale: 'es-PE' })
    const token = JSON.stringify(casa.tokens[0])
    await context.addInitScript(`localStorage.setItem('idToken', ${token})`)
    const page = await context.newPage()
    await page.goto(`http://127.0.0.1:${puerto}/clientes`)
    await page.getByRole('heading', { name: 'Clientes' }).waitFor()
    await sleep(2_000)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Buscar páginas/ }).waitFor()
    await sleep(1_000)
    await page.evaluate(MEDIR)
    for (const [, term] of TERMINOS) {
      await page.getByRole('combobox', { name: /^Buscar páginas/ }).fill('')
      await sleep(500)
      // A letter with an accent is two keys, which the browser's driver does not have: typed without, as most people do.
      for (const letter of term.normalize('NFD').replaceAll(/\p{M}/gu, '')) {
        await page.keyboard.press(letter === ' ' ? 'Space' : letter)
        await sleep(ENTRE_TECLAS_MS)
      }
    }
    const all = (await page.evaluate<number[]>('window.tardaron')).toSorted((a, b) => a - b)
    const at = (part: number) => all[Math.ceil(part * all.length) - 1] ?? 0
    anotar({
      que: `palette in a browser, from a key to what it drew last, of ${entero(CLIENTES)}`,
      nuestro: `p50 ${entero(at(0.5))}, p95 ${entero(at(0.95))} ms of ${all.length} keys`,
      meta: `≤ ${META_MS} ms`,
      cumple: at(0.95) <= META_MS,
    })
  } finally {
    await browser.close()
  }
}

/** A house of its own, for these figures alone. */
export async function soloPaleta(): Promise<void> {
  const carpeta = mkdtempSync(join(tmpdir(), 'cambista-bench-'))
  const postgres = await startPostgres({ carpeta })
  const { url } = postgres
  try {
    const casa = await montar(url, 4)
    await prepararPgbench(url, casa)
    await llenar(url, casa, FILAS, say)
    const server = await programa({ DATABASE_URL: url })
    const { puerto, pid } = server
    const mundo = { casa, url, puerto, pid, programaPgbench: null }
    await filasDePaleta(mundo)
    await filasEnNavegador(mundo)
    await server.parar()
    await casa.db.destroy()
  } finally {
    await postgres.stop()
    rmSync(carpeta, { recursive: true, force: true })
  }
  process.stdout.write(`\n${tabla()}\n`)
}
