import { expect, test } from 'vitest'
import { azar } from '../../scripts/demo/azar.ts'
import { diasDeTrabajo, medianoche } from '../../scripts/demo/horario.ts'
import { alcanza } from '../../scripts/demo/mostrador/alcance.ts'
import { alternar, cierranOtras } from '../../scripts/demo/mostrador/alternar.ts'
import { mensuales } from '../../scripts/demo/mostrador/grandes.ts'

/* The plan of the demo's counters, without loading it. */

/** Of an hour of Lima of a day, as an instant. */
const enLima = (momento: string) => Date.parse(`${momento}:00-05:00`)

/** How often another counter serves somebody, when the steps of the main one come as late as they may. */
async function atendidos(now: number, semilla: number, accepts: (turn: number) => boolean) {
  const hoy = diasDeTrabajo(medianoche(now), now).at(-1)
  if (!hoy) throw new Error('no day')
  const alterna = alternar(azar(semilla))
  let asked = 0
  let served = 0
  for (let i = 0; i < 16; i += 1) {
    const latest = hoy.atiende + (i + 1) * hoy.paso * 60_000
    if (latest > cierranOtras(hoy)) break
    await alterna(async () => {
      asked += 1
      const ok = accepts(asked)
      if (ok) served += 1
      return ok
    })
  }
  return served
}

test.each([
  ['the first of a month', '2026-11-01'],
  ['a Monday', '2026-11-23'],
  ['the 27th, a Friday', '2026-11-27'],
  ['a Saturday', '2026-11-28'],
  ['a Sunday', '2026-11-29'],
  ['the last of a month', '2026-12-31'],
])(
  'whenever the demo is looked at on %s, each other counter has served somebody today',
  async (_, dia) => {
    const horas = [
      '00:07',
      '00:15',
      '01:00',
      '05:00',
      '08:40',
      '09:30',
      '10:00',
      '14:30',
      '18:00',
      '23:50',
    ]
    const never: string[] = []
    for (const hora of horas) {
      for (let semilla = 0; semilla < 40; semilla += 1) {
        if ((await atendidos(enLima(`${dia}T${hora}`), semilla, () => true)) === 0)
          never.push(`${hora} ${semilla}`)
      }
    }
    expect(never).toEqual([])
  },
)

test('after a client who is refused the next one comes, so that a counter loses nobody', async () => {
  const now = enLima('2026-11-27T18:00')
  for (let semilla = 0; semilla < 40; semilla += 1) {
    const all = await atendidos(now, semilla, () => true)
    expect(await atendidos(now, semilla, (turn) => turn > 2)).toBeGreaterThanOrEqual(all - 1)
  }
})

const DAY = 86_400_000

test('on whatever day it is loaded, who comes for a month comes whole in one month, and never twice in the same', () => {
  const faults: string[] = []
  for (let n = 0; n < 400; n += 1) {
    const now = enLima('2026-01-01T15:00') + n * DAY
    const moved = new Map<string, number>()
    const past = diasDeTrabajo(medianoche(now) - 30 * DAY, now).filter(({ hoy }) => !hoy)
    for (const [trabajados, { dia }] of past.entries()) {
      for (const [, cliente, dolares] of mensuales({ dia, trabajados })) {
        const key = `${cliente} ${new Date(dia).toISOString().slice(0, 7)}`
        moved.set(key, (moved.get(key) ?? 0) + Number(dolares))
      }
    }
    const whole = (cliente: string, dolares: number) =>
      [...moved].some(([key, sum]) => key.startsWith(cliente) && sum === dolares)
    const sound = whole('Importaciones', 51_000) && whole('Viajes', 49_000) && whole('Tapia', 5100)
    if (!sound || [...moved.values()].some((sum) => sum > 51_000)) {
      faults.push(new Date(now).toISOString().slice(0, 10))
    }
  }
  expect(faults).toEqual([])
})

const [PEN, USD, EUR] = [2, 3, 6]
const moneda = (id: number) => ({ id, iso: String(id), simbolo: '', nombre: '', decimales: 2 })
const tasa = (tipo: string, divisa: number, valor: string) => ({
  ...{ tipo, divisa: moneda(divisa), contramoneda: moneda(PEN), tasa: valor },
  ...{ segmento: 'publico', desde: '0', hasta: null, pais: 'pe' },
})
const caja = (id: number, moneda_id: number, disponible: string) => ({
  ...{ id, moneda_id, disponible, nombre: '', tipo: 'caja', mia: true, de: null },
  ...{ bloqueo: null, pieza: null },
})

test.each([
  ['euros are traded only where there are some', ['venta', EUR, '120'], ['venta', USD, '120']],
  ['who wants more than the till holds gets less', ['venta', USD, '900'], ['venta', USD, '600']],
  ['who brings more than it can pay brings less', ['compra', USD, '500'], ['compra', USD, '150']],
  ['what it can serve stays', ['compra', USD, '150'], ['compra', USD, '150']],
] as const)('%s', (_, [tipo, divisa_id, valor], [queda, en, importe]) => {
  const opciones = {
    cuentas: [caja(1, PEN, '900.00'), caja(2, USD, '1000.00')],
    tasas: [tasa('compra', USD, '3.50'), tasa('venta', USD, '3.56'), tasa('venta', EUR, '4.16')],
    tipos_pago: [],
  } as never
  const wanted = { tipo, divisa_id, contramoneda_id: PEN, valor } as never
  expect(alcanza(opciones, wanted)).toMatchObject({ tipo: queda, divisa_id: en, valor: importe })
})
