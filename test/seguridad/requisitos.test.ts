import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/* docs/seguridad.md answers each requirement of ASVS 5.0.0 once, and says nothing of places that are not there. */

const TEXTO = readFileSync('docs/seguridad.md', 'utf8')

/** The level of each requirement, in the order of its section. V10 and V17 are about what the program does not have. */
const NIVELES: Readonly<Record<string, string>> = {
  ...{ '1.1': '22', '1.2': '1111122223', '1.3': '112222222223', '1.4': '222', '1.5': '123' },
  ...{ '2.1': '122', '2.2': '112', '2.3': '12223', '2.4': '23' },
  ...{ '3.1': '3', '3.2': '113', '3.3': '12223', '3.4': '11222233', '3.5': '11122333' },
  ...{ '3.6': '3', '3.7': '22333' },
  ...{ '4.1': '12233', '4.2': '23333', '4.3': '22', '4.4': '1222' },
  ...{ '5.1': '2', '5.2': '112333', '5.3': '113', '5.4': '222' },
  ...{ '6.1': '122', '6.2': '111111112222', '6.3': '11223333', '6.4': '112233', '6.5': '22222333' },
  ...{ '6.6': '2223', '6.7': '33', '6.8': '2222' },
  ...{ '7.1': '222', '7.2': '1111', '7.3': '22', '7.4': '11222', '7.5': '223', '7.6': '22' },
  ...{ '8.1': '1233', '8.2': '1123', '8.3': '133', '8.4': '23' },
  ...{ '9.1': '111', '9.2': '1222' },
  ...{ '11.1': '2233', '11.2': '22233', '11.3': '11233', '11.4': '1222', '11.5': '23' },
  ...{ '11.6': '23', '11.7': '33' },
  ...{ '12.1': '12233', '12.2': '11', '12.3': '22223' },
  ...{ '13.1': '2333', '13.2': '222223', '13.3': '2233', '13.4': '1222233' },
  ...{ '14.1': '22', '14.2': '12223333', '14.3': '122' },
  ...{ '15.1': '12233', '15.2': '12233', '15.3': '1222222', '15.4': '3333' },
  ...{ '16.1': '2', '16.2': '22222', '16.3': '2222', '16.4': '222', '16.5': '2223' },
}

/** Chosen of level 3; the first three have to be met. */
const EXIGIDOS = ['2.3.5', '3.4.7', '7.5.3']
const ELEGIDOS = [
  ...EXIGIDOS,
  ...['1.2.10', '3.4.8', '4.1.4', '6.3.8', '8.3.2', '13.1.2', '13.1.3', '15.4.2', '16.5.4'],
]

const nivelDe = Object.fromEntries(
  Object.entries(NIVELES).flatMap(([seccion, niveles]) =>
    [...niveles].map((nivel, i) => [`${seccion}.${i + 1}`, nivel]),
  ),
)

const VEREDICTOS = ['met', 'met otherwise', 'does not apply', 'not met'] as const

interface Fila {
  numero: string
  nivel: string
  que: string
  veredicto: string
  donde: string
  prueba: string
}

const filasDe = (text: string): Fila[] =>
  text
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter(([, numero = '']) => /^\d+\.\d+\.\d+$/.test(numero))
    .map(([, numero = '', nivel = '', que = '', veredicto = '', donde = '', prueba = '']) => {
      return { numero, nivel, que, veredicto, donde, prueba }
    })

const citadas = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
const PRUEBA = /^(src|test)\/.*\.(test|e2e)\.tsx?$/

/** What is wrong with a row: its verdict, a place that is not there, a test that is none, a reason that lacks. */
function faltas({ numero, veredicto, donde, prueba }: Fila): string[] {
  const faults: string[] = []
  const places = citadas(donde)
  const tests = citadas(prueba)
  const done = veredicto === 'met' || veredicto === 'met otherwise'
  if (!VEREDICTOS.some((one) => one === veredicto)) faults.push(`verdict ${veredicto}`)
  if (done && places.length === 0) faults.push('no place')
  if (done && tests.length === 0) faults.push('no test')
  const words = donde.replaceAll(/`[^`]*`/g, '').replaceAll(/[^\p{L}]/gu, '')
  if (veredicto !== 'met' && words.length < 4) faults.push('no reason')
  if (veredicto === 'not met' && !/Planned|R-173/.test(donde)) faults.push('no plan')
  for (const path of [
    ...places.filter((name) => name.includes('/') || name.includes('.')),
    ...tests,
  ])
    if (!existsSync(path)) faults.push(`${path} is not there`)
  for (const path of tests) if (!PRUEBA.test(path)) faults.push(`${path} is no test`)
  return faults.map((fault) => `${numero}: ${fault}`)
}

const filas = filasDe(TEXTO)

test('each of the 217 requirements of levels 1 and 2 stands there once, with its level, and the chosen ones of level 3', () => {
  const due = Object.keys(nivelDe).filter((numero) => nivelDe[numero] !== '3')
  expect(due).toHaveLength(217)
  const told = filas.map(({ numero }) => numero)
  expect(told.filter((numero, i) => told.indexOf(numero) !== i)).toEqual([])
  expect(told.toSorted()).toEqual([...due, ...ELEGIDOS].toSorted())
  expect(filas.filter(({ numero, nivel }) => nivelDe[numero] !== nivel)).toEqual([])
})

test('each row has its verdict, and the places and tests that it names are there', () => {
  expect(filas.flatMap(faltas)).toEqual([])
})

test('what was chosen of level 3 is met', () => {
  const chosen = filas.filter(({ numero }) => ELEGIDOS.includes(numero))
  expect(chosen.filter(({ veredicto }) => !veredicto.startsWith('met'))).toEqual([])
  const due = chosen.filter(({ numero }) => EXIGIDOS.includes(numero))
  expect(due.map(({ veredicto }) => veredicto)).toEqual(['met', 'met', 'met'])
})

test('the counts at the head are those of the rows', () => {
  const cuenta = (rows: Fila[]) =>
    VEREDICTOS.map((one) => rows.filter((row) => row.veredicto === one).length)
  const dicho = (start: string) => {
    const [line = ''] = TEXTO.split('\n').filter((each) => each.startsWith(start))
    return [...line.slice(start.length).matchAll(/\d+/g)].map(([n]) => Number(n))
  }
  expect(dicho('- levels 1 and 2:')).toEqual(cuenta(filas.filter(({ nivel }) => nivel !== '3')))
  expect(dicho('- of level 3:')).toEqual(cuenta(filas.filter(({ nivel }) => nivel === '3')))
})

test('what requirements ask to be documented is there', () => {
  const heads = [...TEXTO.matchAll(/^## (.+)$/gm)].map(([, title]) => title)
  for (const title of [
    ...['Ways in', 'Sessions', 'Data', 'Keys and algorithms', 'Who speaks with whom'],
    ...['What is logged', 'Files', 'What costs much'],
  ])
    expect(heads).toContain(title)
})

const row = (rest: Partial<Fila>): Fila => ({
  ...{ numero: '1.1.1', nivel: '2', que: 'x', veredicto: 'met' },
  ...{ donde: '`docs/seguridad.md`', prueba: '`test/seguridad/requisitos.test.ts`' },
  ...rest,
})

test.each<[string, Partial<Fila>, RegExp]>([
  ['another verdict', { veredicto: 'yes' }, /verdict yes/],
  ['no place', { donde: 'somewhere' }, /no place/],
  ['a place that is not there', { donde: '`src/none.ts`' }, /src\/none\.ts is not there/],
  ['no test', { prueba: '–' }, /no test/],
  ['a test that is not there', { prueba: '`test/none.test.ts`' }, /is not there/],
  ['a file that is no test', { prueba: '`docs/seguridad.md`' }, /is no test/],
  ['no reason why it does not apply', { veredicto: 'does not apply', donde: '–' }, /no reason/],
  ['no plan for what is not met', { veredicto: 'not met', donde: 'Too much work.' }, /no plan/],
])('a row is refused with %s', (_, rest, fault) => {
  expect(faltas(row({}))).toEqual([])
  expect(faltas(row(rest))).toContainEqual(expect.stringMatching(fault))
})
