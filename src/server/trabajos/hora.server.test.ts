import { expect, test } from 'vitest'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { relojDeMaquina } from '../../../test/support/servidor/reloj.ts'
import { contrato as notificaciones } from '../../areas/notificaciones/contract.ts'
import { arranqueDelEquipo } from './arranque.ts'
import { comparador, type Horas, startHora } from './hora.ts'
import { marchasDe } from './marchas.ts'

/* a clock that jumps, or differs from the other one, is told. */

const HORA = 3600
/** A house in which all clocks agree, and what each is off by. */
const casa = () => {
  const juzgar = comparador()
  let marcha = 1000
  return (seconds: number, off: Partial<Horas> = {}) => {
    marcha += seconds
    const { base = 0, equipo = base, confirmadas = 0 } = off
    const at = 1_800_000_000 + marcha
    return juzgar({ base: at + base, equipo: at + equipo, marcha, confirmadas })?.dice ?? null
  }
}

test('clocks that agree, are corrected bit by bit, or sleep with their machine say nothing', () => {
  const pasa = casa()
  expect(pasa(0)).toBeNull()
  expect(pasa(60)).toBeNull()
  expect(pasa(8 * HORA)).toBeNull()
  // Four seconds each minute for an hour: each is a correction of the last.
  for (let n = 1; n <= 60; n += 1) expect(pasa(60, { base: 4 * n })).toBeNull()
})

test('an hour back and forth is told while it lasts, and no longer', () => {
  const pasa = casa()
  pasa(0)
  expect(pasa(60, { base: -HORA })).toMatch(
    /^La hora con que se registra cambió de golpe: va 1 h atrás/,
  )
  expect(pasa(60, { base: -HORA })).toMatch(/1 h atrás/)
  expect(pasa(60)).toBeNull()
  expect(pasa(60, { base: 2 * HORA + 300 })).toMatch(/2 h 5 min adelante/)
})

test('who confirms the date ends it, and a day ends what is less than half an hour', () => {
  const pasa = casa()
  pasa(0)
  expect(pasa(60, { base: 3 * HORA })).not.toBeNull()
  expect(pasa(60, { base: 3 * HORA, confirmadas: 1 })).toBeNull()
  expect(pasa(60, { base: 3 * HORA, confirmadas: 1 })).toBeNull()
  expect(pasa(60, { base: 0, confirmadas: 1 })).toMatch(/3 h atrás.*confírmela en Ajustes\.$/)
  expect(pasa(30 * HORA, { base: 0, confirmadas: 1 })).not.toBeNull()
  expect(pasa(60, { base: 0, confirmadas: 2 })).toBeNull()
  expect(pasa(60, { base: 1200, confirmadas: 2 })).toMatch(/no haga nada\.$/)
  expect(pasa(23 * HORA, { base: 1200, confirmadas: 2 })).not.toBeNull()
  expect(pasa(2 * HORA, { base: 1200, confirmadas: 2 })).toBeNull()
})

test('a database whose clock is not that of the machine is told as long as it is', () => {
  const pasa = casa()
  expect(pasa(0, { base: 600, equipo: 0 })).toMatch(
    /^La hora de la base de datos va 10 min adelante de la de este equipo/,
  )
  expect(pasa(48 * HORA, { base: 600, equipo: 0 })).not.toBeNull()
  expect(pasa(60, { base: 600, equipo: 600 })).toBeNull()
  expect(pasa(60, { base: 600, equipo: 631 })).toBeNull()
})

test('a database whose clock is put to that of its program’s machine jumped to the right hour', () => {
  const pasa = casa()
  expect(pasa(0, { base: 3 * HORA, equipo: 0 })).toMatch(/va 3 h adelante/)
  expect(pasa(60)).toBeNull()
  // Both together is a jump.
  expect(pasa(60, { base: 3 * HORA })).toMatch(/cambió de golpe/)
})

test('the bell of whoever edits the settings rings for it', async () => {
  const app = await startTestApp()
  // Signs in by the clock of then: a session of before has ended.
  const suena = async () =>
    (await (await app.signedIn('adm')).call(notificaciones.listar, {})).body.map(
      ({ titulo }) => titulo,
    )
  const marchas = marchasDe(app.db, () => {})
  await startHora(app, marchas.de('hora', 'comparación de la hora'))()
  expect(await comoDueno(app.url, 'SELECT trabajo FROM trabajos_mal()')).toEqual([])
  // What it believes is kept for the run of its machine, where that has a name.
  const arranque = arranqueDelEquipo()
  expect(await comoDueno(app.url, 'SELECT arranque FROM reloj_arranques')).toEqual(
    arranque === null ? [] : [{ arranque }],
  )
  await (await relojDeMaquina(app.url))(Date.now() + 20 * 60_000)
  const other = marchasDe(app.db, () => {})
  await startHora(app, other.de('hora', 'comparación de la hora'))()
  expect(await suena()).toContain('1 hora que no concuerda: mire antes de registrar')
  const [row] = await comoDueno<{ motivo: string }>(app.url, 'SELECT motivo FROM trabajos')
  expect(row?.motivo).toMatch(/va 20 min adelante de la de este equipo/)
  await marchas.cerrar()
  await other.cerrar()
})
