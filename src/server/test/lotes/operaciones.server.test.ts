import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { azarDe, SEMILLA } from '../../../../test/jaula/azar.ts'
import {
  casa,
  client,
  cobrables,
  compra,
  cuentas,
  hechos,
  iguales,
  otra,
  PERSONAS,
  pagables,
  partes,
  personas,
  sinGuardar,
} from '../../../../test/support/lotes.ts'
import { HOY } from '../../../../test/support/todo.ts'

/* Whatever posts comes out of a set as if it had come alone: payments and payouts of orders, transfers, expenses,
 * adjustments and annulments. */

afterAll(() => client.end())

interface Pedido {
  accion: string
  ruta: string
  quien: object
  clave: string | null
  huella: string
  id: number | null
  p: object
}
interface Respuesta {
  repetida?: boolean
  respuesta?: { id: number }
  rechazo?: { codigo: string; datos?: object }
  aparte?: true
}

const pedido = (n: number, accion: string, p: object, id: number | null = null): Pedido => ({
  accion,
  ruta: '/de-prueba',
  quien: {
    usuario_id: personas[n],
    ...{ ajenas: true, cobrar: true, devolver: true, vencida: true, ganancia: true },
  },
  clave: randomUUID(),
  huella: '00',
  id,
  p,
})

async function registrar(set: readonly Pedido[]): Promise<Respuesta[]> {
  const text = 'SELECT operaciones_registrar($1::jsonb) AS r'
  const { rows } = await client.query<{ r: Respuesta[] }>(text, [JSON.stringify(set)])
  return rows[0]?.r ?? []
}

/** A set of one raises its refusal, which is told as larger sets tell it. */
async function pedir(set: readonly Pedido[]): Promise<Respuesta[]> {
  await client.query('SAVEPOINT antes')
  try {
    return await registrar(set)
  } catch (error) {
    if (set.length > 1) throw error
    await client.query('ROLLBACK TO antes')
    const { message, detail } = error as { message: string; detail: string }
    return [{ rechazo: { codigo: message, datos: JSON.parse(detail) } }]
  }
}

const SIN = `'{id,asiento_id,orden_id,origen_id,detalle_id,xid,resuelta_por,adjunto_id}'::text[]`
const TABLAS = ['ordenes', 'ordenes_cobros', 'ordenes_pagos', 'ordenes_pasos', 'transferencias']
const MAS = ['gastos', 'ajustes_saldo', 'compras_ventas', 'compras_ventas_pagos', 'comisiones']

/** What these sets leave in the books, without ids; nothing is kept. */
const dejan = (sets: readonly (readonly Pedido[])[]) =>
  sinGuardar(async () => {
    const answers: unknown[] = []
    for (const set of sets) {
      for (const { respuesta, ...rest } of await pedir(set)) {
        answers.push({
          ...rest,
          respuesta: respuesta && { ...respuesta, id: 0, pago_id: 0, cobro_id: 0 },
        })
      }
      // What each transaction does at its commit.
      await client.query('SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED')
    }
    const leer = async (text: string) => (await client.query(text)).rows
    const left: Record<string, unknown> = { answers }
    for (const tabla of [...TABLAS, ...MAS]) {
      left[tabla] = await leer(`SELECT to_jsonb(t) - ${SIN} AS t FROM ${tabla} t ORDER BY t.id`)
    }
    left.apuntes = await leer(
      `SELECT a.glosa, a.usuario_id, p.cuenta_id, p.importe, p.valor FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
       WHERE a.origen <> 'comisiones' ORDER BY a.id, p.id`,
    )
    left.comisionados = await leer(
      `SELECT a.glosa, p.cuenta_id, p.importe FROM asientos a JOIN apuntes p ON p.asiento_id = a.id
       WHERE a.origen = 'comisiones' ORDER BY a.glosa, p.cuenta_id, p.importe`,
    )
    left.saldos = await leer('SELECT id, saldo FROM cuentas_contables ORDER BY id')
    left.auditoria = await leer(
      `SELECT usuario_id, accion, entidad, antes, despues - '{pago_id,cobro_id}'::text[] AS d FROM auditoria ORDER BY id`,
    )
    return left
  })

const azar = azarDe(SEMILLA)
const motivo = 'Se registró por error'
const motivos = { motivo, anterior: true }
const referencia = () => `OP-${azar.entero(100_000, 999_999)}`

type Tipo = (n: number, monto: string) => Pedido
/** Requests of each area, by person `n`, who moves the documents that are his: sets are of one area. */
const areas: readonly (readonly Tipo[])[] = [
  [
    (n, monto) =>
      pedido(n, 'gastos_registrar', {
        ...{ fecha: HOY, categoria_id: 1, proveedor: 'Luz', descripcion: 'Recibo de luz', monto },
        ...{ cuenta_id: azar.de([cuentas.bcpPen, otra]), comprobante: 'boleta' },
        serie_numero: `B001-${azar.entero(1, 999_999)}`,
      }),
    (n) => pedido(n, 'gastos_anular', motivos, hechos.gasto[n]),
  ],
  [
    (n, monto) =>
      pedido(n, 'transferencias_registrar', {
        ...{ tipo: 'interna', origen_id: cuentas.bcpPen, destino_id: otra, monto },
        ...{ comision_origen: azar.de(['0', '1.50']), comision_destino: '0' },
        ...{ referencia: referencia(), confirmo_duplicado: true },
      }),
    (n) => pedido(n, 'transferencias_anular', motivos, hechos.envio[n]),
  ],
  [
    (n, monto) =>
      pedido(n, 'ajustes_saldo_proponer', {
        ...{ cuenta_id: otra, motivo: azar.de(['sobrante', 'faltante']), monto },
        observacion: 'Se contó dos veces.',
      }),
  ],
  [(n) => pedido(n, 'compras_ventas_anular', motivos, hechos.venta[n])],
  [
    (n) =>
      pedido(n, 'ordenes_crear', { ...casa.orden(partes[n]), cobros: [casa.efectivo('20.00')] }),
    (n) => pedido(n, 'ordenes_cobrar', casa.efectivo('20.00'), cobrables[n]),
    (n, monto) =>
      pedido(
        n,
        'ordenes_pagar',
        {
          ...{ cuenta_id: casa.ves.banesco, monto, comision: azar.de(['0', '1.37']) },
          referencia: referencia(),
        },
        pagables[n],
      ),
  ],
]

const enLotes = (all: readonly Pedido[], size: number) =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  )

/** Twice sixteen of each area. */
const all = areas.flatMap((area) =>
  Array.from({ length: 2 * PERSONAS }, (_, n) =>
    azar.de(area)(n % PERSONAS, `${azar.entero(1, 20)}.00`),
  ),
)

test.each([2, 16])(
  `sets of %i leave what their operations leave one by one (seed ${SEMILLA})`,
  async (size) => {
    const alone = await dejan(enLotes(all, 1))
    const made = (alone.answers as Respuesta[]).filter(({ respuesta }) => respuesta)
    expect(made.length).toBeGreaterThan(100)
    expect(await dejan(enLotes(all, size))).toEqual(alone)
  },
)

test('of a set in which every second operation is refused, exactly the others are posted', async () => {
  const gasto = { ...all.find(({ accion }) => accion === 'gastos_registrar')?.p, monto: '2.00' }
  const mixed = Array.from({ length: PERSONAS }, (_, n) =>
    n % 2 === 0
      ? pedido(n, 'gastos_anular', motivos, hechos.gasto[n])
      : pedido(n, 'gastos_registrar', { ...gasto, monto: '0.001' }),
  )
  const { answers: all16, ...after } = await dejan([mixed])
  const { answers, ...books } = await dejan([mixed.filter((_, n) => n % 2 === 0)])
  expect(after).toEqual(books)
  expect((all16 as unknown[]).filter((_, n) => n % 2 === 0)).toEqual(answers)
  const refused = expect.objectContaining({ codigo: 'VALIDACION' })
  expect((all16 as unknown[]).filter((_, n) => n % 2 === 1)).toEqual(
    Array(PERSONAS / 2).fill(expect.objectContaining({ rechazo: refused })),
  )
})

test('one person, one document, one client and one account with a limit are asked for once in a set', () =>
  sinGuardar(async () => {
    const anular = (n: number, doc = n) => pedido(n, 'gastos_anular', motivos, hechos.gasto[doc])
    const cobrar = (n: number, doc: number) =>
      pedido(n, 'ordenes_cobrar', casa.efectivo('20.00'), cobrables[doc])
    const segunda = async (...set: Pedido[]) => (await registrar(set))[1]
    expect(await segunda(anular(0), anular(0, 1))).toEqual({ aparte: true })
    expect(await segunda(anular(2), anular(3, 2))).toMatchObject({ aparte: true })
    const deUno = pedido(1, 'ordenes_crear', { ...casa.orden(partes[0]), cobros: [] })
    expect(await segunda(cobrar(0, 0), deUno)).toEqual({ aparte: true })
    expect((await segunda(cobrar(2, 2), cobrar(3, 3)))?.respuesta).toBeDefined()
    expect((await segunda(anular(4), anular(5)))?.respuesta).toBeDefined()
    // What the commit still runs asks none of several people.
    const { rows } = await client.query("SELECT current_setting('cambista.quien') AS quien")
    expect(rows).toEqual([{ quien: '' }])
    await client.query(`UPDATE cuentas SET limite_dia = 100000 WHERE id = ${otra}`)
    const gasto = (n: number) =>
      pedido(n, 'ajustes_saldo_proponer', {
        ...{
          cuenta_id: otra,
          motivo: 'sobrante',
          monto: '1.00',
          observacion: 'Se contó otra vez.',
        },
      })
    expect(await segunda(gasto(6), gasto(7))).toEqual({ aparte: true })
  }))

test('what one counterparty or category gets in a day is asked for once in a set', () =>
  sinGuardar(async () => {
    const juntas = async (one: Tipo) => (await registrar([one(0, '1.00'), one(1, '1.00')]))[1]
    const beneficiado: Tipo = (n) =>
      pedido(n, 'ordenes_crear', { ...casa.orden(iguales[n]), cobros: [] })
    const tercero: Tipo = (n, monto) =>
      pedido(n, 'transferencias_registrar', {
        ...{
          tipo: 'tercero',
          concepto: 'proveedor',
          tercero: 'Luz SA',
          tercero_doc: '20131312955',
        },
        ...{ origen_id: cuentas.bcpPen, monto, comision_origen: '0', comision_destino: '0' },
        ...{ referencia: referencia(), confirmo_duplicado: true },
      })
    const gasto: Tipo = (n, monto) =>
      pedido(n, 'gastos_registrar', {
        ...{ fecha: HOY, categoria_id: 1, descripcion: 'Sin papel', comprobante: 'sin', monto },
        cuenta_id: otra,
      })
    for (const one of [beneficiado, tercero, gasto]) {
      expect(await juntas(one)).toEqual({ aparte: true })
      expect((await registrar([one(2, '1.00')]))[0]?.respuesta).toBeDefined()
    }
  }))

test('two equal keys in one set are one operation; what was refused leaves its key', () =>
  sinGuardar(async () => {
    const one = pedido(0, 'gastos_anular', motivos, hechos.gasto[0])
    const [first, second] = await registrar([one, { ...one }])
    expect(first?.respuesta).toBeDefined()
    expect(second).toEqual({ aparte: true })
    expect(await registrar([one])).toEqual([{ repetida: true, respuesta: first?.respuesta }])
    const sinClave = { ...pedido(1, 'gastos_anular', motivos, hechos.gasto[1]), clave: null }
    const [keyless, repeated] = await registrar([sinClave, one])
    expect([keyless?.repetida, repeated?.repetida]).toEqual([false, true])
    const [other] = await pedir([{ ...one, huella: '01' }])
    expect(other?.rechazo?.codigo).toBe('CLAVE_REUTILIZADA')
  }))

test('what reverses sees what its own set did: a purchase whose dollars leave before it is annulled', () =>
  sinGuardar(async () => {
    const { rows } = await client.query<{ id: number }>(
      `SELECT a.id FROM compras_ventas c JOIN asientos a ON a.id = c.asiento_id WHERE c.id = $1`,
      [compra],
    )
    const entrada = (sale: string) =>
      `('x', 1, 'Sale', ${personas[0]}, NULL, ARRAY[(${cuentas.cajaUsd}, -${sale}, NULL, NULL)::libro_linea],
        (SELECT id FROM cuentas_contables WHERE codigo = 'sobrantes-faltantes'), false)::libro_entrada`
    const legs = async (set: string) => {
      await client.query('SAVEPOINT antes')
      const { rows: made } = await client.query<{ ids: string[] }>(
        `SELECT array_agg(r->>'asiento_id') AS ids FROM unnest(libro_asentar(ARRAY[${set}])) r`,
      )
      const { rows: after } = await client.query(
        'SELECT cuenta_id = anulaciones_cuenta() AS aparte, valor FROM apuntes WHERE asiento_id = ANY ($1)',
        [made[0]?.ids],
      )
      await client.query('ROLLBACK TO antes')
      return after
    }
    const reversa = `libro_reversa(${rows[0]?.id}, 'Anulación', ${personas[0]})`
    const aparte = async (set: string) => (await legs(set)).filter((leg) => leg.aparte)
    expect(await aparte(reversa)).toEqual([])
    expect(await aparte(`${entrada('3000')}, ${reversa}`)).toHaveLength(1)
  }))
