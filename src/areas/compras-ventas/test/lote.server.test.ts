import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../../test/jaula/azar.ts'
import { cuenta, montarCasa, PEN } from '../../../../test/support/areas/casa.ts'
import { mostrador } from '../../../../test/support/areas/mostrador.ts'
import { startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno } from '../../../../test/support/servidor/dueno.ts'
import type { Registro } from '../contract.ts'

/* Operations that arrive together are registered in one transaction, and come out as if each had come alone. */

const app = await startTestApp()
app.setClock('2025-11-20T15:00:00Z')
const casa = await montarCasa(app)
const { compra, venta, cash } = mostrador(casa)
const { cuentas, tasas, pagos } = casa
const PERSONAS = 16
const rows = await comoDueno<{ id: number }>(
  app.url,
  `INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug, desvio_pct)
   SELECT 'Cajera ' || n, 'Quispe', 'lote' || n, 'lote' || n || '@example.com', '-', 'adm', 1
   FROM generate_series(1, ${PERSONAS}) n RETURNING id`,
)
const personas = rows.map(({ id }) => id)
const clientes = (
  await comoDueno<{ id: string }>(
    app.url,
    `INSERT INTO clientes (tipo_persona, tipo_doc, num_doc, nombres, apellidos, fecha_nac, celular)
     SELECT 'natural', 'DNI', (30000000 + n)::text, 'Rosa', 'Flores ' || n, '1990-05-10', '+51987654321'
     FROM generate_series(1, ${PERSONAS}) n RETURNING id`,
  )
).map(({ id }) => Number(id))
await comoDueno(
  app.url,
  `INSERT INTO comisiones_reglas (serie_id, edicion, rol, base, valor, desde)
   VALUES (-1, 1, 'creador', 'monto', 0.1, fecha_negocio('2025-11-20T15:00:00Z'))`,
)
const otra = await cuenta(app, casa.adm, 'Caja soles 2', PEN, '9000.00')
const otroBanco = await cuenta(app, casa.adm, 'BBVA Soles', PEN, '500.00', undefined, 'banco')
const client = await conectarDueno(app.url)
afterAll(() => client.end())

interface Pedido {
  ruta: string
  quien: { usuario_id: number; [key: string]: unknown }
  clave: string
  huella: string
  p: Registro
}
type Respuesta = {
  repetida?: boolean
  respuesta?: { id: number; numero: string }
  rechazo?: { codigo: string }
  aparte?: true
}

const pedido = (n: number, p: Registro, clave: string = randomUUID()): Pedido => ({
  ruta: 'compras-ventas',
  quien: { usuario_id: personas[n] ?? 0, desvio_pct: '1', vencida: true, ajenas: true },
  clave,
  huella: '00',
  p: { confirmo_duplicado: true, ...p },
})
const de = (n: number) => ({ cliente_id: clientes[n] ?? null })

async function registrar(set: readonly Pedido[]): Promise<Respuesta[]> {
  const { rows } = await client.query<{ r: Respuesta[] }>(
    'SELECT compras_ventas_registrar_lote($1::jsonb) AS r',
    [JSON.stringify(set)],
  )
  return rows[0]?.r ?? []
}

/** Runs `work` in a transaction of which nothing is kept. */
async function sinGuardar<T>(work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN')
  try {
    return await work()
  } finally {
    await client.query('ROLLBACK')
  }
}

/** What these sets leave in the books, without the ids that refusals use up; nothing is kept. */
const dejan = (sets: readonly (readonly Pedido[])[]) =>
  sinGuardar(async () => {
    const answers: unknown[] = []
    for (const set of sets) {
      for (const { respuesta, ...rest } of await registrar(set)) {
        answers.push({ ...rest, respuesta: respuesta && { ...respuesta, id: 0 } })
      }
      // What each transaction does at its commit.
      await client.query('SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED')
    }
    const leer = async (text: string) => (await client.query(text)).rows
    return {
      answers,
      operaciones: await leer(
        `SELECT to_jsonb(c) - '{id,asiento_id}'::text[] AS c FROM compras_ventas c ORDER BY numero`,
      ),
      pagos: await leer(
        `SELECT c.numero, to_jsonb(g) - '{id,compra_venta_id,asiento_id}'::text[] AS g
         FROM compras_ventas_pagos g JOIN compras_ventas c ON c.id = g.compra_venta_id ORDER BY c.numero, g.id`,
      ),
      apuntes: await leer(
        `SELECT coalesce(c.numero, k.numero) AS numero, a.glosa, a.fecha_negocio, p.cuenta_id, p.importe, p.valor
         FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
         LEFT JOIN compras_ventas c ON c.asiento_id = a.id LEFT JOIN comisiones k ON k.asiento_id = a.id
         WHERE a.origen IN ('compras-ventas', 'comisiones') ORDER BY 1, 2, p.id`,
      ),
      comisiones: await leer(
        `SELECT to_jsonb(k) - '{id,asiento_id,origen_id}'::text[] AS k FROM comisiones k ORDER BY numero, rol`,
      ),
      saldos: await leer('SELECT id, saldo FROM cuentas_contables ORDER BY id'),
      auditoria: await leer(
        `SELECT usuario_id, accion, entidad, despues FROM auditoria WHERE accion = 'registrar' ORDER BY id`,
      ),
    }
  })

const azar = azarDe(SEMILLA)
const centavos = (n: number) => `${Math.floor(n / 100)}.${String(n % 100).padStart(2, '0')}`

/** A purchase, a sale, a swap or a payment that waits, by person and client `n`. */
function alguna(n: number): Pedido {
  const monto = azar.entero(1, 40) * 10
  const con = { ...de(n) }
  const caja = azar.de([cuentas.cajaPen, otra])
  const hecha = azar.de([
    () =>
      compra(centavos(monto * 100), centavos(monto * 352), {
        ...con,
        entregamos: cash(caja, centavos(monto * 352)),
      }),
    () =>
      venta(centavos(monto * 100), centavos(monto * 356), {
        ...con,
        recibimos: cash(caja, centavos(monto * 356)),
      }),
    () =>
      venta(centavos(monto * 100), centavos(monto * 356), {
        ...con,
        recibimos: [
          { tipo_pago_id: pagos.yape, cuenta_id: cuentas.bcpPen, monto: centavos(monto * 356) },
        ],
      }),
    () => ({
      ...compra('10.00', '0'),
      ...con,
      tipo: 'canje' as const,
      historico_id: tasas.canjeUsdEur,
      tasa: '0.8460',
      recibimos: cash(cuentas.cajaUsd, '10.00'),
      entregamos: cash(cuentas.cajaEur, '8.46'),
    }),
  ])()
  return pedido(n, hecha)
}

const enLotes = (all: readonly Pedido[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  )

test.each([2, 16])(
  `sets of %i leave what their operations leave one by one (seed ${SEMILLA})`,
  async (size) => {
    const all = Array.from({ length: 48 }, (_, n) => alguna(n % PERSONAS))
    const alone = await dejan(enLotes(all, 1))
    expect(alone.operaciones).toHaveLength(48)
    expect(alone.comisiones.length).toBeGreaterThan(24)
    expect(await dejan(enLotes(all, size))).toEqual(alone)
  },
)

test('of a set in which every second operation is refused, exactly the others are posted', async () => {
  const all = Array.from({ length: PERSONAS }, (_, n) =>
    n % 2 === 0
      ? alguna(n)
      : pedido(n, compra('10.00', '35.20', { ...de(n), recibimos: cash(cuentas.cajaUsd, '9.00') })),
  )
  const mixed = await dejan([all])
  const { answers, ...books } = await dejan([all.filter((_, n) => n % 2 === 0)])
  expect(mixed).toMatchObject(books)
  expect(mixed.answers.filter((_, n) => n % 2 === 0)).toEqual(answers)
  expect(mixed.answers.filter((_, n) => n % 2 === 1)).toEqual(
    Array(PERSONAS / 2).fill(
      expect.objectContaining({ rechazo: expect.objectContaining({ codigo: 'PAGOS_NO_CUADRAN' }) }),
    ),
  )
})

test('a refusal that is found when it is posted leaves nothing of the set', async () => {
  const lacks = pedido(1, compra('90.00', '316.80', { ...de(1), entregamos: cash(otra, '316.80') }))
  const empty = pedido(0, {
    ...compra('4900.00', '17248.00', { ...de(0), entregamos: cash(otra, '17248.00') }),
  })
  await expect(dejan([[empty, lacks]])).rejects.toThrow()
  expect((await dejan([[lacks]])).operaciones).toHaveLength(1)
})

test('two equal keys in one set are one operation; what was refused leaves its key', () =>
  sinGuardar(async () => {
    const clave = randomUUID()
    const one = pedido(0, compra('10.00', '35.20', de(0)), clave)
    const [first, second] = await registrar([one, { ...one }])
    expect(first?.respuesta).toBeDefined()
    expect(second).toEqual({ aparte: true })
    expect(await registrar([one])).toEqual([{ repetida: true, respuesta: first?.respuesta }])
    const bad = pedido(1, compra('10.00', '35.20', { ...de(1), tasa: '9.999' }))
    const [refused, fine] = await registrar([bad, pedido(2, compra('10.00', '35.20', de(2)))])
    expect(refused?.rechazo?.codigo).toBe('TASA_FUERA_DE_RANGO')
    expect(fine?.respuesta).toBeDefined()
    const { rows } = await client.query('SELECT FROM idempotencia WHERE clave = $1', [bad.clave])
    expect(rows).toEqual([])
    const good = { ...bad, p: compra('10.00', '35.20', de(1)) }
    expect((await registrar([good]))[0]?.respuesta).toBeDefined()
  }))

test('a request of a process of the version before names no kind: its key is kept as one of the counter', () =>
  sinGuardar(async () => {
    const { ruta: _, ...old } = pedido(0, compra('10.00', '35.20', de(0)))
    const [made] = await registrar([old as Pedido])
    expect(made?.respuesta).toBeDefined()
    const again = [{ repetida: true, respuesta: made?.respuesta }]
    expect(await registrar([old as Pedido])).toEqual(again)
    expect(await registrar([{ ...old, ruta: 'compras-ventas' }])).toEqual(again)
  }))

test('one person, one client and one limit are asked for once in a set', () =>
  sinGuardar(async () => {
    const set = (a: number, b: number, p: Registro, q: Registro) =>
      registrar([pedido(a, p), pedido(b, q)])
    const small = (n: number) => compra('10.00', '35.20', de(n))
    expect((await set(0, 0, small(0), small(1)))[1]).toEqual({ aparte: true })
    expect((await set(0, 1, small(3), small(3)))[1]).toEqual({ aparte: true })
    expect((await set(0, 1, small(4), small(5)))[1]?.respuesta).toBeDefined()
    const nadie = "SELECT set_config('cambista.quien', '', true)"
    await client.query(nadie)
    await client.query(`UPDATE tipos_pagos SET tope_dia = 9000 WHERE id = ${pagos.efectivo}`)
    expect((await set(0, 1, small(6), small(7)))[1]).toEqual({ aparte: true })
    await client.query(nadie)
    await client.query(`UPDATE tipos_pagos SET tope_dia = NULL WHERE id = ${pagos.efectivo}`)
    await client.query(`UPDATE cuentas SET limite_dia = 100000 WHERE id = ${cuentas.cajaPen}`)
    expect((await set(0, 1, small(8), small(9)))[1]).toEqual({ aparte: true })
  }))

test('a number that another account has is nobody’s question in a set: it is refused, and asked alone', () =>
  sinGuardar(async () => {
    const banco = (cuenta_id: number) => (n: number) =>
      pedido(n, {
        ...venta('10.00', '35.60', de(n)),
        recibimos: [
          { tipo_pago_id: pagos.transferencia, cuenta_id, monto: '35.60', referencia: 'OP-880001' },
        ],
      })
    const [first] = await registrar([banco(cuentas.bcpPen)(0)])
    expect(first?.respuesta).toBeDefined()
    const again = banco(Number(otroBanco))(1)
    const set = (all: readonly Pedido[]) =>
      client
        .query('SAVEPOINT antes')
        .then(() => registrar(all))
        .catch(({ message }) => message)
        .finally(() => client.query('ROLLBACK TO antes'))
    expect(await set([again])).toBe('VISTO_FALTA')
    expect(await set([again, pedido(2, compra('10.00', '35.20', de(2)))])).toBe(
      'REFERENCIA_REPETIDA',
    )
  }))

test('forty at once over HTTP: each is one operation, and none pays for another that is refused', async () => {
  const keys = Array.from({ length: 10 }, () => randomUUID())
  const people = await Promise.all(keys.map(() => app.signedIn('adm')))
  const crear = (n: number, key: string) =>
    people[n]?.raw('POST', '/api/compras-ventas', bodies[n], { 'idempotency-key': key })
  const bodies = keys.map((_, n) =>
    n % 2 === 0
      ? compra('10.00', '35.20', de(n))
      : venta('9999999.00', '35599996.40', { ...de(n), cliente_id: null }),
  )
  const answers = await Promise.all(
    keys.flatMap((key, n) => Array.from({ length: 4 }, () => crear(n, key))),
  )
  const made = answers.filter((each) => each?.status === 201)
  expect(made).toHaveLength(20)
  expect(new Set(made.map((each) => Object(each?.body).id)).size).toBe(5)
  expect(answers.filter((each) => (each?.status ?? 500) >= 500)).toEqual([])
})
