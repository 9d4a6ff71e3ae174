import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unaConexion } from '../../src/server/db/entrada/conexion.ts'
import { copiasDe } from '../../src/server/respaldo/copias.ts'
import { type Ensayo, exigir, exigirJuicio } from './casa.ts'
import { hasta } from './hasta.ts'
import { restaurada } from './rondas.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Backups that are killed, each at a later moment than the one before; then one that is not. People work meanwhile. */
export async function copiasMuertas(ensayo: Ensayo, muertes: number): Promise<void> {
  const { at, url, correr, escritores } = ensayo
  const began = performance.now()
  exigir('El respaldo', await correr('respaldar', [at('copias')], 'casa', null))
  const whole = performance.now() - began
  const good = copiasDe(at('copias')).length
  for (let n = 1; n <= muertes; n += 1) {
    await correr('respaldar', [at('copias')], 'casa', (whole * n) / (muertes + 1))
    await escritores.avanzan()
  }
  // The server ends the copy of a connection that was lost.
  await hasta('que la base suelte las copias', () =>
    unaConexion(url, async (client) => {
      const { rows } = await client.query('SELECT FROM pg_replication_slots WHERE temporary')
      return rows.length === 0
    }),
  )
  exigir('El respaldo', await correr('respaldar', [at('copias')], 'casa', null))
  const left = readdirSync(at('casa')).filter((name) => name.startsWith('ensayo-'))
  if (left.length > 0) throw new Error(`Quedan ensayos: ${left.join(', ')}`)
  const acked = escritores.antesDe(Date.now())
  exigirJuicio('La casa', await ensayo.juzgar(url), acked)
  const now = copiasDe(at('copias')).length
  say(
    `${muertes} respaldos muertos a la mitad: el siguiente está bien (${good} copias antes, ${now} ahora); en la casa, de ${acked.length} acusadas 0 faltan.`,
  )
}

/**
 * Restores of the newest copy and the log that follows it that are killed: each leaves a house that does not start, or a
 * whole one; the next one brings it, with all that was acknowledged.
 */
export async function restauracionesMuertas(ensayo: Ensayo, muertes: number): Promise<void> {
  const { at, correr, escritores } = ensayo
  const acked = escritores.antesDe(Date.now())
  let began = performance.now()
  exigir('La restauración', await correr('restaurar', [at('copias')], 'entera', null))
  let whole = performance.now() - began
  let enteras = 0
  for (let n = 1; n <= muertes; n += 1) {
    const datos = `otra-${n}`
    await correr('restaurar', [at('copias')], datos, (whole * n) / (muertes + 1))
    began = performance.now()
    const again = await correr('restaurar', [at('copias')], datos, null)
    // It was killed when all but its last look was done.
    const done = again.said.includes('ya tiene una casa') || again.said.includes('está en marcha')
    if (done) enteras += 1
    else {
      exigir('La restauración', again)
      // A machine that has less to do than at first is through before it is killed.
      whole = Math.min(whole, performance.now() - began)
    }
    if (!existsSync(join(at(`${datos}-secretos`), 'cambista.clave')))
      throw new Error('Falta la clave')
    exigirJuicio(`Restauración ${n}`, await restaurada(ensayo, datos), acked)
    rmSync(at(datos), { recursive: true })
  }
  say(
    `${muertes} restauraciones muertas a la mitad: ${muertes - enteras} repetidas, ${enteras} ya estaban enteras; en todas, de ${acked.length} acusadas 0 faltan y los libros sin diferencias.`,
  )
}
