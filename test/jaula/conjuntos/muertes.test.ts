import { expect, test } from 'vitest'
import { SEMILLA } from '../azar.ts'
import { LIMPIO } from '../comprobar.ts'
import { cuenta } from '../historia.ts'
import { GOLPES, jaula } from '../jaula.ts'
import { comprobarTodo, pedidasDeTodo } from './todo.ts'

const MUERTES = Number(process.env.CAMBISTA_MUERTES ?? 5)

test.each([1, 2, 16])(
  'nothing acknowledged is lost when server, database or connections are killed within sets of %i',
  async (de) => {
    const { historia, hallazgos, hechos, dicho } = await jaula({
      ...{ golpes: GOLPES, muertes: MUERTES, juntos: { de, espera: 500 } },
      ...{ pedidas: pedidasDeTodo, comprobar: comprobarTodo },
    })
    const { areas, sets, ...found } = hallazgos
    console.log(
      `R-100, R-195 seed ${SEMILLA}: sets of ${de}, kills ${JSON.stringify(hechos)}, ` +
        `${JSON.stringify(cuenta(historia))}, sets by size ${JSON.stringify(sets)}, ${JSON.stringify(areas)}`,
    )
    expect(historia.errores).toEqual([])
    expect(dicho).not.toMatch(/Unhandled|Uncaught| {4}at /)
    expect(found).toMatchObject(LIMPIO)
    expect(cuenta(historia)).toMatchObject({ desconocido: 0, pedido: 0 })
    expect(found.operaciones).toBe(cuenta(historia).ok)
    expect(Object.keys(areas)).toHaveLength(5)
    const largest = Math.max(...Object.keys(sets).map(Number))
    expect(largest).toBeLessThanOrEqual(de)
    expect(largest).toBeGreaterThan(de / 2)
  },
)
