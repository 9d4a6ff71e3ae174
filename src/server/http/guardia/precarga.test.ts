import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { conPrecarga, politica } from '../web.ts'

/* the page names the files that its address needs. */

const dist = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
afterAll(() => rmSync(dist, { recursive: true, force: true }))
const PAGE = '<html><head><title>Cambista</title></head><body></body></html>'
writeFileSync(join(dist, 'index.html'), PAGE)
const bare = conPrecarga(dist)
const rutas = {
  '/ordenes': ['assets/o.js', 'assets/o.css'],
  '/ordenes/detalle/$id': ['assets/d.js'],
}
const primeras = {
  '/ordenes': { acceso: 'ordenes:ver', pide: ['/ordenes?limite=50', '/ordenes/totales'] },
}
writeFileSync(
  join(dist, 'precarga.json'),
  JSON.stringify({ siempre: ['assets/app.js'], rutas, primeras }),
)
const pageOf = conPrecarga(dist)
const links = (path: string) =>
  [...pageOf(path).matchAll(/<link ([^>]*)>/g)].map(([, text]) => text)

test('a screen’s address names what every screen needs and its own files, scripts and styles', () => {
  expect(links('/ordenes')).toEqual([
    'rel="modulepreload" crossorigin href="/assets/app.js"',
    'rel="modulepreload" crossorigin href="/assets/o.js"',
    'rel="preload" as="style" crossorigin href="/assets/o.css"',
  ])
  expect(links('/ordenes/detalle/17')).toEqual([
    'rel="modulepreload" crossorigin href="/assets/app.js"',
    'rel="modulepreload" crossorigin href="/assets/d.js"',
  ])
  expect(links('/ordenes/')).toEqual(links('/ordenes'))
})

test('the sign-in form waits for nothing else, and an unknown address for no screen', () => {
  expect(pageOf('/')).toBe(PAGE)
  expect(links('/ordenes/detalle')).toHaveLength(1)
  expect(links('/no-existe')).toHaveLength(1)
})

test('what the address says never stands in the page, nor a script', () => {
  expect(pageOf('/"><script>alert(1)</script>')).not.toContain('script')
  expect(bare('/ordenes')).toBe(PAGE)
})

test('the page names the first calls of its screen and the permission that they take (R-209)', () => {
  writeFileSync(join(dist, 'index.html'), PAGE.replace('</head>', '<script>1</script></head>'))
  const page = conPrecarga(dist)
  const named =
    '<meta name="primeras" data-acceso="ordenes:ver" data-content="/ordenes?limite=50 /ordenes/totales">'
  expect(page('/ordenes')).toContain(`${named}<script>1</script>`)
  expect(page('/ordenes/')).toContain(named)
  for (const path of ['/', '/ordenes/detalle/17', '/no-existe']) {
    expect(page(path)).not.toContain('primeras')
  }
  writeFileSync(join(dist, 'index.html'), PAGE)
})

test('of the scripts in a page only its own runs: the policy has the digest of its text (R-105)', () => {
  expect(politica(PAGE)).toMatch(/^script-src 'self'; /)
  expect(politica('<script src="/a.js"></script>')).toMatch(/^script-src 'self'; /)
  const digest = createHash('sha256').update('1').digest('base64')
  expect(politica('<script>1</script>')).toMatch(`script-src 'self' 'sha256-${digest}'; `)
})

test('the place of the bar is drawn before the program, not on a screen that fills the window (R-304)', () => {
  writeFileSync(join(dist, 'index.html'), PAGE.replace('</head>', '<script>1</script></head>'))
  const completas = ['/pizarra', '/turno/$id']
  writeFileSync(join(dist, 'precarga.json'), JSON.stringify({ siempre: [], rutas, completas }))
  const page = conPrecarga(dist)
  for (const path of ['/ordenes', '/ordenes/detalle/17', '/pizarra/tasas-del-dia', '/no-existe']) {
    expect(page(path)).toContain('<meta name="barra"><script>')
  }
  for (const path of ['/', '/pizarra', '/pizarra/', '/turno/3']) {
    expect(page(path)).not.toContain('barra')
  }
})
