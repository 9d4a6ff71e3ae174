// `npm run auditoria:verificar -- <exportación> [--ancla <cabezas.jsonl>] [--clave <clave pública>] [--libro <libro>]`:
// checks a verifiable export of the audit, and of the ledger with it, from files alone, without database or server. Exit
// code 1 when one was tampered with.
import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { leerLineas } from '../src/areas/auditoria/cadena/anclas.ts'
import type { Eslabon } from '../src/areas/auditoria/cadena/cadena.ts'
import { revisarLibro } from '../src/areas/auditoria/cadena/libro.ts'
import { verificarExportacion } from '../src/areas/auditoria/cadena/verificacion.ts'

const USO =
  'Uso: npm run auditoria:verificar -- <exportación.jsonl> [--ancla <cabezas.jsonl>] [--clave <clave pública>] [--libro <libro.jsonl>]'

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { ancla: { type: 'string' }, clave: { type: 'string' }, libro: { type: 'string' } },
  })
  const [archivo] = positionals
  if (!archivo) {
    process.stderr.write(`${USO}\n`)
    return 2
  }
  const lineas = readFileSync(archivo, 'utf8').split('\n').filter(Boolean)
  const anclas = values.ancla === undefined ? null : anclasDe(values.ancla)
  const revision = verificarExportacion(lineas, { anclas, clave: values.clave })
  const { filas, cabecera, fallas, avisos } = revision
  const say = (text: string) => process.stdout.write(`${text}\n`)
  if (cabecera)
    say(
      `${filas === 1 ? '1 fila' : `${filas} filas`}, de la ${cabecera.desde} a la ${cabecera.hasta}. Cabeza ${cabecera.cabeza}.`,
    )
  say(`${revision.anclas} anclas hablan de estas filas.`)
  for (const aviso of avisos) say(`AVISO: ${aviso}`)
  for (const falla of fallas) say(`ALTERADA: ${falla}`)
  if (fallas.length === 0) say('Cadena íntegra.')
  if (fallas.length > 0 || values.libro === undefined) return fallas.length === 0 ? 0 : 1
  const eslabones = lineas.slice(1).map((linea) => JSON.parse(linea) as Eslabon)
  const file = createInterface({ input: createReadStream(values.libro) })
  const libro = await revisarLibro(file, eslabones)
  for (const falla of libro.fallas) say(`ALTERADO: ${falla}`)
  if (libro.fallas.length === 0)
    say(`Libro íntegro: ${libro.asientos === 1 ? '1 asiento' : `${libro.asientos} asientos`}.`)
  return libro.fallas.length === 0 ? 0 : 1
}

/** Reads the anchor file. A file that was named and is missing is an error; it does not mean "no anchors". */
function anclasDe(path: string): string[] {
  readFileSync(path)
  return leerLineas(path)
}

process.exitCode = await main()
