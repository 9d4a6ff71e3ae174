import { expect, test } from 'vitest'
import { montarCasa } from '../../../test/support/areas/casa.ts'
import { mostrador } from '../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../test/support/servidor/app.ts'
import { comoDueno } from '../../../test/support/servidor/dueno.ts'
import { contrato as ajustes } from '../../areas/ajustes/contract.ts'
import { contrato as comprasVentas } from '../../areas/compras-ventas/contract.ts'
import { type Horas, mirada } from './hora.ts'

/* a clock that is off by half an hour or more dates nothing until somebody answers. */

const HORA = 3600

async function casaNueva() {
  const app = await startTestApp()
  const casa = await montarCasa(app)
  const { compra } = mostrador(casa)
  /** What an attempt at an operation comes to: 201, or the code of its refusal. */
  let monto = 0
  const comprar = async () => {
    monto += 10
    const { status, error } = await casa.adm.call(comprasVentas.crear, {
      body: compra(`${monto}.00`, String(monto * 352).replace(/..$/, '.$&')),
    })
    return status === 201 ? status : error.codigo
  }
  /** A program on a machine of its own: answers a look, its clocks off by so many seconds. */
  const programa = (equipo: string, arranque: string | null = null, desde = 1000) => {
    let marcha = desde
    let off: Partial<Horas> = {}
    const look = mirada(
      app,
      equipo,
      async () => {
        const [row] = await comoDueno<{ n: number }>(app.url, 'SELECT reloj_confirmada()::int AS n')
        marcha += 15
        const at = 1_800_000_000 + marcha
        const { base = 0, equipo = base } = off
        return { base: at + base, equipo: at + equipo, marcha, confirmadas: row?.n ?? 0 }
      },
      arranque,
    )
    return async (clocks: Partial<Horas> = {}) => {
      off = clocks
      return look().then(
        () => null,
        (error: Error) => error.message,
      )
    }
  }
  const lima = (add = 0) => new Date(Date.now() - 5 * 3_600_000 + add * 1000).toISOString()
  /** Confirms date and hour, the latter off by so many seconds; null: no hour. */
  const confirmar = async (off: number | null = 0) => {
    const text = lima(off ?? 0)
    const hora = off === null ? null : text.slice(11, 16)
    const { status, error } = await casa.adm.call(ajustes.confirmarReloj, {
      body: { fecha: text.slice(0, 10), hora },
    })
    return status === 200 ? status : [error.errors?.[0]?.campo, error.errors?.[0]?.msg]
  }
  const reloj = async () => (await casa.adm.call(ajustes.reloj)).body
  return { app, comprar, programa, confirmar, reloj }
}

test('a database two hours off its program’s machine writes nothing until somebody types the hour', async () => {
  const { comprar, programa, confirmar, reloj, app } = await casaNueva()
  expect(await comprar()).toBe(201)
  const look = programa('caja-1')
  const off = { base: 2 * HORA, equipo: 0 }
  expect(await look(off)).toMatch(/va 2 h adelante de la de este equipo/)
  expect(await comprar()).toBe('RELOJ_DISTINTO')
  const { duda, pide_hora } = await reloj()
  expect(duda).toMatch(/va 2 h adelante .* un administrador la confirma en Ajustes\.$/)
  expect(pide_hora).toBe(true)
  expect(await confirmar(null)).toEqual(['hora', 'Escriba la hora de ahora, como 14:30.'])
  // In the first two hours of a day it is yesterday, too.
  expect(['fecha', 'hora']).toContain((await confirmar(-2 * HORA))[0 as never])
  expect(await comprar()).toBe('RELOJ_DISTINTO')
  expect(await confirmar()).toBe(200)
  expect(await comprar()).toBe(201)
  const [told] = await comoDueno<{ duda: object }>(
    app.url,
    `SELECT antes || despues AS duda FROM auditoria WHERE accion = 'confirmar' ORDER BY id DESC LIMIT 1`,
  )
  expect(told?.duda).toMatchObject({ duda: 'RELOJ_DISTINTO', lapso: '2 h adelante' })
  // The same difference was answered; another one was not.
  await look(off)
  await look({ base: 2 * HORA + 60, equipo: 0 })
  expect(await comprar()).toBe(201)
  await look({ base: 3 * HORA, equipo: 0 })
  expect(await comprar()).toBe('RELOJ_DISTINTO')
  expect(await look()).toBeNull()
  expect(await comprar()).toBe(201)
  expect(await comoDueno(app.url, 'SELECT FROM reloj_dudas')).toEqual([])
  expect(await reloj()).toEqual({ duda: null, pide_hora: false })
})

test('a jump stops the books until it is taken back, also where the program was started anew', async () => {
  const { comprar, programa, confirmar } = await casaNueva()
  expect(await comprar()).toBe(201)
  const look = programa('caja-1')
  await look()
  expect(await look({ base: HORA })).toMatch(/1 h adelante de la de antes.*confírmela en Ajustes/)
  expect(await comprar()).toBe('RELOJ_SALTO')
  expect(await look()).toBeNull()
  expect(await comprar()).toBe(201)

  await look({ base: -HORA })
  expect(await comprar()).toBe('RELOJ_SALTO')
  // A program that starts knows the clock as it is; what another one saw is for a person to answer.
  const again = programa('caja-1')
  expect(await again({ base: -HORA })).toBeNull()
  expect(await comprar()).toBe('RELOJ_SALTO')
  expect(await confirmar()).toBe(200)
  expect(await comprar()).toBe(201)
  // Confirmed is known to the one that saw it too.
  expect(await look({ base: -HORA })).toBeNull()
  expect(await comprar()).toBe(201)
})

test('a clock that was set while the program was off and its machine on stops the books', async () => {
  const { comprar, programa, confirmar, app } = await casaNueva()
  const DIAS = 3 * 24 * HORA
  await programa('caja-1', 'uno')()
  const look = programa('caja-1', 'uno')
  expect(await look({ base: DIAS })).toMatch(/va 72 h adelante de la de antes/)
  expect(await comprar()).toBe('RELOJ_SALTO')
  // Started once more it is still so, until it is put right or somebody answers.
  expect(await programa('caja-1', 'uno')({ base: DIAS })).toMatch(/va 72 h adelante/)
  expect(await look()).toBeNull()
  expect(await comprar()).toBe(201)
  expect(await programa('otro', 'uno')({ base: -HORA })).toMatch(/va 1 h atrás/)
  expect(await comprar()).toBe('RELOJ_SALTO')
  expect(await confirmar()).toBe(200)
  expect(await programa('otro', 'uno')({ base: -HORA })).toBeNull()
  expect(await programa('otro', 'uno')({ base: -HORA })).toBeNull()
  expect(await comprar()).toBe(201)
  // Of a machine that was started anew, or that names no run, nothing is known.
  expect(await programa('caja-1', 'dos')({ base: DIAS })).toBeNull()
  expect(await programa('caja-1')({ base: DIAS })).toBeNull()
  expect(await comprar()).toBe(201)
  expect(await comoDueno(app.url, 'SELECT arranque FROM reloj_arranques ORDER BY 1')).toEqual([
    { arranque: 'dos' },
    { arranque: 'uno' },
  ])
})

test('a small change that waits grows old over starts of the program too', async () => {
  const { programa } = await casaNueva()
  await programa('caja-1', 'uno')()
  const veinte = { base: 1200 }
  expect(await programa('caja-1', 'uno')(veinte)).toMatch(/20 min adelante.*no haga nada/)
  expect(await programa('caja-1', 'uno', 20 * HORA)(veinte)).toMatch(/20 min adelante/)
  expect(await programa('caja-1', 'uno', 25 * HORA)(veinte)).toBeNull()
})

test('a clock that is corrected bit by bit is written down once a minute of it, and forgotten after two months', async () => {
  const { programa, app } = await casaNueva()
  const look = programa('caja-1', 'uno')
  const escrito = async () =>
    (await comoDueno(app.url, 'SELECT xmin::text FROM reloj_arranques')).map(({ xmin }) => xmin)
  await look()
  const before = await escrito()
  for (let s = 4; s <= 60; s += 4) await look({ base: s })
  expect(await escrito()).toEqual(before)
  await look({ base: 64 })
  expect(await escrito()).not.toEqual(before)
  await comoDueno(app.url, "UPDATE reloj_arranques SET visto = visto - interval '61 days'")
  await programa('caja-1', 'dos')()
  expect(await comoDueno(app.url, 'SELECT arranque FROM reloj_arranques')).toEqual([
    { arranque: 'dos' },
  ])
})

test('a jump of the size of one that was answered is asked about again', async () => {
  const { comprar, programa, confirmar, app } = await casaNueva()
  await programa('caja-1')()
  const first = programa('caja-1')
  await first()
  await first({ base: HORA })
  // The program that saw it has ended before somebody answers.
  const second = programa('caja-1')
  await second({ base: HORA })
  expect(await comprar()).toBe('RELOJ_SALTO')
  expect(await confirmar()).toBe(200)
  expect(await comprar()).toBe(201)
  await second({ base: HORA })
  await second({ base: 2 * HORA })
  expect(await comprar()).toBe('RELOJ_SALTO')
  // Clocks that were read before an answer and told after it say nothing.
  await confirmar()
  await comoDueno(app.url, "SELECT reloj_dudar('caja-1', 'RELOJ_SALTO', 3600, '1 h adelante', 1)")
  expect(await comprar()).toBe(201)
})

test('twenty minutes are told and stop nothing', async () => {
  const { comprar, programa } = await casaNueva()
  const look = programa('caja-1')
  await look()
  expect(await look({ base: 1200 })).toMatch(/20 min adelante.*no haga nada/)
  expect(await programa('caja-2')({ base: -1200, equipo: 0 })).toMatch(/20 min atrás de la de este/)
  expect(await comprar()).toBe(201)
})

test('what one machine doubts, another that sees nothing does not take back', async () => {
  const { comprar, programa, confirmar } = await casaNueva()
  await programa('caja-1')({ base: 2 * HORA, equipo: 0 })
  const other = programa('caja-2')
  expect(await other()).toBeNull()
  expect(await other()).toBeNull()
  expect(await comprar()).toBe('RELOJ_DISTINTO')
  expect(await confirmar()).toBe(200)
  expect(await comprar()).toBe(201)
})
