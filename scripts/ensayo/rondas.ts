import { adelanto } from '../../src/core/zona.ts'
import { startPostgres } from '../../src/server/embedded/embedded.ts'
import { findPlace } from '../../src/server/embedded/folder.ts'
import { archivador } from '../../src/server/respaldo/registro/archivar.ts'
import { respaldar } from '../../src/server/respaldo/respaldar.ts'
import { type Ensayo, ESCRITORES, exigir, exigirJuicio, type Juicio } from './casa.ts'

const segundos = (ms: number) => (Math.round(ms / 100) / 10).toLocaleString('es-PE')
const say = (text: string) => process.stdout.write(`${text}\n`)

/** Rounds of a backup while eight write: what was acknowledged before its end is in what was restored of it. */
export async function enRondas(ensayo: Ensayo, rondas: number): Promise<void> {
  const { at, llaves, escritores } = ensayo
  let total = 0
  for (let ronda = 1; ronda <= rondas; ronda += 1) {
    await escritores.avanzan()
    const began = performance.now()
    const done = escritores.acusadas
    let found: Juicio | undefined
    const { manifiesto } = await respaldar({
      ...{ datos: at('casa'), destino: at('copias'), nueva: true, llaves, secretos: {} },
      ...{ programa: 'ensayo', casa: 'Ensayo', zona: 'America/Lima', demo: false },
      plan: { dias: 1, semanas: 0, meses: 0 },
      libros: async (copy) => {
        found = await ensayo.juzgar(copy)
        return found.libros
      },
    })
    const before = escritores.antesDe(Date.parse(manifiesto.fin))
    exigirJuicio(`Ronda ${ronda}`, found as Juicio, before)
    total = before.length
    const [all, hay] = [performance.now() - began, found?.operaciones]
    say(
      `Ronda ${ronda}: ${segundos(all)} s, mientras se acusaron ${escritores.acusadas - done}; ${total} acusadas antes de su fin, ${hay} en la copia, 0 faltan.`,
    )
  }
  say(`${rondas} rondas con ${ESCRITORES} que escriben: ${total} operaciones acusadas, 0 faltan.`)
}

/** The clock of the house at an instant, as --hasta takes it. */
const reloj = (ms: number) =>
  new Date(ms + adelanto(ms)).toISOString().slice(0, 19).replace('T', ' ')

/**
 * Restores to instants, by the command: what was acknowledged by then is there, and nothing that was asked for more than
 * a second later. The log is kept from here on; `turno` keeps what was written until then.
 */
export async function aInstantes(ensayo: Ensayo, turno: () => Promise<unknown>): Promise<void> {
  const { at, escritores } = ensayo
  await turno()
  exigir('El respaldo', await ensayo.correr('respaldar', [at('copias')], 'casa', null))
  const metas: number[] = []
  for (let n = 0; n < 3; n += 1) {
    await escritores.avanzan()
    // Whole seconds: that is what somebody types.
    metas.push(Math.floor(Date.now() / 1_000) * 1_000)
    await turno()
  }
  await escritores.avanzan()
  await turno()
  for (const [n, meta] of metas.entries()) {
    const [datos, hasta] = [`instante-${n}`, reloj(meta)]
    const args = [at('copias'), '--hasta', hasta]
    exigir(`La de «${hasta}»`, await ensayo.correr('restaurar', args, datos, null))
    // Of what is acknowledged from now on nobody can say whether it was looked for.
    const after = escritores.despuesDe(meta + 1_000)
    const found = await restaurada(ensayo, datos)
    exigirJuicio(`A «${hasta}»`, found, escritores.antesDe(meta))
    const lost = new Set(found.perdidas)
    const early = after.filter((clave) => !lost.has(clave))
    if (early.length > 0) throw new Error(`A «${hasta}»: ${early.length} son de después.`)
    say(
      `Restaurada a «${hasta}»: ${found.operaciones} operaciones; de ${escritores.antesDe(meta).length} acusadas antes 0 faltan, de ${after.length} pedidas un segundo después 0 están.`,
    )
  }
}

/** What the writers find in a house that a command restored. */
export async function restaurada({ at, juzgar }: Ensayo, datos: string): Promise<Juicio> {
  const postgres = await startPostgres({ carpeta: at(datos) })
  return juzgar(postgres.url).finally(() => postgres.stop())
}

/** Keeps the log of the house beside the copies, as the program does each minute. */
export const turnoDe = ({ at, llaves }: Ensayo) =>
  archivador({
    ...{ place: findPlace(at('casa')), destino: at('copias'), llaves },
    cabezas: at('cabezas.jsonl'),
  })
