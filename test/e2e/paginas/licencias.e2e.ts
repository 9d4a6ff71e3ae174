import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { paquetes } from '../../../scripts/cadena/candado.ts'
import { OTROS } from '../../../scripts/cadena/otros.ts'
import { abrirCasa } from '../casa.ts'

/* R-171: what ships has its licences with it. */

const casa = await abrirCasa()
const text = await (await fetch(`${casa.url}/licencias.txt`)).text()

/** The packages under a heading, as `name version`. */
const told = new Set(
  [...text.matchAll(/^(\S.*) \([^()]*(?:\([^()]*\))?[^()]*\)$/gm)].map(([, of]) => of),
)

test('every package with a module in the bundle, and every one that runs on the server, has its notice', () => {
  const bundled = readFileSync('dist/.paquetes', 'utf8').split('\n')
  expect(bundled.length).toBeGreaterThan(30)
  expect(bundled).toContain('@fontsource-variable/inter')
  expect(bundled).toContain('@tabler/icons-react')
  const all = paquetes()
  const runs = all.filter(({ dev, os }) => !dev && !os)
  const due = [
    ...bundled.map((name) => all.find(({ path }) => path === `node_modules/${name}`)),
    ...runs,
  ].map((one) => `${one?.name} ${one?.version}`)
  expect(due.filter((one) => !told.has(one))).toEqual([])
})

test('every package that a file of the interface imports is in the bundle', () => {
  const bundled = new Set(readFileSync('dist/.paquetes', 'utf8').split('\n'))
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.(tsx|css)$/.test(name) && !/\.test\./.test(name),
  )
  const named = files.flatMap((name) => [
    ...readFileSync(`src/${name}`, 'utf8').matchAll(
      /(?:from |import |url\(|@import )['"]((?:@[\w-]+\/)?[a-z][\w.-]*)[/'"]/g,
    ),
  ])
  const names = [...new Set(named.map(([, name = '']) => name))]
  expect(names.length).toBeGreaterThan(8)
  expect(names.filter((name) => !bundled.has(name))).toEqual([])
})

test('what is no package has its notice too: database, list of passwords, libraries inside', () => {
  for (const { nombre, version, aviso } of OTROS) {
    expect(text).toContain(`${nombre} ${version}, `)
    expect(text).toContain(aviso)
  }
})

test('it is plain text, linked from the settings, and what the test reads is not served', async () => {
  const page = await casa.dentro('admin')
  await page.goto('/ajustes')
  const link = page.getByRole('link', { name: 'Licencias de lo que usa el programa' })
  const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await opened.waitForLoadState()
  expect(await opened.locator('body').innerText()).toContain('Cambista usa el trabajo de otros')
  const answer = await fetch(`${casa.url}/licencias.txt`)
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const hidden = await (await fetch(`${casa.url}/.paquetes`)).text()
  expect(hidden).not.toContain('react-dom')
})
