import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { anclar, archivoDeAnclas, firmanteDe, leerLineas } from './cadena/anclas.ts'
import { type Eslabon, huella } from './cadena/cadena.ts'
import { publicarCabeza, sellar } from './cadena/sellado.ts'
import { verificarExportacion } from './cadena/verificacion.ts'
import { contrato } from './contract.ts'
import { cabezaDe } from './queries.ts'

/* R-81: tampering with an export is detected from the files alone. */

const datos = mkdtempSync(join(tmpdir(), 'cambista-export-'))
afterAll(() => rmSync(datos, { recursive: true, force: true }))
const afuera = { anclas: datos, clave: Buffer.alloc(32, 3) }
const app = await startTestApp({ afuera })
const { db } = app
const adm = await app.signedIn('adm')

// The first row is the sign-in, the second seals what the house was born with.
await sellar(db)
for (let n = 3; n <= 30; n += 1) {
  await sql`SELECT auditar(${JSON.stringify({ usuario_id: adm.usuario_id })}::jsonb, 'editar', 'prueba', ${String(n)},
            '{"monto": "1.00"}', ${JSON.stringify({ monto: `${n}.00` })}::jsonb)`.execute(db)
  if (n % 10 === 0) {
    await sellar(db)
    await publicarCabeza(db, afuera, true)
  }
}

/** The file as the browser assembles it: the header, then the lines page by page. */
async function exportar(): Promise<string[]> {
  const { body } = await adm.call(contrato.exportar, { body: { formato: 'verificable' } })
  const lineas = [body.cabecera as string]
  let desde = body.desde
  while (desde) {
    const query = { desde, hasta: body.hasta as number }
    const page = await adm.call(contrato.cadena, { query })
    expect(page.status).toBe(200)
    lineas.push(...page.body.lineas)
    desde = page.body.siguiente
  }
  return lineas
}

const lineas = await exportar()
const anclas = leerLineas(archivoDeAnclas(datos))
const clave = firmanteDe(afuera.clave).publica
const filas = lineas.slice(1).map((linea) => JSON.parse(linea) as Eslabon)
const check = (changed: readonly string[], con = true) =>
  verificarExportacion(changed, con ? { anclas, clave } : {})
const file = (rows: readonly Eslabon[], cabecera: object = {}) => [
  JSON.stringify({ ...JSON.parse(lineas[0] as string), ...cabecera }),
  ...rows.map((row) => JSON.stringify(row)),
]

/** Rebuilds every link, as an attacker who has the program and the files but not the key. */
function rehecha(rows: readonly Eslabon[]): Eslabon[] {
  let previo = JSON.parse(lineas[0] as string).previo as string
  return rows.map((row, i) => {
    const sin = { ...row, pos: i + 1 }
    previo = huella(sin, previo)
    return { ...sin, hash: previo }
  })
}

test('an unchanged export verifies, with three anchors', () => {
  expect(check(lineas)).toMatchObject({ filas: 30, anclas: 3, fallas: [], avisos: [] })
})

test('without an anchor the result says what it cannot verify', () => {
  const { fallas, avisos } = check(lineas, false)
  expect(fallas).toEqual([])
  expect(avisos.join(' ')).toMatch(/se cortó el final.*clave pública/)
})

const at = (n: number, change: Partial<Eslabon>) =>
  filas.map((row, i) => (i === n ? { ...row, ...change } : row))
const swapped = filas.map((row, i) =>
  i === 11 ? filas[12] : i === 12 ? filas[11] : row,
) as Eslabon[]
const inserted = { ...(filas[11] as Eslabon), id: 5000 }
const redated = { fecha: '2020-01-01T00:00:00.000000Z' }

test.each<[string, string[], RegExp]>([
  ['edit', file(at(11, { despues: '{"monto": "9.00"}' })), /Fila 12 .*cambiados/],
  [
    'edit with its own link recomputed',
    file(at(11, { ...(rehecha(at(11, { ip: 'x' }))[11] as Eslabon) })),
    /Fila 13/,
  ],
  ['delete in the middle', file(filas.filter((_, i) => i !== 11)), /: falta 1 fila antes de ella/],
  [
    'delete two in the middle',
    file(filas.filter((_, i) => i !== 11 && i !== 12)),
    /: faltan 2 filas antes de ella/,
  ],
  ['delete the tail', file(filas.slice(0, 25)), /promete hasta la fila 30/],
  ['insert', file([...filas.slice(0, 12), inserted, ...filas.slice(12)]), /insertada/],
  ['swap', file(swapped), /fuera de su lugar/],
  ['swap, positions included', file(swapped.map((row, i) => ({ ...row, pos: i + 1 }))), /Fila 12/],
  ['re-date', file(at(11, redated)), /Fila 12 .*fecha/],
  [
    'rebuild the whole chain',
    file(rehecha(at(11, redated)), { cabeza: rehecha(at(11, redated)).at(-1)?.hash }),
    /rehecha/,
  ],
  [
    'another header',
    file(filas, { exportado_en: '2020-01-01T00:00:00Z' }),
    /cabecera fue cambiada/,
  ],
])('tampering is detected: %s', (_, changed, falla) => {
  expect(check(changed).fallas.join(' ')).toMatch(falla)
})

/** Rebuilds and signs, as the server's owner, who has the key: only anchors published before can detect it. */
const firmada = async (rows: readonly Eslabon[]) => {
  const { porFirmar } = await import('./cadena/verificacion.ts')
  const { firma: _, ...cabecera } = JSON.parse(lineas[0] as string)
  const sin = { ...cabecera, hasta: rows.length, cabeza: rows.at(-1)?.hash }
  return file(rows, { ...sin, firma: firmanteDe(afuera.clave).firmar(porFirmar(sin)) })
}

test('cutting the tail and signing again is detected only by the anchor', async () => {
  const cut = await firmada(filas.slice(0, 25))
  expect(check(cut, false).fallas).toEqual([])
  expect(check(cut).fallas).toEqual([expect.stringMatching(/falta el final/)])
})

test('rebuilding the whole chain and signing it is detected only by the anchor', async () => {
  const anew = await firmada(rehecha(at(11, redated)))
  expect(check(anew, false).fallas).toEqual([])
  // The first anchor is older than the changed row, so it still matches.
  expect(check(anew).fallas).toHaveLength(2)
})

test('anchors published after the export do not count for it', () => {
  const [primera = ''] = anclas
  const { pos, hash, motivo, dia } = JSON.parse(primera)
  const later = { pos: pos + 500, hash, motivo, dia, fecha: '2999-01-01T00:00:00Z' }
  const copy = mkdtempSync(join(tmpdir(), 'cambista-despues-'))
  try {
    anclar(copy, firmanteDe(afuera.clave), later)
    const despues = leerLineas(archivoDeAnclas(copy))
    expect(verificarExportacion(lineas, { anclas: despues, clave })).toMatchObject({
      anclas: 0,
      fallas: [],
    })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})

test.each<[string, (lines: readonly string[]) => string[], RegExp]>([
  [
    'a line changed',
    (l) => l.map((x, i) => (i === 1 ? x.replace('"pos":20', '"pos":21') : x)),
    /firma/,
  ],
  ['a line removed', (l) => l.filter((_, i) => i !== 1), /falta o cambió/],
  ['invalid JSON', (l) => ['{', ...l.slice(1)], /no se entiende/],
])('tampering with an anchor file is detected: %s', (_, change, falla) => {
  const { fallas } = verificarExportacion(lineas, { anclas: change(anclas), clave })
  expect(fallas.join(' ')).toMatch(falla)
})

test('anchors and an export signed with another key are refused', () => {
  const otra = firmanteDe(Buffer.alloc(32, 9)).publica
  const { fallas } = verificarExportacion(lineas, { anclas, clave: otra })
  expect(fallas.join(' ')).toMatch(/exportación no está firmada.*Ancla 1: no está firmada/)
})

test('after a line cut off by a crash, the anchor file continues with the next line', async () => {
  const copy = mkdtempSync(join(tmpdir(), 'cambista-corte-'))
  try {
    const ancla = { ...(await cabezaDe(db)), fecha: '2025-11-20T00:00:00Z', dia: '2025-11-19' }
    const { pos, hash, fecha, dia } = ancla
    const say = () =>
      anclar(copy, firmanteDe(afuera.clave), { pos, hash, fecha, dia, motivo: 'periodo' })
    say()
    const path = archivoDeAnclas(copy)
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"pos":`)
    say()
    expect(verificarExportacion(lineas, { anclas: leerLineas(path), clave }).fallas).toEqual([])
    expect(leerLineas(path)).toHaveLength(2)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
})

test('the command reads only files and exits with 1 after tampering', () => {
  const path = join(datos, 'export.jsonl')
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['scripts/auditoria-verificar.ts', ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    })
  writeFileSync(path, `${lineas.join('\n')}\n`)
  const good = run(path, '--ancla', archivoDeAnclas(datos), '--clave', clave)
  expect(good.stdout).toMatch(/30 filas, de la 1 a la 30.*3 anclas.*Cadena íntegra/s)
  expect(good.status).toBe(0)
  writeFileSync(path, `${file(at(11, redated)).join('\n')}\n`)
  const bad = run(path, '--ancla', archivoDeAnclas(datos))
  expect(bad.stdout).toMatch(/ALTERADA: Fila 12/)
  expect(bad.status).toBe(1)
  expect(run(path, '--ancla', '/no/existe').status).toBe(1)
  expect(run().status).toBe(2)
})

test('the export itself is audited and needs its permission', async () => {
  const { rows } = await sql<{ despues: unknown }>`
    SELECT despues FROM auditoria WHERE accion = 'exportar' AND usuario_id = ${adm.usuario_id}`.execute(
    db,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.despues).toMatchObject({ formato: 'verificable' })
  const cum = await app.signedIn('cum')
  expect((await cum.call(contrato.listar)).status).toBe(200)
  expect((await cum.call(contrato.exportar, { body: { formato: 'lista' } })).status).toBe(403)
  expect((await cum.call(contrato.cadena, { query: { desde: 1, hasta: 2 } })).status).toBe(403)
})

test('the state of the chain shows the head, the rows not sealed, and whether the head matches the published one', async () => {
  const { body } = await adm.call(contrato.estado)
  const { pos, hash } = await cabezaDe(db)
  expect(body).toMatchObject({
    pos,
    hash,
    publicada: { pos: 30, coincide: true },
    clave_publica: clave,
  })
  expect(body.por_sellar).toBeGreaterThan(0)
})
