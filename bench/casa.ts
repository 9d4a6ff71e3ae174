import { sql } from 'kysely'
import pg from 'pg'
import { abrirCasa, type Local } from '../test/jaula/casa.ts'
import { cuenta, PEN, tasa } from '../test/support/areas/casa.ts'
import { comoSuperusuario } from '../test/support/servidor/dueno.ts'

/** A counter of one currency: the ids that a purchase or a sale needs. */
export interface Mostrador {
  divisa_id: number
  compra: number
  venta: number
  divisa: number
  soles: number
}

export interface Banco extends Local {
  /** Cold counters: each has its own currency and tills and shares only the series of document numbers. */
  frios: Mostrador[]
  /** The hot counter, which all clients share. */
  caliente: Mostrador
}

const ISO = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Creates a house with `divisas` additional currencies, each with rates, tills and enough money for hours. */
export async function montar(url: string, divisas: number): Promise<Banco> {
  const local = await abrirCasa(url, 0, 64)
  const frios: Mostrador[] = []
  for (let n = 0; n < divisas; n += 1) {
    const iso = `Q${ISO[Math.floor(n / 26)]}${ISO[n % 26]}`
    const { id } = await local.db
      .insertInto('monedas')
      .values({ nombre: `Divisa ${iso}`, iso, simbolo: iso, decimales: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`SELECT libro_abrir_moneda(${id})`.execute(local.db)
    frios.push({
      divisa_id: id,
      compra: await tasa(local, id, PEN, 'm', '3.520', 3),
      venta: await tasa(local, PEN, id, 'd', '3.560', 3),
      divisa: await cuenta(local, local.adm, `Caja ${iso}`, id, '90000000.00', '315000000.00'),
      soles: await cuenta(local, local.adm, `Soles ${iso}`, PEN, '900000000.00'),
    })
  }
  return { ...local, frios, caliente: frios[0] as Mostrador }
}

/** A commission of a thousandth of every operation for whoever makes it: each posting accrues one. */
export const reglasDeComision = (url: string) =>
  comoDueno(url, (client) =>
    client.query(
      `INSERT INTO comisiones_reglas (serie_id, edicion, rol, base, valor, desde)
       VALUES (-1, 1, 'creador', 'monto', 0.1, fecha_negocio(ahora()))`,
    ),
  )

/** The body of POST /compras-ventas: 10.00 of the currency at the published rate. */
export function pedido(casa: Banco, m: Mostrador, tipo: 'compra' | 'venta', cliente_id?: number) {
  const soles = tipo === 'compra' ? '35.20' : '35.60'
  const pago = (cuenta_id: number, monto: string) => [
    { tipo_pago_id: casa.pagos.efectivo, cuenta_id, monto },
  ]
  return {
    tipo,
    cliente_id: cliente_id ?? null,
    divisa_id: m.divisa_id,
    monto: '10.00',
    historico_id: tipo === 'compra' ? m.compra : m.venta,
    tasa: tipo === 'compra' ? '3.520' : '3.560',
    recibimos: tipo === 'compra' ? pago(m.divisa, '10.00') : pago(m.soles, soles),
    entregamos: tipo === 'compra' ? pago(m.soles, soles) : pago(m.divisa, '10.00'),
    confirmo_duplicado: true,
  }
}

/** The argument `quien` as the server passes it to SQL. */
export const quienDe = (usuario_id: number) => ({
  usuario_id,
  sesion_id: 1,
  ip: '127.0.0.1',
  solicitud: 'bench',
  desvio_pct: '1',
  vencida: true,
})

/** Runs `work` on one connection as the owner, for what the server's role may not do. */
export async function comoDueno<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Writes the requests of pgbench into a table, because pgbench cannot write JSON. `grupo` 'frio' has one row per cold
 * counter and direction, 'caliente' the two rows of the hot counter.
 */
export async function prepararPgbench(url: string, casa: Banco): Promise<void> {
  const quien = quienDe(casa.adm.usuario_id)
  await comoDueno(url, async (client) => {
    await client.query(
      `CREATE TABLE bench_pedidos (grupo text, n int, quien jsonb, p jsonb, PRIMARY KEY (grupo, n));
       GRANT SELECT ON bench_pedidos TO cambista_app`,
    )
    const groups: [string, Mostrador[]][] = [
      ['frio', casa.frios],
      ['caliente', [casa.caliente]],
    ]
    for (const [grupo, counters] of groups) {
      const bodies = counters.flatMap((m) => [pedido(casa, m, 'compra'), pedido(casa, m, 'venta')])
      for (const [n, body] of bodies.entries()) {
        await client.query('INSERT INTO bench_pedidos VALUES ($1, $2, $3, $4)', [
          grupo,
          n + 1,
          quien,
          body,
        ])
      }
    }
    await client.query('ANALYZE')
  })
}

const NOMBRES = [
  'Ana',
  'Luis',
  'María',
  'José',
  'Rosa',
  'Julio',
  'Elena',
  'Pedro',
  'Carmen',
  'Iván',
]
const APELLIDOS = [
  'García',
  'Quispe',
  'Flores',
  'Rojas',
  'Díaz',
  'Huamán',
  'Torres',
  'Vargas',
  'Castro',
  'Peña',
]

/** Adds `count` clients with names that are shared by some. */
export const clientes = (url: string, count: number) =>
  comoDueno(url, (client) =>
    client.query(
      `INSERT INTO clientes (tipo_persona, tipo_doc, num_doc, nombres, apellidos, fecha_nac, celular)
       SELECT 'natural', 'DNI', lpad((20000000 + n)::text, 8, '0'), ($1::text[])[1 + n % 10],
              ($2::text[])[1 + (n / 10) % 10] || ' ' || ($2::text[])[1 + (n / 100) % 10], '1990-05-10', '+51987654321'
       FROM generate_series(1, $3::int) n ON CONFLICT DO NOTHING`,
      [NOMBRES, APELLIDOS, count],
    ),
  )

/**
 * Registers `count` operations of many clients through the real function, with asynchronous commits; a few at a time at
 * the instants that `reloj` tells, if it is given.
 */
export async function llenar(
  url: string,
  casa: Banco,
  count: number,
  log: (text: string) => void,
  reloj?: (done: number) => string,
) {
  await clientes(url, 5000)
  await comoDueno(url, async (client) => {
    await client.query('SET synchronous_commit = off')
    const step = reloj ? 20 : 2_000
    for (let done = 0; done < count; done += step) {
      if (reloj) await client.query("SELECT set_config('cambista.ahora', $1, false)", [reloj(done)])
      await client.query(
        `WITH c AS (SELECT array_agg(id ORDER BY id) AS ids FROM clientes WHERE num_doc >= '20000000')
         SELECT count(compras_ventas_registrar(q.quien, gen_random_uuid(), '\\x00',
                  q.p || jsonb_build_object('cliente_id', c.ids[1 + (i * 7919) % 5000])))
         FROM generate_series($1::int, $2::int) i CROSS JOIN c
         JOIN bench_pedidos q ON q.grupo = 'frio' AND q.n = 1 + i % $3::int`,
        [done, Math.min(done + step, count) - 1, casa.frios.length * 2],
      )
      if (done % 10_000 === 0) log(`  ${done} de ${count} operaciones`)
    }
    await client.query('VACUUM ANALYZE')
  })
  await comoSuperusuario(url, 'CHECKPOINT')
}
