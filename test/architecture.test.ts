import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** An area may look down a step, never across or up. A new area takes its place here first. */
const STEPS: string[][] = [
  ['sesion', 'usuarios', 'monedas', 'paises', 'telegram'],
  ['clientes', 'tipos-pagos', 'entidades-financieras', 'pares-divisas'],
  ['tipos-cambios', 'cuentas', 'posiciones'],
  ['compras-ventas', 'transferencias', 'gastos', 'ordenes'],
  ['calculadora', 'comisiones', 'cierres', 'auditoria', 'dashboard'],
]

const MAX_LINES = 300
const MAX_SCREEN_LINES = 150

interface SourceFile {
  /** From the root of the project, with `/`. */
  path: string
  text: string
}

const step = (area: string) => STEPS.findIndex((areas) => areas.includes(area))

/** Text without comments: a comment may name what code may not use. */
function code(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
}

/** Every module that the file names: static, type-only, dynamic imports and re-exports. */
function importsOf(text: string): string[] {
  const pattern = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g
  return [...code(text).matchAll(pattern)].flatMap((match) => match[1] ?? [])
}

type Layer = 'core' | 'server' | 'web' | 'contract' | 'area-server' | 'screen' | 'main' | 'other'

function layerOf(path: string): Layer {
  const [, folder, , file = ''] = path.split('/')
  if (/^src\/main\.(server|web)\.tsx?$/.test(path)) return 'main'
  if (folder === 'core' || folder === 'server' || folder === 'web') return folder
  if (folder !== 'areas') return 'other'
  if (/\.test\.tsx?$/.test(path)) return 'other'
  if (file === 'contract.ts' || file === 'rules.ts') return 'contract'
  return /\.(tsx|css)$/.test(file) ? 'screen' : 'area-server'
}

const areaOf = (path: string) => /^src\/areas\/([^/]+)\//.exec(path)?.[1]

/** Libraries that only one side has. */
const BROWSER =
  /^(react|react-dom|react-hook-form|react-toastify|recharts|@mantine|@tanstack|@hookform|@tabler|@fontsource)/
const SERVER = /^(node:|fastify|@fastify|pg$|kysely|@node-rs)/

function libraryFault(layer: Layer, name: string): boolean {
  if (layer === 'core' || layer === 'contract') return !/^(zod|big\.js)(\/|$)/.test(name)
  if (layer === 'server' || layer === 'area-server') return BROWSER.test(name)
  return (layer === 'web' || layer === 'screen') && SERVER.test(name)
}

/** What another area may offer to this layer, and whether it must lie on a lower step. */
const FROM_AREAS: Partial<Record<Layer, { file: RegExp; lower: boolean }>> = {
  contract: { file: /^contract\.ts$/, lower: true },
  'area-server': { file: /^(queries|rules)\.ts$/, lower: true },
  screen: { file: /^contract\.ts$/, lower: false },
}

const FROM_LAYERS: Record<Layer, string[]> = {
  core: ['core'],
  server: ['core', 'server'],
  web: ['core', 'web'],
  contract: ['core'],
  'area-server': ['core', 'server'],
  screen: ['core', 'web'],
  main: ['core', 'server', 'web', 'areas'],
  other: ['core', 'server', 'web', 'areas'],
}

function directionFault(from: string, to: string): string | undefined {
  const layer = layerOf(from)
  if (layer === 'other') return undefined
  if (layerOf(to) === 'main') return 'nobody imports main.*'
  if (layer === 'main') return undefined
  const [mine, theirs] = [areaOf(from), areaOf(to)]
  if (theirs === undefined) {
    const allowed = FROM_LAYERS[layer].includes(to.split('/')[1] ?? '')
    return allowed ? undefined : `${layer} does not look at ${to}`
  }
  if (mine === undefined) return `${layer} knows no area`
  const file = to.split('/').slice(3).join('/')
  if (mine === theirs) return ownFault(layer, file)
  const rule = FROM_AREAS[layer]
  if (!rule?.file.test(file)) return `${layer} does not look at ${file} of another area`
  if (rule.lower && step(theirs) >= step(mine))
    return `${theirs} is not on a lower step than ${mine}`
  return undefined
}

/** Within an area the browser's half and the server's half meet only in contract and rules. */
function ownFault(layer: Layer, file: string): string | undefined {
  if (layer === 'contract' && !/^(contract|rules)\.ts$/.test(file))
    return 'contract and rules are pure'
  if (layer === 'screen' && /^(server|queries)\.ts$/.test(file))
    return 'screens do not load the server'
  if (layer === 'area-server' && /\.(tsx|css)$/.test(file))
    return 'the server does not load screens'
  return undefined
}

function importFaults({ path, text }: SourceFile): string[] {
  return importsOf(text).flatMap((name) => {
    if (!name.startsWith('.')) {
      return libraryFault(layerOf(path), name) ? [`${path}: may not import ${name}`] : []
    }
    const to = normalize(join(dirname(path), name)).replaceAll('\\', '/')
    if (!to.startsWith('src/')) return []
    const fault = directionFault(path, to)
    return fault ? [`${path}: imports ${to}: ${fault}`] : []
  })
}

function ledgerFaults({ path, text }: SourceFile): string[] {
  if (path === 'src/server/libro.ts' || /\.test\.tsx?$/.test(path)) return []
  const plain = code(text)
  const faults: string[] = []
  const writes = /\b(insert\s+into|update|delete\s+from|truncate)\s+(\w+\.)?"?(asientos|apuntes)\b/i
  const builder = /\b(insertInto|updateTable|deleteFrom)\(\s*['"`](asientos|apuntes)\b/
  if (writes.test(plain) || builder.test(plain))
    faults.push(`${path}: only libro.ts writes the ledger`)
  if (/\blibro_\w+\s*\(/.test(plain))
    faults.push(`${path}: only libro.ts calls the posting functions`)
  return faults
}

function shapeFaults({ path, text }: SourceFile): string[] {
  const faults: string[] = []
  const lines = text.split('\n').length - 1
  const screen = layerOf(path) === 'screen' && path.endsWith('.tsx')
  const limit = screen ? MAX_SCREEN_LINES : MAX_LINES
  if (lines > limit) faults.push(`${path}: ${lines} lines, at most ${limit}`)
  const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*\.(ts|tsx|css|svg|woff2)$/
  if (!kebab.test(path.split('/').at(-1) ?? '')) faults.push(`${path}: not in kebab-case`)
  if (/\/index\.tsx?$/.test(path)) faults.push(`${path}: a barrel`)
  const area = areaOf(path)
  if (area && step(area) < 0) faults.push(`${path}: area ${area} has no step`)
  return faults
}

/** The core answers the same for the same input: time and chance come in as arguments. */
function purityFaults({ path, text }: SourceFile): string[] {
  const pure = path.startsWith('src/core/') || path.endsWith('/rules.ts')
  if (!pure || /\.test\.tsx?$/.test(path)) return []
  const found = /\bnew Date\(\s*\)|\bDate\.now\(|\bMath\.random\b/.exec(code(text))
  return found ? [`${path}: ${found[0]} in pure code`] : []
}

function check(files: SourceFile[]): string[] {
  return files.flatMap((file) => [
    ...importFaults(file),
    ...ledgerFaults(file),
    ...shapeFaults(file),
    ...purityFaults(file),
  ])
}

function sources(): SourceFile[] {
  return readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx|css)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

test('the sources keep the architecture', () => {
  expect(check(sources())).toEqual([])
})

test('an empty tree is in order', () => {
  expect(check([])).toEqual([])
})

const allowed: [string, string][] = [
  ['src/core/tasa.ts', "import { Big } from 'big.js'\nimport { x } from './decimal.ts'"],
  [
    'src/server/http.ts',
    "import fastify from 'fastify'\nimport type { C } from '../core/contract.ts'",
  ],
  ['src/web/api.ts', "import { QueryClient } from '@tanstack/react-query'"],
  ['src/areas/cuentas/contract.ts', "import { m } from '../monedas/contract.ts'"],
  ['src/areas/compras-ventas/queries.ts', "import { saldo } from '../cuentas/queries.ts'"],
  ['src/areas/monedas/lista.tsx', "import { c } from '../cuentas/contract.ts'"],
  [
    'src/areas/cuentas/lista.tsx',
    "import { r } from './rules.ts'\nimport s from './lista.module.css'",
  ],
  ['src/main.server.ts', "import { a } from './areas/cuentas/server.ts'"],
  ['src/core/asiento.ts', '// new Date() is not for here\nexport const a = 1'],
  ['src/core/formato.ts', 'const instant = new Date(texto)'],
  ['src/server/libro.ts', 'sql`SELECT libro_contabilizar(1)`'],
  ['src/areas/cuentas/queries.ts', 'sql`SELECT saldo FROM apuntes`'],
]

test.each(allowed)('%s may be so', (path, text) => {
  expect(check([{ path, text }])).toEqual([])
})

const refused: [string, string, RegExp][] = [
  ['src/core/tasa.ts', "import { x } from '../server/db.ts'", /core does not look/],
  ['src/core/tasa.ts', "import { readFileSync } from 'node:fs'", /may not import node:fs/],
  ['src/server/http.ts', "import { x } from '../web/api.ts'", /server does not look/],
  ['src/server/http.ts', "import { x } from '../areas/cuentas/server.ts'", /knows no area/],
  ['src/server/http.ts', "import React from 'react'", /may not import react/],
  ['src/web/api.ts', "import pg from 'pg'", /may not import pg/],
  ['src/web/api.ts', "const m = await import('../areas/monedas/lista.tsx')", /knows no area/],
  ['src/web/api.ts', "export * from '../main.web.tsx'", /nobody imports main/],
  ['src/areas/cuentas/rules.ts', "import { x } from './queries.ts'", /are pure/],
  ['src/areas/cuentas/contract.ts', "import { x } from '../posiciones/contract.ts'", /lower step/],
  ['src/areas/monedas/queries.ts', "import { x } from '../cuentas/queries.ts'", /lower step/],
  [
    'src/areas/gastos/server.ts',
    "import { x } from '../cuentas/server.ts'",
    /does not look at server/,
  ],
  ['src/areas/cuentas/lista.tsx', "import { x } from './queries.ts'", /do not load the server/],
  [
    'src/areas/cuentas/lista.tsx',
    "import { x } from '../monedas/rules.ts'",
    /does not look at rules/,
  ],
  ['src/areas/cuentas/server.ts', "import { x } from './lista.tsx'", /does not load screens/],
  ['src/areas/cuentas/server.ts', 'sql`INSERT INTO apuntes VALUES (1)`', /writes the ledger/],
  ['src/areas/cuentas/server.ts', "db.insertInto('asientos')", /writes the ledger/],
  ['src/areas/cuentas/server.ts', 'sql`SELECT libro_contabilizar(1)`', /posting functions/],
  ['src/server/db.ts', 'a\n'.repeat(301), /301 lines, at most 300/],
  ['src/areas/cuentas/lista.tsx', 'a\n'.repeat(151), /151 lines, at most 150/],
  ['src/server/libroMayor.ts', '', /kebab-case/],
  ['src/core/index.ts', '', /a barrel/],
  ['src/areas/misterio/contract.ts', '', /no step/],
  ['src/core/asiento.ts', 'const now = new Date()', /new Date\(\) in pure code/],
  ['src/areas/cuentas/rules.ts', 'Math.random()', /Math\.random in pure code/],
]

test.each(refused)('%s may not say %j', (path, text, fault) => {
  const found = check([{ path, text }])
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(fault)
})
