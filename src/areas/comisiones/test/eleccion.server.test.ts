import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../../test/jaula/azar.ts'
import { montarCasa } from '../../../../test/support/areas/casa.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { conectarDueno } from '../../../../test/support/servidor/dueno.ts'
import { type Alcance, elegir, importe, type Operacion, problemas } from '../rules.ts'

const app = await startTestApp()
const { adm, clientes } = await montarCasa(app)

const CASOS = Number(process.env.CAMBISTA_CASOS ?? 40)

test(`the same rule is chosen, and the same amount made, here and in SQL: ${CASOS} sets of rules (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA)
  const day = (n: number) => `2099-01-${String(n).padStart(2, '0')}`
  const client = await conectarDueno(app.url)
  await client.query("SET cambista.ahora = '2025-11-20T15:00:00Z'")
  const users = [adm.usuario_id, (await app.signedIn('caj')).usuario_id]
  let chosen = 0
  for (let i = 0; i < CASOS; i += 1) {
    await client.query('BEGIN')
    const known: (Alcance & { id: number })[] = []
    for (let k = 0; k < 14; k += 1) {
      const rol = azar.de(['creador', 'creador', 'agente'] as const)
      const who = azar.de([
        null,
        ...(rol === 'creador' ? users : [clientes.ana, clientes.bloqueado]),
      ])
      const desde = azar.entero(1, 8)
      const alcance: Alcance = {
        ...{
          rol,
          tipo: azar.de([null, 'compra', 'venta']),
          divisa_id: null,
          de_id: null,
          a_id: null,
        },
        ...azar.de([
          {},
          { divisa_id: azar.de([3, 6]) },
          azar.de([
            { de_id: 2, a_id: 3 },
            { de_id: 3, a_id: 2 },
          ]),
        ]),
        beneficiario: who === null ? null : `${rol === 'creador' ? 'u' : 'a'}${who}`,
        ...{ desde: day(desde), hasta: azar.de([null, day(azar.entero(desde, 10))]) },
      }
      await client.query('SAVEPOINT one')
      const made = await client
        .query(
          `INSERT INTO comisiones_reglas (serie_id, edicion, rol, usuario_id, agente_id, tipo, de_id, a_id, divisa_id, base,
             valor, desde, hasta) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'monto', 1, $10, $11) RETURNING id`,
          [
            ...[
              -1 - i,
              k + 1,
              rol,
              rol === 'creador' ? who : null,
              rol === 'agente' ? who : null,
              alcance.tipo,
            ],
            ...[alcance.de_id, alcance.a_id, alcance.divisa_id, alcance.desde, alcance.hasta],
          ],
        )
        .catch(() => client.query('ROLLBACK TO one').then(() => null))
      if (made) known.push({ ...alcance, id: Number(made.rows[0].id) })
    }
    for (let k = 0; k < 12; k += 1) {
      const [de_id, a_id] = azar.de([
        [2, 3],
        [3, 2],
        [2, 6],
        [3, 6],
      ] as const)
      const tipo = azar.de(['compra', 'venta'] as const)
      const o: Operacion = {
        tipo,
        de_id,
        a_id,
        divisa_id: azar.de([3, 6]),
        dia: day(azar.entero(1, 11)),
      }
      const rol = azar.de(['creador', 'agente'] as const)
      const who = rol === 'creador' ? `u${azar.de(users)}` : `a${clientes.ana}`
      const { rows } = await client.query(
        'SELECT id::int FROM comisiones_elegir($1, $2, $3, $4, $5, $6, $7)',
        [...[rol, who, o.tipo, o.de_id, o.a_id, o.divisa_id, o.dia]],
      )
      const here = elegir(known, rol, who, o)
      if (here) chosen += 1
      expect(rows[0]?.id ?? null, JSON.stringify({ known, rol, who, o })).toBe(here?.id ?? null)
    }
    await client.query('ROLLBACK')
  }
  await client.end()
  expect(chosen).toBeGreaterThan(CASOS)
})

test(`the same commission here and in SQL (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 1)
  const cents = (n: number) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`
  const money = (max: number, min = 0) => cents(azar.entero(min * 100, max * 100))
  const cases = Array.from({ length: 500 }, () => {
    const base = azar.de(['margen', 'ganancia', 'monto', 'fijo'] as const)
    const fijo = base === 'fijo'
    return {
      ...{ base, valor: fijo ? money(50) : `${money(99)}${azar.entero(10, 99)}` },
      minimo: fijo ? null : azar.de([null, money(5)]),
      maximo: fijo ? null : azar.de([null, money(20, 5)]),
      sobre: azar.de([null, money(3000), `-${money(50)}`, money(1)]),
    }
  })
  const { rows } = await sql<{ c: string }>`
    SELECT round(comisiones_importe(x.base, x.valor, x.minimo, x.maximo, x.sobre), 2)::text AS c
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
      AS (base text, valor numeric, minimo numeric, maximo numeric, sobre numeric))
      WITH ORDINALITY AS x (base, valor, minimo, maximo, sobre, n) ORDER BY x.n`.execute(app.db)
  expect(rows.map(({ c }) => c)).toEqual(cases.map(({ sobre, ...r }) => importe(r, sobre)))
})

test(`what cannot be together in a rule is refused here and by the table (seed ${SEMILLA})`, async () => {
  const azar = azarDe(SEMILLA + 2)
  const client = await conectarDueno(app.url)
  await client.query('BEGIN')
  const seen = new Set<boolean>()
  for (let i = 0; i < 800; i += 1) {
    const regla = {
      rol: azar.de(['creador', 'pagador', 'agente'] as const),
      tipo: azar.de([null, 'orden', 'venta'] as const),
      ...{ de_id: azar.de([null, null, 2, 3]), a_id: azar.de([null, null, 3]) },
      divisa_id: azar.de([null, null, 6]),
      base: azar.de(['margen', 'fijo'] as const),
      valor: azar.de(['0', '2.50', '100', '100.01', '250']),
      ...{ minimo: azar.de([null, null, '1', '3']), maximo: azar.de([null, null, '3', '2']) },
      ...{ desde: '2099-01-02', hasta: azar.de([null, '2099-01-01', '2099-01-02']) },
    }
    await client.query('SAVEPOINT one')
    const taken = await client
      .query(
        `INSERT INTO comisiones_reglas (serie_id, rol, tipo, de_id, a_id, divisa_id, base, valor, minimo, maximo, desde, hasta)
         VALUES (-1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        Object.values(regla),
      )
      .then(() => null)
      // A range that ends before it begins is refused by its own type.
      .catch((error: { code?: string }) => error.code)
    await client.query('ROLLBACK TO one')
    expect([null, '23514', '22000'], JSON.stringify(regla)).toContain(taken)
    const here = problemas({ ...regla })
    expect([taken === null, JSON.stringify(regla)]).toEqual([
      here.length === 0,
      JSON.stringify(regla),
    ])
    seen.add(taken === null)
  }
  await client.query('ROLLBACK')
  await client.end()
  expect(seen.size).toBe(2)
})
