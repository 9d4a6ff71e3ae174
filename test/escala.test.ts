import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Every stylesheet of ours; theme.css has the names and sizes of the component library. */
const hojas = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((path) => path.endsWith('.css') && path !== 'src/web/theme.css')
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

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
const pasos = declaraciones(readFileSync('src/web/base.css', 'utf8'))
  .map(([property]) => property.replace(/^--/, ''))
  .filter((name) => CLASES.some(([step]) => step.test(name)))

test('radius, space, type and time are steps of the one scale', () => {
  const found = hojas.flatMap(({ path, text }) =>
    fueraDeEscala(text).map((declaration) => `${path}: ${declaration}`),
  )
  expect(found).toEqual(LIBRES.map((declaration) => `src/web/base.css: ${declaration}`))
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
