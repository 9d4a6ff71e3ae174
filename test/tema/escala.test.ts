import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

interface Archivo {
  path: string
  text: string
}

const archivos = (which: RegExp): Archivo[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll('\\', '/')}`)
    .filter((path) => which.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** Every stylesheet of ours; theme.css has the names and sizes of the component library. */
const hojas = archivos(/(?<!\/theme)\.css$/)
const modulos = hojas.filter(({ path }) => path.endsWith('.module.css'))
const comunes = hojas.filter(({ path }) => !path.endsWith('.module.css'))
const pantallas = archivos(/\.tsx$/)

const sinComentarios = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '')

const declaraciones = (css: string) =>
  [...sinComentarios(css).matchAll(/([\w-]+):\s*([^;{}]+);/g)].map(
    ([, property = '', value = '']) => [property, value.replace(/\s+/g, ' ')] as const,
  )

const variables = (value: string) =>
  [...value.matchAll(/var\(--([\w-]+)/g)].map(([, name = '']) => name)

/**
 * What is said in steps of the scale in base.css: the kind of step, the properties that take it, and what they may not
 * say instead. Free are 0, 1px (a hairline), auto and percentages, what follows the text (em), the window (vh, vw) or
 * the paper (mm, pt), and sums of steps.
 */
const CLASES: readonly (readonly [step: RegExp, property: RegExp, literal: RegExp])[] = [
  [/^radio-/, /^border(-\w+)*-radius$/, /[\d.]+(px|rem)\b/],
  [/^letra-/, /^font(-size)?$/, /[\d.]+(px|rem)\b/],
  [
    /^esp-/,
    /^((row-|column-)?gap|(padding|margin)(-\w+)*)$/,
    /(?<![\d.])(?!1px\b)[\d.]+(px|rem)\b/,
  ],
  [/^peso-/, /^font(-weight)?$/, /(?<![\w.-])\d{3}\b|\bbold/],
  [/^linea(-|$)/, /^line-height$/, /^[\d.]+(px|rem)?$/],
  [/^dura-/, /^(animation|transition)(-duration|-delay)?$/, /[\d.]+m?s\b/],
]

/** The weights that the font's file has, and the time of a movement that ends at once. */
const LIBRES = ['font-weight: 400 700', 'transition-duration: 0.01ms !important']

/** The board for customers is written as high as its rows, and as wide as its figures. */
const MEDIDAS = ['alto-fila', 'cifras']

/** Declarations in a size of their own, or in a variable that is no step of their kind. */
const fueraDeEscala = (css: string): string[] =>
  declaraciones(css).flatMap(([property, value]) => {
    const clases = CLASES.filter(([, which]) => which.test(property))
    if (clases.length === 0) return []
    const literal = clases.some(([, , what]) => what.test(value))
    const ajena = variables(value).some(
      (name) => !MEDIDAS.includes(name) && !clases.some(([step]) => step.test(name)),
    )
    return literal || ajena ? [`${property}: ${value}`] : []
  })

/** The steps that base.css has. */
const pasos = declaraciones(readFileSync('src/web/tema/base.css', 'utf8'))
  .map(([property]) => property.replace(/^--/, ''))
  .filter((name) => CLASES.some(([step]) => step.test(name)))

test('radius, space, type and time are steps of the one scale', () => {
  const found = hojas.flatMap(({ path, text }) =>
    fueraDeEscala(text).map((declaration) => `${path}: ${declaration}`),
  )
  expect(found).toEqual(LIBRES.map((declaration) => `src/web/tema/base.css: ${declaration}`))
})

test.each([
  'border-radius: 6px',
  'border-top-left-radius: 0.5rem',
  'font-size: 0.8125rem',
  'font: 14px/1.2 inherit',
  'gap: 0.5rem 0',
  'column-gap: 7px',
  'padding: 0 12px',
  'margin-inline: -2px',
  'margin: calc(100% + 3px) auto',
  'font-weight: 600',
  'font-weight: bold',
  'line-height: 1.3',
  'transition: transform 100ms',
  'animation: pulso 1.2s infinite',
  'padding: var(--letra-12)',
  'gap: var(--mantine-spacing-xs)',
])('a size of its own is refused: %s', (declaration) => {
  expect(fueraDeEscala(`.x { ${declaration}; }`)).toEqual([declaration])
})

test.each([
  'border-radius: 0 var(--radio-6) 50% 0.4em',
  'font-size: min(3.4vh, 1.9vw)',
  'font: inherit',
  'margin: calc(-1 * var(--esp-4)) auto 0 1px',
  'padding: 2mm 10% 0.2em',
  'width: 12px',
  'animation: none',
])('a step, a free size or what has no step is taken: %s', (declaration) => {
  expect(fueraDeEscala(`.x { ${declaration}; }`)).toEqual([])
})

test('every step is read, and every step that is read exists', () => {
  const read = new Set(
    hojas
      .flatMap(({ text }) => declaraciones(text))
      .flatMap(([, value]) => variables(value))
      .filter((name) => CLASES.some(([step]) => step.test(name))),
  )
  expect([...read].toSorted()).toEqual(pasos.toSorted())
})

/** Colours that screens give to components of the library, which read their variables by name. */
const colores = (tsx: string): string[] =>
  [...tsx.matchAll(/\bcolor(?:="|: ')([a-z]+)['"]/g)].map(([, name = '']) => name)

test('theme.css has the colours that screens name, and those only', () => {
  const theme = readFileSync('src/web/tema/theme.css', 'utf8')
  const whole = [...theme.matchAll(/--mantine-color-([a-z]+)-outline-hover:/g)].map(([, c]) => c)
  // The accent is what is taken where no colour is named.
  const named = ['petroleo', ...pantallas.flatMap(({ text }) => colores(text))]
  expect([...new Set(whole)].toSorted()).toEqual([...new Set(named)].toSorted())
  expect(colores(`<A color="red" /><B {...{ color: 'gray' }} />`)).toEqual(['red', 'gray'])
})

test('every variable that is read is set somewhere: by a stylesheet, by the library, by a screen', () => {
  const theme = {
    path: 'src/web/tema/theme.css',
    text: readFileSync('src/web/tema/theme.css', 'utf8'),
  }
  const set = new Set([
    ...[...hojas, theme].flatMap(({ text }) => declaraciones(text).map(([property]) => property)),
    ...pantallas.flatMap(({ text }) => text.match(/(?<=')--[\w-]+(?=')/g) ?? []),
  ])
  const read = hojas.flatMap(({ path, text }) =>
    declaraciones(text).flatMap(([, value]) =>
      variables(value).map((name) => [`--${name}`, `${path}: --${name}`] as const),
    ),
  )
  expect(read.flatMap(([name, where]) => (set.has(name) ? [] : [where]))).toEqual([])
})

const reglas = (css: string) =>
  [
    ...sinComentarios(css)
      .replace(/@keyframes[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g, '')
      .matchAll(/([^{};]+)\{([^{}]*)\}/g),
  ].map(([, selector = '', body = '']) => ({ selector: selector.trim(), body }))

/** Classes that a stylesheet says anything of, but for those of a library. */
const clasesDe = (css: string) =>
  new Set(
    reglas(css)
      .flatMap(({ selector }) => [
        ...selector.replace(/:global\([^)]*\)/g, '').matchAll(/\.([a-zA-Z][\w-]*)/g),
      ])
      .map(([, name = '']) => name),
  )

/** Classes of modules that a screen reads, as `path.css name`. */
const leidas = ({ path, text }: Archivo): string[] =>
  [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name, file = '']) => {
    const css = join(dirname(path), file).replaceAll('\\', '/')
    const code = text.replace(/^import .*$/gm, '')
    return [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(
      ([, read]) => `${css} ${read}`,
    )
  })

/** Shared classes that a screen writes, in whatever it gives as a class. */
const escritas = (tsx: string): string[] =>
  [...tsx.matchAll(/className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/g)]
    .flatMap(([, plain, code = '']) =>
      plain === undefined
        ? [...code.matchAll(/'([^']*)'|`([^`]*)`/g)].map(
            ([, quoted, template]) => quoted ?? template?.replace(/\$\{[^}]*\}/g, ' ') ?? '',
          )
        : [plain],
    )
    .flatMap((names) => names.split(/\s+/).filter(Boolean))

/** Shared classes that a module takes. */
const tomadas = (css: string): string[] =>
  declaraciones(css)
    .filter(([property, value]) => property === 'composes' && value.endsWith(' from global'))
    .flatMap(([, value]) => value.replace(/ from global$/, '').split(' '))

test('every class of a module is read by a screen, and every class that a screen reads is there', () => {
  const read = new Set(pantallas.flatMap(leidas))
  const there = modulos.flatMap(({ path, text }) => [...clasesDe(text)].map((c) => `${path} ${c}`))
  expect(there.filter((each) => !read.has(each))).toEqual([])
  expect([...read].filter((each) => !there.includes(each))).toEqual([])
})

test('every shared class is used, and every class that is used is there', () => {
  const used = new Set([
    ...escritas(readFileSync('index.html', 'utf8').replaceAll('class=', 'className=')),
    ...pantallas.flatMap(({ text }) => escritas(text)),
    ...modulos.flatMap(({ text }) => tomadas(text)),
  ])
  const there = comunes.flatMap(({ text }) => [...clasesDe(text)])
  // Of the component library, of the notices, and what the router calls a link to where one is.
  const ajenas = /^(mantine-|Toastify|active$)/
  expect(there.filter((name) => !used.has(name) && !ajenas.test(name))).toEqual([])
  expect([...used].filter((name) => !there.includes(name))).toEqual([])
})

test('classes are found where they stand', () => {
  expect([
    ...clasesDe('.a > .b:hover, p.c { x: y; } @media print { :global(.d).e { x: 0.5s; } }'),
  ]).toEqual(['a', 'b', 'c', 'e'])
  const path = 'src/areas/x/x.tsx'
  const text = "import css from '../y.module.css'\n<p className={a ? css.uno : css.dos} />"
  expect(leidas({ path, text })).toEqual([
    'src/areas/y.module.css uno',
    'src/areas/y.module.css dos',
  ])
  expect(
    escritas(
      `<p className="a b" /><p className={x ? 'c' : css.d} /><p className={\`\${css.e} f\`} />`,
    ),
  ).toEqual(['a', 'b', 'c', 'f'])
  expect(tomadas('.x { composes: a b from global; composes: c; }')).toEqual(['a', 'b'])
})

/** What each shared class says, where it says enough to be taken instead of repeated. */
const marcos = comunes
  .flatMap(({ text }) => reglas(text.replace(/@layer[^{;]*\{/g, '')))
  .flatMap(({ selector, body }) =>
    selector.split(/\s*,\s*/).flatMap((each) => {
      const said = declaraciones(body).map((d) => d.join(': '))
      return /^\.[\w-]+$/.test(each) && said.length > 2 ? [{ name: each.slice(1), said }] : []
    }),
  )

/** Rules of one class that say all that a shared class says; what a width changes has to say it itself. */
const repetidas = (css: string): string[] =>
  reglas(css.replace(/@media[^{]*\{(?:[^{}]|\{[^{}]*\})*\}/g, ''))
    .filter(({ selector }) => /^\.\w+$/.test(selector))
    .flatMap(({ selector, body }) => {
      const said = declaraciones(body).map((d) => d.join(': '))
      return marcos
        .filter((frame) => frame.said.every((each) => said.includes(each)))
        .map(({ name }) => `${selector} is ${name}`)
    })

test('what a shared class says is taken from it, not said again', () => {
  expect(
    modulos.flatMap(({ path, text }) => repetidas(text).map((each) => `${path}: ${each}`)),
  ).toEqual([])
  expect(
    repetidas('.x { gap: var(--esp-12); display: flex; margin: 0; flex-direction: column; }'),
  ).toEqual(['.x is pila'])
})
