import { expect, test } from 'vitest'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { list as auditoria } from '../../../areas/auditoria/queries.ts'
import { listTurnos } from '../../../areas/cierres/queries/turnos.ts'
import { movements } from '../../../areas/cuentas/queries.ts'
import { legs } from '../../../areas/libro/queries.ts'
import { list as lotes } from '../../../areas/ordenes/lotes/queries.ts'
import { type Filas, leerFilas } from '../../http/respuesta/escrita.ts'
import { casaLarga } from './medida.ts'

/*
 * R-230 where a list is sorted by its day alone (ADR 0078): a page reads its own rows, the first as well as one in the
 * middle, the newest and the oldest first.
 */

const FILAS = 50_000

const { url, db, llenar, leidas } = await casaLarga(FILAS)

const DIA = "(date '2026-01-01' + i / 50)"
const MOMENTO = `(${DIA} + interval '15 hours')::timestamptz`
const fechas = { fecha: MOMENTO, fecha_negocio: DIA, clave: 'gen_random_uuid()' }
const numero = "'ZZ-2000-' || lpad(i::text, 6, '0')"
const quien = { usuario_id: 1, permisos: [], sucursal_id: null, sucursales: [] } as never
const de = (orden: string, more = {}) => ({ orden, ...more }) as never

type Mitad = { id: number; asiento: number; dia: string }
interface Caso {
  tabla: string
  que: string
  leer: (orden: string, half: Mitad | null) => Filas<unknown>
}

const CASOS: Caso[] = [
  {
    tabla: 'apuntes',
    que: 'movements',
    leer: (orden, h) =>
      movements(de(orden), 50, h && [h.id, h.dia, h.asiento], { ganancia: true, clientes: true }),
  },
  {
    tabla: 'apuntes',
    que: 'the journal',
    leer: (orden, h) => legs(de(orden), 50, h && [h.asiento, h.id, h.dia]),
  },
  {
    tabla: 'auditoria',
    que: 'the audit',
    leer: (orden, h) => auditoria(db, de(orden), 50, h?.id ?? null),
  },
  {
    tabla: 'turnos',
    que: 'turns',
    leer: (orden, h) => listTurnos(quien, de(orden), 50, h && [h.id]),
  },
  {
    tabla: 'ordenes_lotes',
    que: 'files for the bank',
    leer: (orden, h) => lotes(de(orden), 50, h && [h.id]),
  },
]

await llenar('asientos', fechas)
const [ultimo] = await comoDueno<{ id: string }>(url, 'SELECT max(id) AS id FROM asientos')
await llenar('apuntes', { asiento_id: `${Number(ultimo?.id) - FILAS} + i` })
await llenar('auditoria', fechas)
await llenar('turnos', { ...fechas, numero, abierto_en: MOMENTO })
await comoDueno(
  url,
  `SET session_replication_role = replica;
   INSERT INTO ordenes_lotes (numero, fecha, cuenta_id, moneda_id, formato, ordenes, total, estado, usuario_id, archivo, huella)
   SELECT ${numero}, ${MOMENTO}, c.id, c.moneda_id, 'banesco', 1, 1, 'cerrado', 1, 'x', encode(sha256('x'), 'hex')
   FROM generate_series(1, ${FILAS}) i, (SELECT * FROM cuentas LIMIT 1) c`,
)
await comoDueno(url, 'VACUUM ANALYZE ordenes_lotes')

test.each(CASOS)('$que: an index serves its day, both ways', async ({ tabla, leer }) => {
  const dia = tabla === 'apuntes' ? 'a.fecha_negocio' : "date '2026-01-01'"
  const [row] = await comoDueno<{ id: string; asiento: string; dia: string }>(
    url,
    `SELECT t.id, ${tabla === 'apuntes' ? 't.asiento_id' : '0'} AS asiento, ${dia}::text AS dia FROM ${tabla} t
     ${tabla === 'apuntes' ? 'JOIN asientos a ON a.id = t.asiento_id' : ''} ORDER BY t.id DESC OFFSET ${FILAS / 2} LIMIT 1`,
  )
  const half = { id: Number(row?.id), asiento: Number(row?.asiento), dia: row?.dia ?? '' }
  const seen: unknown[] = []
  for (const orden of ['fecha', '-fecha']) {
    for (const where of [null, half]) {
      await leerFilas(db, leer(orden, where))
      const rows = await leidas(tabla)
      seen.push([orden, where !== null, rows < 400 ? 'few' : rows])
    }
  }
  expect(seen).toEqual(
    ['fecha', '-fecha'].flatMap((orden) => [false, true].map((late) => [orden, late, 'few'])),
  )
})
