import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'

/* R-172: no secret lies in the tree. By the marks of known kinds, and by how random a word looks. */

const CARPETAS = ['src', 'test', 'db', 'docs', 'scripts', 'bench', '.ci']
const TEXTO =
  /\.(ts|tsx|mjs|js|sql|css|html|md|json|svg|txt|yml|yaml|npmrc|gitignore|env|pem|key)$|\/run$/

/** Every text file of the tree but the lock file, whose digests have a test of their own. */
function archivos(): string[] {
  const root = readdirSync('.').filter((name) => statSync(name).isFile())
  const inside = CARPETAS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  )
  return [...root, ...inside].filter((path) => TEXTO.test(path) && path !== 'package-lock.json')
}

/** Kinds of secrets that tell themselves. */
const MARCAS: readonly (readonly [kind: string, mark: RegExp])[] = [
  ['private key', /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/],
  ['AWS key', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{22,}/],
  ['GitLab token', /\bglpat-[\w-]{20}\b/],
  ['npm token', /\bnpm_[A-Za-z0-9]{36}\b|_authToken\s*=/],
  ['Slack token', /\bxox[abprs]-[\w-]{10,}/],
  ['Google key', /\bAIza[\w-]{35}\b/],
  ['Telegram bot', /\b\d{8,10}:AA[\w-]{33}\b/],
  ['JWT', /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/],
  [
    'address with a password',
    /\b[a-z]+:\/\/[^\s/:@'"`<>$]+:(?!\$|contra|clave|x@|secret)[^\s/:@'"`<>$]{8,}@[\w.-]+/,
  ],
]

/** Bits of a letter of the word, as its letters are spread. */
function entropia(word: string): number {
  const counts = new Map<string, number>()
  for (const letter of word) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts.values()].reduce(
    (sum, n) => sum - (n / word.length) * Math.log2(n / word.length),
    0,
  )
}

/** Whether a word looks as if it were drawn: long, of mixed letters, evenly spread. */
function alAzar(word: string): boolean {
  if (/^[0-9a-f]+$/i.test(word)) return word.length >= 32 && entropia(word) > 3.2
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(word)).length
  // Names of things are written in words; a drawn text changes its kind of letter again and again.
  const changes = word.match(/[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|\d(?=[A-Za-z])/g)?.length ?? 0
  return kinds === 3 && word.length >= 24 && entropia(word) > 4.2 && changes > word.length / 5
}

/** Drawn on purpose, and no secrets. */
const CONOCIDOS: readonly (readonly [path: RegExp, word: RegExp, why: string])[] = [
  [/^db\/publicadas\.json$/, /^[0-9a-f]{64}$/, 'digests of released files'],
  [/^src\/server\/db\/migrate\.ts$/, /^[0-9a-f]{64}$/, 'the digest of a file of 0.1.0'],
  [/^scripts\/demo\/documentos\/comprobante\.ts$/, /^[0-9a-f]+$/, 'the bytes of a picture'],
]

function hallados(path: string, text: string): string[] {
  const marks = MARCAS.flatMap(([kind, mark]) => (mark.test(text) ? [`${path}: ${kind}`] : []))
  const words = [...text.matchAll(/[A-Za-z0-9+/_=-]{24,}/g)].map(([word]) => word)
  const drawn = words
    .filter((word) => !word.includes('/') || !/^[a-z./-]+$/i.test(word))
    .filter((word) => alAzar(word.replace(/=+$/, '')))
    .filter((word) => !CONOCIDOS.some(([where, what]) => where.test(path) && what.test(word)))
  return [...marks, ...drawn.map((word) => `${path}: ${word.slice(0, 6)}… looks drawn`)]
}

test('no file has a secret', () => {
  const all = archivos()
  expect(all.length).toBeGreaterThan(1000)
  const own = 'test/seguridad/secretos.test.ts'
  expect(
    all
      .filter((path) => path !== own)
      .flatMap((path) => hallados(path, readFileSync(path, 'utf8'))),
  ).toEqual([])
})

test('nothing is kept by git that is a secret by its name', () => {
  const ignored = readFileSync('.gitignore', 'utf8').split('\n')
  expect(ignored).toContain('datos/')
  const named = archivos().filter((path) =>
    /(^|\/)(\.env|.*\.(pem|key|p12|pfx)|cambista\.clave)$/.test(path),
  )
  expect(named).toEqual([])
})

const drawn = 'q7Zp4XnT2vLk9RwYc3Hs8BdJf6Ma'
test.each([
  ['a private key', '-----BEGIN PRIVATE KEY-----'],
  ['an AWS key', 'AKIAIOSFODNN7EXAMPLE'],
  ['a GitHub token', `ghp_${'a1B2'.repeat(9)}`],
  ['a bot', `123456789:AA${'x'.repeat(33)}`],
  ['a token of npm', '//registry.npmjs.org/:_authToken = x'],
  ['a database with its password', "'postgres://casa:tejasylluvia@10.0.0.1/casa'"],
  [
    '32 random bytes in hex',
    `clave = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'`,
  ],
  ['a drawn word', `const token = '${drawn}'`],
])('%s is found', (_, text) => {
  expect(hallados('src/x.ts', text)).toHaveLength(1)
})

test.each([
  ['a long name', 'exigirPuertaCerradaDelServidorDeLaCasa, orden_anular_vencida_horas_del_dia'],
  ['a repeated key', `'ab'.repeat(32) and ${'ab'.repeat(32)}`],
  ['a path', 'src/areas/compras-ventas/mostrador/calculo/autorizacion'],
  ['a UUID', '123e4567-e89b-12d3-a456-426614174000'],
])('%s is not', (_, text) => {
  expect(hallados('src/x.ts', text)).toEqual([])
})
