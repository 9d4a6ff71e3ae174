import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cuenta, PEN } from '../../../../test/support/areas/casa.ts'
import { montarGente, tamanos } from '../../../../test/support/gente.ts'
import { PLAZO } from '../../../../test/support/plazos.ts'
import { type Answer, type Client, startTestApp } from '../../../../test/support/servidor/app.ts'
import { comoDueno, conectarDueno, esperaAlguien } from '../../../../test/support/servidor/dueno.ts'
import { HOY, montarTodo } from '../../../../test/support/todo.ts'
import { contrato as ajustes } from '../../../areas/ajustes-saldo/contract.ts'
import { contrato as compras } from '../../../areas/compras-ventas/contract.ts'
import { contrato as gastos } from '../../../areas/gastos/contract.ts'
import { contrato as ordenes } from '../../../areas/ordenes/contract.ts'
import { contrato as transferencias } from '../../../areas/transferencias/contract.ts'
import { verificar } from '../../../main.libros.ts'

/* What sixteen people ask for over HTTP goes in sets of sixteen, of two or of one, and each gets his own end. */

const juntos = { de: 16, espera: PLAZO }
const app = await startTestApp({ juntos })
const casa = await montarCasaSola()
const { cuentas, boveda } = casa
const gente = await montarGente(app, casa)
const poco = await cuenta(app, casa.adm, 'Caja chica', PEN, '20.00')

/** The house is set up by one person at a time, who has nobody to wait for. */
async function montarCasaSola() {
  juntos.de = 1
  return montarTodo(app)
}

type Pedir = (n: number, quien: Client, clave?: string) => Promise<Answer>

/** Half of the people use one of these accounts, half the other, or all the same one. */
const ambas = [cuentas.cajaPen, cuentas.bcpPen] as const
let misma = false
const una = (n: number) => (n % 2 && !misma ? ambas[0] : ambas[1])
/** A paper of its own for each key. */
const serie = (clave: string) => `B001-${Number.parseInt(clave.slice(0, 8), 16)}`

const gasto =
  (more: object = {}): Pedir =>
  (n, quien, clave = randomUUID()) =>
    quien.call(gastos.crear, {
      clave,
      body: {
        ...{ fecha: HOY, categoria_id: 1, descripcion: 'Alquiler', comprobante: 'boleta' },
        ...{ serie_numero: serie(clave), cuenta_id: una(n), monto: '1.00', ...more },
      },
    })
const envio =
  (more: object = {}): Pedir =>
  (_, quien, clave = randomUUID()) =>
    quien.call(transferencias.crear, {
      clave,
      body: {
        ...{ tipo: 'interna', origen_id: boveda, destino_id: cuentas.cajaPen, monto: '1.00' },
        ...{ confirmo_duplicado: true, ...more },
      },
    })
const ajuste =
  (more: object = {}): Pedir =>
  (n, quien, clave = randomUUID()) =>
    quien.call(ajustes.crear, {
      clave,
      body: {
        ...{ cuenta_id: una(n), motivo: 'sobrante', monto: '1.00' },
        ...{ observacion: 'Contado dos veces.', ...more },
      },
    })
const orden =
  (more: object = {}): Pedir =>
  (n, quien, clave = randomUUID()) =>
    quien.call(ordenes.crear, {
      clave,
      body: casa.orden({
        ...{ ...gente[n]?.parte, envia: '20.00' },
        cobros: [
          una(n) === cuentas.cajaPen
            ? casa.efectivo('20.00')
            : casa.transferencia('20.00', clave.slice(0, 20)),
        ],
        ...more,
      }),
    })
const compra =
  (more: object = {}): Pedir =>
  (n, quien, clave = randomUUID()) =>
    quien.call(compras.crear, {
      clave,
      body: {
        ...casa.compra('10.00', '35.20', { cliente_id: gente[n]?.parte.cliente_id ?? null }),
        ...{ confirmo_duplicado: true, ...more },
      },
    })

interface Area {
  tabla: string
  /** What is posted, what is refused when it is judged, and what is refused when it is posted. */
  bien: Pedir
  mal: Pedir
  tarde: Pedir
}
const areas: Record<string, Area> = {
  expenses: {
    ...{ tabla: 'gastos', bien: gasto(), mal: gasto({ categoria_id: 99_999 }) },
    tarde: gasto({ cuenta_id: poco, monto: '30.00' }),
  },
  transfers: {
    ...{ tabla: 'transferencias', bien: envio(), mal: envio({ destino_id: cuentas.cajaUsd }) },
    tarde: envio({ origen_id: poco, monto: '30.00' }),
  },
  adjustments: {
    ...{ tabla: 'ajustes_saldo', bien: ajuste(), mal: ajuste({ cuenta_id: 99_999 }) },
    tarde: ajuste({ cuenta_id: poco, motivo: 'faltante', monto: '30.00' }),
  },
  orders: {
    ...{ tabla: 'ordenes', bien: orden(), mal: orden({ cliente_id: casa.clientes.bloqueado }) },
    tarde: (...all) =>
      orden({ cobros: [casa.transferencia('20.00', `OP-REPETIDA-${juntos.de}`)] })(...all),
  },
  operations: {
    ...{ tabla: 'compras_ventas', bien: compra(), mal: compra({ tasa: '9.999' }) },
    tarde: compra({ entregamos: [{ ...casa.efectivo('35.20'), cuenta_id: poco }] }),
  },
}

/** Sends a request of everybody at once; each gets his own answer. */
const todos = (work: (n: number, quien: Client) => Promise<Answer>) =>
  Promise.all(gente.map(({ quien }, n) => work(n, quien)))

/** How many documents `work` left and in which sets, and whether the books are right afterwards. */
async function deja<T>(tabla: string, work: () => Promise<T>) {
  const count = async () =>
    Number(
      (await sql<{ n: string }>`SELECT count(*) AS n FROM ${sql.table(tabla)}`.execute(app.db))
        .rows[0]?.n,
    )
  const [before, sets] = [await count(), await tamanos(app)]
  const answers = await work()
  expect((await verificar(app.db)).diferencia).toBeNull()
  const made = Object.entries(await tamanos(app, sets)).filter(([, n]) => n > 0)
  return { answers, documentos: (await count()) - before, sets: Object.fromEntries(made) }
}

const ids = (answers: readonly Answer[]) =>
  answers.map(({ status, body }) => (status < 300 ? (body as { id: number }).id : null))
const cada = Object.entries(areas).flatMap(([name, area]) =>
  [1, 2, 16].map((de) => [name, de, area] as const),
)

test.each(cada)(
  '%s in sets of %i: every second one is refused, and exactly the others are posted',
  async (_, de, { tabla, bien, mal }) => {
    juntos.de = de
    const { answers, documentos, sets } = await deja(tabla, () =>
      todos((n, quien) => (n % 2 ? mal : bien)(n, quien)),
    )
    expect(ids(answers).map((id) => id !== null)).toEqual(gente.map((__, n) => n % 2 === 0))
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(documentos).toBe(8)
    // Who comes first is chance: which two share a set is not known.
    if (de !== 2) expect(sets).toEqual(de === 1 ? { 1: 8 } : { 8: 1 })
  },
)

test.each(cada)(
  '%s in sets of %i: a key that comes twice at once is one operation',
  async (_, de, { tabla, bien }) => {
    juntos.de = de
    const keys = gente.map(() => randomUUID())
    const twice = (n: number, quien: Client) => bien(n, quien, keys[n])
    const { answers, ...left } = await deja(tabla, () =>
      Promise.all([todos(twice), todos(twice)]).then(([one, two]) => [...one, ...two]),
    )
    const made = ids(answers)
    expect(made.slice(0, 16)).toEqual(made.slice(16))
    expect(new Set(made).size).toBe(16)
    const again = answers.filter(({ headers }) => headers['idempotency-replayed'] === 'true')
    expect(again).toHaveLength(16)
    expect(left.documentos).toBe(16)
    // A repeated one may share a set of two with a new one.
    if (de !== 2) expect(left.sets).toEqual({ [de]: 16 / de })
  },
)

test.each(cada)(
  '%s in sets of %i: what the ledger or a constraint refuses harms nobody else',
  async (_, de, { tabla, bien, tarde }) => {
    juntos.de = de
    const { answers, documentos } = await deja(tabla, () =>
      todos((n, quien) => (n === 5 || n === 6 ? tarde : bien)(n, quien)),
    )
    expect(ids(answers.filter((__, n) => n !== 5 && n !== 6))).not.toContain(null)
    const late = answers.slice(5, 7)
    expect(late.map(({ error }) => error.codigo)).toContain(
      tabla === 'ordenes' ? 'REFERENCIA_REPETIDA' : 'SALDO_INSUFICIENTE',
    )
    // Two of the same reference: one of them is registered.
    expect(documentos).toBe(tabla === 'ordenes' ? 15 : 14)
  },
)

/** The first and the last account that the newest posting locked. */
async function extremos(): Promise<{ primera: string; ultima: string }> {
  const [row] = await comoDueno<{ primera: string; ultima: string }>(
    app.url,
    `SELECT min(cuenta_id) AS primera, max(cuenta_id) AS ultima FROM apuntes WHERE asiento_id IN (
       SELECT id FROM asientos WHERE xmin = (SELECT xmin FROM asientos ORDER BY id DESC LIMIT 1))`,
  )
  return row as { primera: string; ultima: string }
}

test.each(cada)(
  '%s in sets of %i: a deadlock with somebody else harms nobody',
  async (_, de, { tabla, bien }) => {
    juntos.de = 1
    misma = true
    expect(ids([await bien(0, gente[0]?.quien as Client)])).not.toContain(null)
    const { primera, ultima } = await extremos()
    juntos.de = de
    const lock = 'SELECT FROM cuentas_contables WHERE id = $1 FOR NO KEY UPDATE'
    const other = await conectarDueno(app.url)
    const { answers, ...left } = await deja(tabla, async () => {
      await other.query('BEGIN')
      await other.query(lock, [ultima])
      const set = todos(bien)
      await esperaAlguien(app.url)
      // The set has the first account and waits for the last. Whom PostgreSQL ends is chance, and it may be at once, so
      // that nobody can count on seeing both wait.
      await other.query(lock, [primera]).catch(({ code }) => expect(code).toBe('40P01'))
      // A request of an ended set may meet the other once more; what is retried then has no company to wait for.
      juntos.de = 1
      await other.query('ROLLBACK')
      return set
    })
    await other.end()
    misma = false
    expect(ids(answers)).not.toContain(null)
    expect(left.documentos).toBe(16)
  },
)

test('a set of which nothing is registered takes no number', async () => {
  const varios = async (n: number) =>
    (
      await comoDueno<{ numeros: string[] | null }>(
        app.url,
        `SELECT serie_varios('CV-PRUEBA', '${HOY}', ${n}) AS numeros`,
      )
    )[0]?.numeros
  expect(await varios(2)).toHaveLength(2)
  expect([await varios(0), await varios(-1)]).toEqual([null, null])
  expect(await varios(1)).toEqual(['CV-PRUEBA-2025-000003'])
})

test('a proposal of the calendar is completed once in a set', async () => {
  const client = await conectarDueno(app.url)
  let n = 0
  const pedido = (p: object) => {
    n += 1
    const quien = { usuario_id: gente[n]?.quien.usuario_id, ajenas: true }
    const all = {
      accion: 'gastos_registrar',
      ruta: '/x',
      quien,
      clave: null,
      huella: '00',
      id: null,
    }
    return { ...all, p: { ...bill, serie_numero: `B009-${n}`, ...p } }
  }
  const bill = {
    ...{ fecha: HOY, categoria_id: 5, descripcion: 'Internet', monto: '1.00' },
    ...{ cuenta_id: cuentas.bcpPen, comprobante: 'boleta' },
  }
  const registrar = async (...set: object[]) => {
    const text = 'SELECT operaciones_registrar($1::jsonb) AS r'
    return (await client.query(text, [JSON.stringify(set)])).rows[0].r
  }
  await client.query('BEGIN')
  await registrar(pedido({ recurrente_dia: 1 }))
  // A transaction has one instant, and this one goes on a month later.
  await client.query("SELECT set_config('cambista.instante', '2025-12-20T15:00:00Z', true)")
  await client.query('SELECT gastos_proponer()')
  const { rows } = await client.query('SELECT id::int FROM gastos WHERE NOT confirmado')
  expect(rows).toHaveLength(1)
  const completa = { fecha: '2025-12-20', propuesta_id: rows[0].id }
  const [one, two] = await registrar(pedido(completa), pedido(completa))
  expect(one.respuesta).toMatchObject(rows[0])
  expect(two).toEqual({ aparte: true })
  await client.query('ROLLBACK')
  await client.end()
})
