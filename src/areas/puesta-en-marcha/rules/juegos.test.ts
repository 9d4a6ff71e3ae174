import { expect, test } from 'vitest'
import { SOL } from '../../../core/dinero/moneda.ts'
import { entidades } from '../../entidades-financieras/contract.ts'
import { monedas } from '../../monedas/contract.ts'
import { contrato as pares } from '../../pares-divisas/contract.ts'
import { contrato as tiposCambio } from '../../tipos-cambios/contract.ts'
import { contrato as tiposPagos } from '../../tipos-pagos/contract.ts'
import { esEntidad } from './juego.ts'
import { JUEGOS, juegosDe, segunNegocio } from './juegos.ts'
import { preciosDe } from './precios.ts'

test('the house’s country comes first, and every country is there once', () => {
  const codes = JUEGOS.map(({ pais }) => pais)
  expect(codes).toEqual(['pe', 've', 'co', 'cl', 'ec', 'bo', 'ar', 'br', 'mx', 'es', 'us', 'pa'])
})

test('whatever a set proposes is accepted by the call that creates it', () => {
  const faults = JUEGOS.flatMap(({ entidades: some, pagos, piezas }) => [
    ...some.map((body) => {
      const whole = { ...body, servicio: 'operativo' }
      return [body.nombre, entidades.contrato.crear.body.safeParse(whole)] as const
    }),
    ...pagos.map((body) => [body.codigo, tiposPagos.crear.body.safeParse(body)] as const),
    ...piezas.flatMap(({ nombre, billetes, metalicas }) => [
      [nombre, monedas.campos.billetes.schema.safeParse(billetes)] as const,
      [nombre, monedas.campos.metalicas.schema.safeParse(metalicas)] as const,
    ]),
  ]).flatMap(([name, { success, error }]) => (success ? [] : `${name}: ${error?.message}`))
  expect(faults).toEqual([])
})

test('an entity supports ways to pay that its own country’s set proposes', () => {
  const strange = JUEGOS.flatMap((juego) =>
    juego.entidades.flatMap(({ nombre, formas }) =>
      formas
        .filter(({ forma }) => !juego.pagos.some(({ codigo }) => codigo === forma))
        .map(({ forma }) => `${nombre}: ${forma}`),
    ),
  )
  expect(strange).toEqual([])
  expect(JUEGOS.flatMap(({ entidades: all }) => all).some(({ formas }) => formas.length > 0)).toBe(
    true,
  )
})

test('every country of a set has its prices', () => {
  expect(JUEGOS.filter(({ pais }) => preciosDe(SOL, pais).pares.length === 0)).toEqual([])
})

test('a rate is written as a number above one: divided where a unit of the house buys less than one', () => {
  const como = (casa: { id: number; pais: string; nombre: string }, pais: string) =>
    preciosDe(casa, pais, 'envios')
      .tasas.filter(({ nombre }) => nombre.startsWith('Remesas'))
      .map(({ metodo_calculo, precision }) => `${metodo_calculo} ${precision}`)
      .join()
  const peso = { id: 4, pais: 'co', nombre: 'Peso colombiano' }
  expect(['pe', 've', 'cl', 'ar', 'mx'].map((pais) => como(peso, pais))).toEqual([
    ...['d 2', 'd 3', 'd 4', 'd 4', 'd 2'],
  ])
  expect(['ve', 'co', 'cl', 'br', 'bo'].map((pais) => como(SOL, pais))).toEqual([
    ...['m 3', 'm 2', 'm 2', 'm 4', 'm 4'],
  ])
})

test('an example fits its own pattern', () => {
  const wrong = JUEGOS.flatMap(({ pagos }) => pagos.flatMap(({ campos }) => campos)).filter(
    ({ patron, ejemplo }) =>
      patron && ejemplo && !new RegExp(`^(?:${patron})$`).test(ejemplo.replaceAll(' ', '')),
  )
  expect(wrong).toEqual([])
})

test('no two sets propose the same entity, way to pay or currency', () => {
  const keys = JUEGOS.flatMap((juego) => [
    ...juego.entidades.map(({ pais, codigo }) => `${pais} ${codigo}`),
    ...juego.entidades.map(({ nombre }) => nombre),
    ...juego.pagos.map(({ codigo }) => `pago ${codigo}`),
    ...juego.piezas.map(({ moneda_id }) => `moneda ${moneda_id}`),
  ])
  expect(keys.length - new Set(keys).size).toBe(0)
})

const CASAS = [
  SOL,
  { id: 3, pais: 'ec', nombre: 'Dólar' },
  { id: 6, pais: 'es', nombre: 'Euro' },
  { id: 11, pais: 'bo', nombre: 'Boliviano' },
]

test.each(CASAS)(
  'in $pais a rate follows pairs that some country’s prices propose, and its call accepts it',
  (casa) => {
    const all = JUEGOS.map(({ pais }) => preciosDe(casa, pais))
    // Whatever the house trades, one side of it is its own currency, in its own market.
    const rates = all.flatMap(({ tasas }) => tasas)
    expect(
      rates.filter((t) => t.pais !== casa.pais || ![t.base_id, t.cotizacion_id].includes(casa.id)),
    ).toEqual([])
    expect(rates.filter((t) => t.base_id === t.cotizacion_id)).toEqual([])
    const known = new Set(all.flatMap((each) => each.pares.map(({ clave }) => clave)))
    const faults = all.flatMap(({ pares: some, tasas }) => [
      ...some.map(({ clave, mercado, nombre, ...par }) => {
        const body = { ...par, pais: mercado, compra: '3.500', venta: '3.600' }
        return pares.crear.body.safeParse(body).success ? '' : nombre
      }),
      ...tasas.map(({ nombre, origen, destino, margen, ...tasa }) => {
        const legs = [origen, destino].filter((clave) => clave !== null)
        const regla = { margen: margen ?? '0', tasa_manual: false, tasa: null }
        const body = { ...tasa, ...regla, par_origen_id: origen && 1, par_destino_id: destino && 2 }
        const fits = tiposCambio.crear.body.safeParse(body).success
        return fits && legs.length > 0 && legs.every((clave) => known.has(clave)) ? '' : nombre
      }),
    ])
    expect(faults.filter(Boolean)).toEqual([])
  },
)

test('a house of another country collects at home, pays elsewhere, and has cash everywhere', () => {
  const pagos = (casa: string, ...paises: string[]) =>
    juegosDe(casa, paises).flatMap((juego) => juego.pagos.map((p) => `${p.codigo} ${p.sentido}`))
  expect(pagos('ec', 'ec')).toEqual(
    expect.arrayContaining(['EFECTIVO ambos', 'TRANSFERENCIA_EC ambos']),
  )
  expect(pagos('ec', 'ec', 'pe')).toEqual(
    expect.arrayContaining(['EFECTIVO ambos', 'YAPE sale', 'TRANSFERENCIA_EC ambos']),
  )
  expect(pagos('ec', 'pe')).not.toEqual(expect.arrayContaining(['DEPOSITO_AGENTE entra']))
  expect(pagos('pe', 'pe', 'ec')).toEqual(
    expect.arrayContaining(['EFECTIVO ambos', 'YAPE ambos', 'TRANSFERENCIA_EC sale']),
  )
})

test('the dollar has coins where people pay in it, and none elsewhere', () => {
  const metalicas = (casa: string, ...paises: string[]) =>
    juegosDe(casa, paises).flatMap(({ piezas }) =>
      piezas.filter(({ moneda_id }) => moneda_id === 3).map((p) => p.metalicas),
    )
  expect(metalicas('pe', 'pe', 'ec')).toEqual([null])
  expect(metalicas('ec', 'ec')).toEqual(['1 0.50 0.25 0.10 0.05 0.01'])
  expect(metalicas('pa', 'pa', 'pe')).toEqual(['1 0.50 0.25 0.10 0.05 0.01'])
})

test('R-238: an entity of another country that serves this one is not proposed again', () => {
  const [found] = JUEGOS.find(({ pais }) => pais === 've')?.entidades ?? []
  if (!found) throw new Error('no entity')
  const casa = (paises: string[]) => ({
    ...{ pais: 'pe', codigo: 'X', nombre: found.nombre },
    paises: paises.map((pais) => ({ pais })),
  })
  expect([[], ['co'], ['co', 've']].map((some) => esEntidad(casa(some), found))).toEqual([
    false,
    false,
    true,
  ])
})

test('R-319: what was renamed is found by its code, in its country alone', () => {
  const [found] = JUEGOS.find(({ pais }) => pais === 've')?.entidades ?? []
  if (!found) throw new Error('no entity')
  const propia = { pais: 've', codigo: found.codigo, nombre: 'Como le dicen aquí', paises: [] }
  expect(
    [propia, { ...propia, pais: 'co' }, { ...propia, codigo: '0000' }].map((una) =>
      esEntidad(una, found),
    ),
  ).toEqual([true, false, false])
})

test('a counter alone is offered no way to pay abroad, and remittances alone no foreign notes', () => {
  const sets = juegosDe('pe', ['pe', 've'])
  const de = (negocio: Parameters<typeof segunNegocio>[1]) =>
    sets.map((juego) => segunNegocio(juego, negocio, 2))
  const pagos = (all: typeof sets) =>
    all.flatMap((juego) => juego.pagos.map(({ sentido }) => sentido))
  const piezas = (all: typeof sets) =>
    all.flatMap((juego) => juego.piezas.map(({ moneda_id }) => moneda_id))
  expect(pagos(sets)).toContain('sale')
  expect(pagos(de('mostrador'))).not.toContain('sale')
  expect(piezas(de('mostrador'))).toEqual(piezas(sets))
  expect(pagos(de('envios'))).toEqual(pagos(sets))
  expect(piezas(sets)).toContain(3)
  expect(piezas(de('envios'))).toEqual([2])
})

test('R-307: remittances alone price what they send, and no counter', () => {
  const de = (negocio: 'ambos' | 'envios', ...paises: string[]) => {
    const all = paises.map((pais) => preciosDe(SOL, pais, negocio))
    return [
      all.flatMap(({ pares }) => pares.map(({ clave }) => clave)),
      all.flatMap(({ tasas }) => tasas.map(({ nombre }) => nombre)),
    ]
  }
  expect(de('envios', 'pe')).toEqual([[], []])
  // The dollar of the house is priced where a remittance goes through it.
  expect(de('envios', 'pe', 've')).toEqual([['pe 3 2', 'usd 3 1'], ['Remesas a Venezuela']])
  expect(de('envios', 'es')).toEqual([['pe 6 2'], ['Venta de euros']])
  const [counter, rates] = de('ambos', 'pe', 've')
  expect(counter).toEqual(['pe 3 2', 'pe 6 2', 'usd 3 1'])
  expect(rates).toHaveLength(5)
  // A house of dollars has no market of its own for them.
  const ecuador = { id: 3, pais: 'ec', nombre: 'Dólar' }
  expect(preciosDe(ecuador, 've', 'envios').pares.map(({ clave }) => clave)).toEqual(['usd 3 1'])
})
