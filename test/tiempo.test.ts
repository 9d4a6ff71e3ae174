import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { alLimite, aTiempo, PLAZO } from './support/plazos.ts'
import { LARGAS } from './support/vitest/orden.ts'

/** The lines, outside comments, of the files `which` that match `what`, as `file:line text`. */
function lineas(which: RegExp, what: RegExp): string[] {
  const files = ['src', 'test', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  return files
    .filter((file) => which.test(file) && file !== 'test/tiempo.test.ts')
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .map((text, n) => [`${file}:${n + 1} ${text.trim()}`, text] as const)
        .filter(([, text]) => what.test(text) && !/^\s*(\*|\/\/|\/\*)/.test(text))
        .map(([line]) => line),
    )
}

const sinNumeros = (lines: string[]) => lines.map((line) => line.replace(/:\d+ /, ' '))

test('nothing on the server decides by this machine’s wall clock: the database’s, or one that never goes back', () => {
  const servidor =
    /^src\/(server\/|areas\/.*\/(server|queries|emisor|sellado|fuentes|calendario|resumen|vencimiento)|main\.).*(?<!\.test)\.ts$/
  const found = lineas(servidor, /Date\.now\(|new Date\(\)/)
  expect(sinNumeros(found)).toEqual([
    // The time of a log line, which decides nothing.
    expect.stringMatching(/^src\/server\/log\/log\.ts `\[\$\{new Date/),
    // Compared with the database's, and told where both differ.
    expect.stringMatching(/^src\/server\/trabajos\/hora\.ts return puesta/),
  ])
})

test('no test waits for a time, and none has a limit of its own: plazos.ts says them', () => {
  const pruebas = /^(test\/.*\.ts|src\/.*\.test\.tsx?)$/
  expect(lineas(pruebas, /waitForTimeout\(|interruptAfterTimeLimit|vi\.waitFor\(/)).toEqual([])
  const limite =
    /\btimeout: [\d_]+\b|setDefault\w*Timeout\([\d_]|^\s*\}, [\d_]+\)|^\s*\d[\d_]{4,},?$/
  expect(lineas(pruebas, limite)).toEqual([])
  // A duration is compared with another one measured in the same test, never with a number of milliseconds.
  expect(lineas(pruebas, /expect\(.*(performance|Date)\.now\(\) - /)).toEqual([])
})

/** Polls sleep briefly; a longer sleep makes a fault, or shows that nothing happens in that time. */
const ESPERAS: Record<string, string> = {
  'test/jaula/': 'how long a fault or a load lasts',
  'test/permisos-fuerza.test.ts': 'a flood of so many a second',
  'src/server/db/migrate.test.ts': 'a transaction that lasts until it is killed',
  'test/e2e/paginas/foco.e2e.ts': 'an answer that is slow',
  'src/server/http/events.test.ts': 'what stays open stays so for a while',
  'src/server/proceso/breaker.test.ts': 'under a clock that the test moves',
}

test('a test sleeps only to poll or to make a fault last', () => {
  const sleeps = /(?:sleep|setTimeout)\((?:[^()]*,\s*)?(\d[\d_]*)\b|setTimeout\(done, ms/
  const found = lineas(/^(test\/.*\.ts|src\/.*\.test\.tsx?)$/, sleeps).filter((line) => {
    const ms = Number(sleeps.exec(line)?.[1]?.replaceAll('_', '') ?? Number.POSITIVE_INFINITY)
    return ms > 50 && !Object.keys(ESPERAS).some((file) => line.startsWith(file))
  })
  expect(found).toEqual([])
})

test('an answer that never comes fails by its name, one that comes is passed on', async () => {
  vi.useFakeTimers()
  try {
    let said = ''
    // Not awaited: without its limit it would never end.
    void aTiempo('GET /api/nunca', new Promise(() => {})).catch((error: Error) => {
      said = error.message
    })
    await vi.advanceTimersByTimeAsync(PLAZO)
    expect(said).toBe('never answered: GET /api/nunca')
    expect(await aTiempo('GET /api/si', Promise.resolve(1))).toBe(1)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a loop whose condition never comes ends by its name', () => {
  vi.useFakeTimers()
  try {
    const seguir = alLimite('a quiet page')
    seguir()
    vi.advanceTimersByTime(PLAZO + 1)
    expect(seguir).toThrow('never came: a quiet page')
  } finally {
    vi.useRealTimers()
  }
})

test('the files that start first exist', () => {
  expect(LARGAS.filter((file) => !existsSync(file))).toEqual([])
})
