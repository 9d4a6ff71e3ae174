import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { avisoDe, avisos, carpetaDe } from '../../scripts/cadena/licencias.ts'

/* The notices that the build writes; test/e2e/paginas/licencias.e2e.ts looks at what was built. */

const root = mkdtempSync(join(tmpdir(), `cambista-test-${process.pid}-`))
afterAll(() => rmSync(root, { recursive: true, force: true }))

function paquete(name: string, manifest: object, files: Record<string, string> = {}): string {
  const folder = join(root, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name, version: '1.0.0', ...manifest }),
  )
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  return folder
}

test.each([
  ['/x/node_modules/react/cjs/react.js', '/x/node_modules/react'],
  ['/x/node_modules/@a/b/node_modules/@c/d/e.mjs?v=1', '/x/node_modules/@a/b/node_modules/@c/d'],
  ['\0/x/node_modules/react/index.js?commonjs', '/x/node_modules/react'],
  ['C:\\x\\node_modules\\zod\\v4\\core.js', 'C:/x/node_modules/zod'],
  ['/x/src/main.web.tsx', null],
  ['\0vite/preload-helper.js', null],
])('the module %j belongs to %s', (module, folder) => {
  expect(carpetaDe(module)).toBe(folder)
})

test('the text is that of the package’s own files, all of them', () => {
  const folder = paquete('two', { license: 'MIT' }, { LICENSE: 'Mine.\n', 'NOTICE.txt': 'Theirs.' })
  expect(avisoDe(folder)).toEqual({ de: 'two 1.0.0', licencia: 'MIT', texto: 'Mine.\n\nTheirs.' })
})

test('without a file the named licence is written out, with the author', () => {
  const { texto } = avisoDe(paquete('bare', { license: 'MIT', author: { name: 'Ada' } }))
  expect(texto).toContain('Copyright (c) Ada')
  expect(texto).toContain('Permission is hereby granted')
})

test.each<[string, object]>([
  ['no licence', {}],
  ['a licence whose words are not there', { license: 'GPL-3.0' }],
])('a package with %s ends the build', (name, manifest) => {
  expect(() => avisoDe(paquete(name.replaceAll(' ', '-'), manifest))).toThrow(/no licence to ship/)
})

test('one text stands once, under all whose it is', () => {
  const licencia = 'MIT'
  const text = avisos([
    { de: 'b 1', licencia, texto: 'Same.\r\n' },
    { de: 'c 1', licencia, texto: 'Other.' },
    { de: 'a 1', licencia, texto: 'Same.' },
    { de: 'a 1', licencia, texto: 'Same.' },
  ])
  expect(text.match(/Same\./g)).toHaveLength(1)
  expect(text).toMatch(/\na 1 \(MIT\)\nb 1 \(MIT\)\n\nSame\.\n\n=+\nc 1 \(MIT\)\n\nOther\./)
})
