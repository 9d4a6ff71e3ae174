import { basename } from 'node:path'
import { formatFechaHora } from '../../src/core/formato.ts'
import { avisoDeFrase } from '../../src/server/embedded/memoria.ts'
import { exigirLegible } from '../../src/server/respaldo/copias.ts'
import { abrirConFrase, faltaFrase, type Llaves } from '../../src/server/respaldo/llaves.ts'
import { manifiestosDe, selloValido } from '../../src/server/respaldo/manifiesto.ts'
import { probada } from '../../src/server/respaldo/traer.ts'
import { preguntar } from '../lib/pregunta.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Who gives the phrase: somebody at a terminal, and what the variable has where there is none. */
interface Quien {
  terminal: boolean
  variable: string | undefined
  preguntar: typeof preguntar
  /** Bytes that all that runs here may take together, where there is a limit. */
  memoria?: number
}
const deAqui = (): Quien => ({
  terminal: process.stdin.isTTY === true,
  variable: process.env.CAMBISTA_RESPALDO_FRASE,
  preguntar,
})

/** The house's program runs beside these commands; a restore has the machine for itself. */
function avisar(memoria?: number): void {
  const aviso = avisoDeFrase(memoria)
  if (aviso) say(aviso)
}

/** A phrase, and whether somebody typed it: what a variable has proves nobody’s memory. */
export async function pedirFrase(
  quien: Quien = deAqui(),
): Promise<{ frase: string; escrita: boolean }> {
  const set = quien.terminal ? undefined : quien.variable
  const frase = set ?? (await quien.preguntar('Frase de los respaldos (no se muestra): ', true))
  return { frase, escrita: set === undefined && quien.terminal }
}

/**
 * A new phrase: typed twice, or from CAMBISTA_RESPALDO_FRASE where there is no terminal. @throws Error in Spanish when it will not do, the two
 * are not the same, or nobody can type it.
 */
export async function elegirFrase(
  { terminal, variable, preguntar, memoria }: Quien = deAqui(),
): Promise<string> {
  const set = terminal ? undefined : variable
  if (!set && !terminal) {
    throw new Error(
      'Falta la frase de los respaldos: ejecute una vez «npm run respaldo» en una terminal de esta máquina.',
    )
  }
  avisar(memoria)
  if (!set) {
    say(
      'Elija la frase que abrirá los respaldos: cinco palabras al azar, escritas en papel y guardadas lejos de esta máquina y del disco. Sin ella no se recupera nada.',
    )
  }
  const frase = set ?? (await preguntar('Frase (no se muestra): ', true))
  const falta = faltaFrase(frase)
  if (falta) throw new Error(falta)
  if (!set && (await preguntar('Otra vez: ', true)) !== frase) {
    throw new Error(
      'Las dos frases no son iguales: no se guardó ninguna. Ejecute el comando de nuevo.',
    )
  }
  return frase
}

/**
 * Proves a phrase against the newest copy of this house: it opens the identity that the copy carries, and this is the one
 * that sealed it and its package. Answers whether somebody typed it.
 * @throws Error in Spanish when there is no such copy, it was changed, or the phrase is another.
 */
export async function probarFrase(
  destino: string,
  { privada }: Llaves,
  quien?: Quien,
): Promise<boolean> {
  const [last] = manifiestosDe(destino).filter(
    ({ manifiesto, sello }) => manifiesto.comprobado && selloValido(manifiesto, sello, privada),
  )
  if (!last) {
    exigirLegible(destino)
    throw new Error(
      `En «${destino}» no hay un respaldo de esta casa con que probar la frase: haga uno con «npm run respaldo».`,
    )
  }
  const { copia, manifiesto } = last
  say(`Respaldo terminado el ${formatFechaHora(manifiesto.fin)}: ${copia}`)
  avisar(quien?.memoria)
  const { frase, escrita } = await pedirFrase(quien)
  const opened = await abrirConFrase(manifiesto.llave, frase)
  if (opened !== privada) {
    throw new Error(
      'Esa frase no abre el último respaldo. Si nadie la recuerda, cámbiela ahora, mientras esta máquina funciona: npm run respaldo -- --cambiar-frase',
    )
  }
  await probada(copia, opened)
  say('La frase abre el último respaldo.')
  if (!escrita) say('Nadie la escribió en una terminal: no cuenta como probada.')
  return escrita
}

/** Tells which copies somebody opens who has a phrase before the one of now. */
export function decirAnteriores(destino: string, { anteriores }: Llaves): void {
  const open = manifiestosDe(destino).filter(({ manifiesto, sello }) =>
    anteriores.some((privada) => selloValido(manifiesto, sello, privada)),
  )
  if (open.length === 0) return
  say('Siguen abiertos con la frase anterior, y el registro continuo hasta este momento también:')
  for (const { copia } of open) say(`  ${basename(copia)}`)
  say('Si alguien más la conoce, bórrelos, y las copias que haya en otros discos.')
}
