import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { loadDemo } from '../../../../scripts/demo/load.ts'
import { createFilledDatabase } from '../../../../test/support/servidor/database.ts'
import { comoDueno, unaConexion } from '../../../../test/support/servidor/dueno.ts'
import { list as ajustes } from '../../../areas/ajustes-saldo/queries.ts'
import { list as clientes } from '../../../areas/clientes/queries.ts'
import { list as comisiones } from '../../../areas/comisiones/queries.ts'
import { list as compras } from '../../../areas/compras-ventas/queries.ts'
import { list as gastos } from '../../../areas/gastos/queries.ts'
import { list as ordenes } from '../../../areas/ordenes/queries.ts'
import { list as transferencias } from '../../../areas/transferencias/queries.ts'
import type { DB } from '../../db/schema.ts'
import { type Filas, type Lectura, leerFilas } from '../../http/respuesta/escrita.ts'

/* R-230: a page of a list by any of its columns reads its own rows, the first as well as a late one. */

const FILAS = 20_000

const database = await createFilledDatabase('demo_1', (url) =>
  loadDemo(url, { ahora: '2025-11-20T20:00:00.000Z', dias: 1 }),
)
const pool = unaConexion(database.url)
const asked: CompiledQuery[] = []
const db = new Kysely<DB>({
  dialect: new PostgresDialect({ pool }),
  log: ({ query }) => {
    asked.push(query)
  },
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** Copies one row of a table until it has many: what must be unique is, amounts differ. */
async function llenar(tabla: string, distinto: Record<string, string>): Promise<void> {
  const columns = await comoDueno<{ name: string }>(
    database.url,
    `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = '${tabla}'
     AND is_generated = 'NEVER' AND is_identity = 'NO' ORDER BY ordinal_position`,
  )
  const names = columns.map(({ name }) => name)
  await comoDueno(
    database.url,
    `WITH quiet AS MATERIALIZED (SELECT set_config('session_replication_role', 'replica', false))
     INSERT INTO ${tabla} (${names.join(', ')})
     SELECT ${names.map((name) => distinto[name] ?? `o.${name}`).join(', ')}
     FROM generate_series(1, ${FILAS}) i, (SELECT * FROM ${tabla} ORDER BY id LIMIT 1) o, quiet`,
  )
  await comoDueno(database.url, `VACUUM ANALYZE ${tabla}`)
}

const monto = 'round((1 + abs(sin(i)) * 5000)::numeric, 2)'
const unico = {
  numero: "'ZZ-2000-' || lpad(i::text, 6, '0')",
  clave: 'gen_random_uuid()',
  asiento_id: '10000000 + i',
}

const QUIEN = {
  usuario_id: 1,
  permisos: ['ganancia:ver'],
  sucursal_id: null,
  sucursales: [],
} as never

type Leer = (orden: string, key: [number] | null) => Promise<Filas<unknown> | Lectura<unknown>>
interface Caso {
  tabla: string
  distinto: Record<string, string>
  columnas: string[]
  leer: Leer
}
const de = (orden: string) => ({ orden }) as never

const CASOS: Caso[] = [
  {
    tabla: 'compras_ventas',
    distinto: { ...unico, monto, contravalor: monto, ganancia: `${monto} - 2500` },
    columnas: ['numero', 'monto', 'contravalor', 'ganancia'],
    leer: async (orden, key) => (await compras(db, de(orden), 50, key, QUIEN)).filas,
  },
  {
    tabla: 'ordenes',
    distinto: {
      ...unico,
      envia: monto,
      recibe: monto,
      ganancia: monto,
      beneficiario: "o.beneficiario || jsonb_build_object('nombre', md5(i::text))",
    },
    columnas: ['numero', 'beneficiario', 'envia', 'recibe', 'ganancia'],
    leer: async (orden, key) => ordenes(de(orden), 50, key, QUIEN),
  },
  {
    tabla: 'transferencias',
    distinto: { ...unico, monto, recibido: monto, referencia: 'NULL' },
    columnas: ['numero', 'monto'],
    leer: async (orden, key) => transferencias(de(orden), QUIEN, 50, key),
  },
  {
    tabla: 'gastos',
    distinto: {
      ...unico,
      monto,
      valor: monto,
      proveedor: 'md5(i::text)',
      ruc: 'NULL',
      recurrente_id: 'NULL',
      periodo: 'NULL',
    },
    columnas: ['numero', 'proveedor', 'monto', 'valor'],
    leer: async (orden, key) => gastos(de(orden), 50, key, QUIEN),
  },
  {
    tabla: 'ajustes_saldo',
    distinto: { ...unico, importe: monto, revierte_id: 'NULL' },
    columnas: ['numero', 'importe'],
    leer: async (orden, key) => ajustes(de(orden), 50, key, QUIEN),
  },
  {
    tabla: 'comisiones',
    distinto: { origen_id: '10000000 + i', asiento_id: '10000000 + i', comision: monto },
    columnas: ['comision'],
    leer: async (orden, key) => comisiones(de(orden), 50, key, { solo: null, ganancia: true }),
  },
  {
    tabla: 'clientes',
    distinto: {
      num_doc: "lpad(i::text, 8, '0')",
      nombres: 'md5(i::text)',
      apellidos: 'md5((i + 1)::text)',
      celular: "'+519' || lpad(i::text, 8, '0')",
      agente_id: 'NULL',
      vence_doc: "CASE WHEN i % 3 = 0 THEN date '2026-01-01' + i % 900 END",
    },
    columnas: ['nombre', 'documento', 'vence_doc', 'creado_en'],
    leer: async (orden, key) => clientes(de(orden), 50, key),
  },
]

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows of the table the last query read, and in how many milliseconds. */
async function leidas(tabla: string): Promise<[rows: number, ms: number]> {
  const { sql, parameters } = asked.at(-1) as CompiledQuery
  const { rows } = await pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [...parameters])
  const [{ Plan: plan, 'Execution Time': ms }] = rows[0]['QUERY PLAN']
  const count = (one: Plan): number =>
    (one['Relation Name'] === tabla
      ? (one['Actual Rows'] + (one['Rows Removed by Filter'] ?? 0)) * one['Actual Loops']
      : 0) + (one.Plans ?? []).reduce((sum, each) => sum + count(each), 0)
  return [count(plan), ms]
}

test.each(CASOS)(
  '$tabla: each column is served by an index',
  async ({ tabla, distinto, columnas, leer }) => {
    await llenar(tabla, distinto)
    for (const columna of columnas) {
      const [late] = await comoDueno<{ id: string }>(
        database.url,
        `SELECT id FROM ${tabla} ORDER BY id OFFSET ${FILAS / 2} LIMIT 1`,
      )
      for (const orden of [columna, `-${columna}`]) {
        for (const key of [null, [Number(late?.id)] as [number]]) {
          const read = await leer(orden, key)
          await leerFilas(db, 'filas' in read ? read.filas : read)
          const [rows] = await leidas(tabla)
          expect([tabla, orden, key !== null, rows < 400 ? 'few' : rows]).toEqual([
            tabla,
            orden,
            key !== null,
            'few',
          ])
        }
      }
    }
  },
)
