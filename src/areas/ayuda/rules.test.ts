import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pantallas } from '../../../test/support/web/pantallas.ts'
import { anclaDe, buscarEn, capituloDe, lugarDe, sinMarcas } from './rules.ts'

const CARPETA = 'docs/manual'
const capitulos = readdirSync(CARPETA)
  .filter((name) => name.endsWith('.md') && name !== 'README.md')
  .map((name) => capituloDe(name.slice(0, -3), readFileSync(`${CARPETA}/${name}`, 'utf8')))
const screens = await pantallas()

test('a chapter is read: its title, its screens, its sections, its anchors', () => {
  const chapter = capituloDe(
    'caja',
    '# La caja\n\nUno.\n\nAntes.\n\n## Abrir la caja\n\nPulse **Abrir**.\n\n### Con qué\n\nBilletes.\n\n<!-- pantallas: mi-caja#abrir-la-caja, cierres -->\n',
  )
  expect(chapter).toMatchObject({ titulo: 'La caja', resumen: 'Uno.', tarjeta: false })
  expect([...chapter.pantallas]).toEqual([
    ['mi-caja', 'abrir-la-caja'],
    ['cierres', ''],
  ])
  expect(chapter.secciones.map(({ ancla, nivel, texto }) => [ancla, nivel, texto])).toEqual([
    ['abrir-la-caja', 2, 'Pulse **Abrir**.'],
    ['con-qué', 3, 'Billetes.'],
  ])
  expect(lugarDe([chapter], 'mi-caja')).toEqual({ capitulo: 'caja', ancla: 'abrir-la-caja' })
  expect(lugarDe([chapter], 'none')).toBeUndefined()
})

test('a file with lines of Windows is read alike', () => {
  const chapter = capituloDe('x', '# Uno\r\n\r\nCero.\r\n\r\n## Dos\r\nTres\r\n')
  expect([chapter.titulo, chapter.secciones[0]?.texto]).toEqual(['Uno', 'Tres'])
})

test('every screen of somebody who is signed in is explained, and only screens that exist are named', () => {
  const named = capitulos.flatMap(({ pantallas: own }) => [...own.keys()])
  const known = screens.map(({ nombre }) => nombre)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([])
  const missing = screens
    .filter(({ acceso, nombre }) => acceso !== 'publico' && !/ayuda$/.test(nombre))
    // A catalogue's form and detail are explained with its list.
    .filter(({ nombre, path }) => {
      const list = path.replace(/\/(?:detalle\/\$id|nuev[oa])$/, '')
      const parent = screens.find((each) => each.path === list)
      return !named.includes(nombre) && !named.includes(parent?.nombre ?? '')
    })
  expect(missing.map(({ nombre }) => nombre)).toEqual([])
})

test('anchors of screens, links and pictures lead somewhere, and the index names every chapter', () => {
  const anchors = new Map(
    capitulos.map(({ nombre, secciones }) => [nombre, secciones.map(({ ancla }) => ancla)]),
  )
  const faults = capitulos.flatMap(({ nombre, pantallas: own, texto }) => [
    ...[...own.values()].filter((to) => to !== '' && !anchors.get(nombre)?.includes(to)),
    ...[...texto.matchAll(/(?<!!)\[[^\]]+\]\(([\w-]+)\.md(?:#([^)]+))?\)/g)]
      .filter(([, file = '', to]) => !anchors.has(file) || (to && !anchors.get(file)?.includes(to)))
      .map(([link]) => `${nombre}: ${link}`),
    ...[...texto.matchAll(/\[[^\]]*\]\((imagenes\/[^)]+)\)/g)]
      .filter(([, file = '']) => !existsSync(`${CARPETA}/${file}`))
      .map(([link]) => `${nombre}: ${link}`),
    ...[...texto.matchAll(/`(\/[\w/-]*)`/g)]
      .filter(([, path]) => !screens.some((screen) => screen.path === path))
      .map(([path]) => `${nombre}: ${path} is no page`),
  ])
  expect(faults).toEqual([])
  const index = readFileSync(`${CARPETA}/README.md`, 'utf8')
  const listed = [...index.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(capitulos.map(({ nombre }) => nombre).toSorted())
})

test('every «?» beside what is hard leads to a section that exists, and says of what (R-328)', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx$/.test(file),
  )
  const found = files.flatMap((file) => {
    const text = readFileSync(`src/${file}`, 'utf8')
    // Either as its properties or as data for it.
    return [
      ...text.matchAll(/\ben(?:=|: )["']([\w-]+#[^"']+)["'],?\s+sobre(?:=|: )["']([^"']+)["']/g),
    ].map(([, en = '', sobre = '']) => ({ file, en, sobre }))
  })
  const places = new Set(
    capitulos.flatMap(({ nombre, secciones }) =>
      secciones.map(({ ancla }) => `${nombre}#${ancla}`),
    ),
  )
  expect(found.filter(({ en }) => !places.has(en))).toEqual([])
  expect(found.length).toBeGreaterThanOrEqual(15)
  // Each that stands in the program was read above.
  const written = files.flatMap((file) => [
    ...readFileSync(`src/${file}`, 'utf8').matchAll(/<Duda\s+en=|\bduda: \{|\bDUDAS = \{/g),
  ])
  expect(written.length).toBeLessThanOrEqual(found.length)
})

test('every picture of the manual is shown in it', () => {
  const shown = capitulos.map(({ texto }) => texto).join()
  const files = existsSync(`${CARPETA}/imagenes`) ? readdirSync(`${CARPETA}/imagenes`) : []
  expect(files.filter((file) => !shown.includes(`imagenes/${file}`))).toEqual([])
})

test('a search finds sections without accents, in any order, and the heading counts most', () => {
  const [first] = buscarEn(capitulos, ['anular'])
  expect(first?.seccion.titulo).toMatch(/^Anular/)
  expect(buscarEn(capitulos, ['dia', 'cerrar'])[0]?.seccion.titulo).toBe('Cerrar el día')
  expect(buscarEn(capitulos, ['qwerty'])).toEqual([])
  expect(buscarEn(capitulos, [])).toEqual([])
  expect(buscarEn(capitulos, ['pago'], 3)).toHaveLength(3)
})

test('the text around a word has no marks and is cut at spaces', () => {
  expect(sinMarcas('![x](y.webp) **Uno** `F9` [dos](z.md#a)\n| a | b |\n|---|---|')).toBe(
    'Uno F9 dos a b',
  )
  // Of lists the marks, and not the signs of amounts and of hyphens.
  expect(
    sinMarcas('Vea:\n\n- **Lo propio**: uno - dos\n  - S/ -3.00\n* tres\n1. Abra\n12) fin 2.'),
  ).toBe('Vea: Lo propio: uno - dos S/ -3.00 tres Abra fin 2.')
  const listed = buscarEn(capitulos, ['que'], 500).filter(({ fragmento }) =>
    /(?:^|\s)(?:[*+]|- (?=[A-ZÁÉÍÓÚÑ¿«])|#+)\s/u.test(fragmento),
  )
  expect(listed).toEqual([])
  const found = buscarEn(capitulos, ['correo'])[0]
  expect(found?.fragmento.toLowerCase()).toContain('correo')
  expect(found?.fragmento).not.toMatch(/[*`|]/)
})

test.each([
  ['Comprar o vender', 'comprar-o-vender'],
  ['¿Qué es N0 · incompleto?', 'qué-es-n0--incompleto'],
])('the anchor of «%s» is %s', (title, anchor) => {
  expect(anclaDe(title)).toBe(anchor)
})
