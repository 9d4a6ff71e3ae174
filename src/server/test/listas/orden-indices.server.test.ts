import { expect, test } from 'vitest'
import { comoDueno } from '../../../../test/support/servidor/dueno.ts'
import { list as ajustes } from '../../../areas/ajustes-saldo/queries.ts'
import { list as clientes } from '../../../areas/clientes/queries.ts'
import { list as comisiones } from '../../../areas/comisiones/queries.ts'
import { list as compras } from '../../../areas/compras-ventas/queries.ts'
import { list as gastos } from '../../../areas/gastos/queries.ts'
import { list as ordenes } from '../../../areas/ordenes/queries.ts'
import { list as transferencias } from '../../../areas/transferencias/queries.ts'
import { type Filas, type Lectura, leerFilas } from '../../http/respuesta/escrita.ts'
import { casaLarga } from './medida.ts'

/* a page of a list by any of its columns reads its own rows, the first as well as a late one. */

const FILAS = 20_000

const { url, db, llenar, leidas } = await casaLarga(FILAS)

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

test.each(CASOS)(
  '$tabla: each column is served by an index',
  async ({ tabla, distinto, columnas, leer }) => {
    await llenar(tabla, distinto)
    for (const columna of columnas) {
      const [late] = await comoDueno<{ id: string }>(
        url,
        `SELECT id FROM ${tabla} ORDER BY id OFFSET ${FILAS / 2} LIMIT 1`,
      )
      for (const orden of [columna, `-${columna}`]) {
        for (const key of [null, [Number(late?.id)] as [number]]) {
          const read = await leer(orden, key)
          await leerFilas(db, 'filas' in read ? read.filas : read)
          const rows = await leidas(tabla)
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
