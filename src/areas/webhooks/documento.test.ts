import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { cabecerasDe, nuevoSecreto } from './envio/firma.ts'
import { ESPERAS } from './rules/entrega.ts'
import { EVENTOS } from './rules/eventos.ts'

/* What docs/webhooks.md tells whoever writes a receiver is so. */

const documento = readFileSync('docs/webhooks.md', 'utf8')
const ejemplo = /```js\n([\s\S]+?)```/.exec(documento)?.[1] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'cambista receptor '))
const secreto = nuevoSecreto()
writeFileSync(join(folder, 'receptor.mjs'), ejemplo)
const receiver = spawn(process.execPath, [join(folder, 'receptor.mjs')], {
  env: { SECRET: secreto, PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const lines: string[] = []
createInterface({ input: receiver.stdout }).on('line', (line) => lines.push(line))
afterAll(async () => {
  const ended = new Promise((resolve) => receiver.once('exit', resolve))
  receiver.kill()
  await ended
  rmSync(folder, { recursive: true })
})

const port = () => /^listening (\d+)$/.exec(lines[0] ?? '')?.[1]
const now = () => Math.floor(Date.now() / 1000)
const texto = (type: string) =>
  JSON.stringify({ type, timestamp: '2026-11-28T15:00:00Z', data: {} })
const cuerpo = texto('prueba')
/** Sends what was signed, or what `enviado` says in its place. */
const enviar = async (
  secretos: string[],
  change: { id?: string; segundos?: number; firmado?: string; enviado?: string } = {},
) => {
  const { id = 'msg_1', segundos = now(), firmado = cuerpo, enviado = firmado } = change
  const headers = cabecerasDe(secretos, { id, segundos, cuerpo: firmado })
  const to = `http://127.0.0.1:${port()}/`
  return (await fetch(to, { method: 'POST', headers, body: enviado })).status
}
const dijo = (type: string) => lines.filter((line) => line.includes(`type: '${type}'`)).length

test('the example takes what the program signs, once, and refuses the rest', async () => {
  await expect.poll(port).toBeDefined()
  expect(await enviar([secreto])).toBe(204)
  expect(await enviar([nuevoSecreto(), secreto])).toBe(204)
  expect(await enviar([nuevoSecreto()])).toBe(401)
  expect(await enviar([secreto], { segundos: now() - 400 })).toBe(401)
  expect(await enviar([secreto], { enviado: `${cuerpo} ` })).toBe(401)
  expect(await enviar([secreto], { id: 'msg_2', firmado: texto('ultimo') })).toBe(204)
  // Written in the order in which it came: what comes before it is there by then.
  await expect.poll(() => dijo('ultimo')).toBe(1)
  expect(dijo('prueba')).toBe(1)
})

test('every type stands in the document with what it has, and every wait', () => {
  const rows = documento.split('\n').filter((line) => line.startsWith('| `'))
  for (const { tipo, datos } of Object.values(EVENTOS)) {
    const row = rows.find((line) => line.startsWith(`| \`${tipo}\``)) ?? ''
    for (const dato of datos) expect(row, tipo).toContain(`\`${dato}\``)
  }
  const types = Object.values(EVENTOS).length
  expect(rows.filter((line) => /^\| `[a-z_.]+` /.test(line))).toHaveLength(types + 1)
  expect(documento).toContain('after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h')
  expect(ESPERAS.map((s) => s / 60)).toEqual([5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440])
})
