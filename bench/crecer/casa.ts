import { sql } from 'kysely'
import type pg from 'pg'
import { sellar } from '../../src/areas/auditoria/cadena/sellado.ts'
import { abrirCasa, type Local } from '../../test/jaula/casa.ts'
import { PEN, USD } from '../../test/support/areas/casa.ts'
import { contabilizar } from '../../test/support/asiento.ts'
import { clientes, comoDueno, type Mostrador, quienDe } from '../casa.ts'
import { CAJAS, SUCURSALES } from './filas.ts'

const CLIENTES = 5_000

/** A counter of a branch, with the person whose tills they are. */
interface Ventanilla extends Mostrador {
  usuario_id: number
}

export interface Grande extends Local {
  ventanillas: Ventanilla[]
  cliente_ids: number[]
}

/**
 * Three hundred branches that number their documents, a person for each counter, and his pair of tills with money; all
 * of it sealed, and no connection left.
 */
export async function abrirGrande(url: string): Promise<Grande> {
  const local = await abrirCasa(url, 0, 1)
  await clientes(url, CLIENTES)
  const cashiers = await comoDueno(url, async (client) => {
    await client.query(
      `INSERT INTO sucursales (nombre, codigo) SELECT 'Sucursal ' || n, chr(65 + n / 26) || chr(65 + n % 26) || 'S'
       FROM generate_series(0, $1::int - 1) n`,
      [SUCURSALES],
    )
    const { rows } = await client.query<{ id: number; sucursal_id: number }>(
      `WITH s AS (SELECT array_agg(id ORDER BY id) AS ids FROM sucursales WHERE nombre LIKE 'Sucursal %')
       INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug, desvio_pct, sucursal_id)
       SELECT 'Persona ' || n, 'Quispe', 'persona' || n, 'persona' || n || '@example.com', '-', 'adm', 1,
              s.ids[1 + n % $2::int] FROM generate_series(0, $1::int - 1) n, s RETURNING id, sucursal_id`,
      [CAJAS / 2, SUCURSALES],
    )
    return rows
  })
  const ventanillas: Ventanilla[] = []
  for (const { id, sucursal_id } of cashiers) {
    const divisa = await caja(local, id, sucursal_id, USD)
    const soles = await caja(local, id, sucursal_id, PEN)
    const { compraUsd: compra, ventaUsd: venta } = local.tasas
    ventanillas.push({ usuario_id: id, divisa_id: USD, compra, venta, divisa, soles })
  }
  await sellar(local.db)
  await local.db.destroy()
  return { ...local, ventanillas, cliente_ids: await comoDueno(url, idsDe) }
}

const idsDe = async (client: pg.Client) =>
  (await client.query("SELECT id FROM clientes WHERE num_doc >= '20000000' ORDER BY id")).rows.map(
    ({ id }) => Number(id),
  )

/** A till with an opening balance, posted. */
function caja({ db }: Local, usuario_id: number, sucursal_id: number, moneda: number) {
  const nombre = `${moneda === PEN ? 'Soles' : 'Dólares'} ${usuario_id}`
  return db.transaction().execute(async (tx) => {
    await sql`SET LOCAL synchronous_commit = off`.execute(tx)
    const { rows } = await sql<{ id: number; capital: number }>`
      SELECT libro_cuenta(${`cuenta:${nombre}`}, ${nombre}, 'activo', ${moneda}, 0) AS id,
             (SELECT id FROM cuentas_contables WHERE codigo = 'capital') AS capital`.execute(tx)
    const { id, capital } = rows[0] as { id: number; capital: number }
    await sql`INSERT INTO cuentas (id, nombre, tipo, moneda_id, pais, titular, sucursal_id, responsable_id)
      VALUES (${id}, ${nombre}, 'caja', ${moneda}, 'pe', 'Casa', ${sucursal_id}, ${usuario_id})`.execute(
      tx,
    )
    await contabilizar(tx, {
      ...{ origen: 'cuentas', origen_id: id, glosa: 'Saldo inicial', usuario_id },
      lineas: [
        { cuenta_id: id, importe: moneda === PEN ? '350000.00' : '100000.00' },
        { cuenta_id: capital, importe: moneda === PEN ? '-350000.00' : '-351000.00' },
      ],
    })
    return id
  })
}

/** Who asks for the `n`th operation. Any 32 in a row are of 32 persons, tills and clients. */
export function quienPide(casa: Grande, n: number) {
  const ventanilla = casa.ventanillas[(n * 7) % casa.ventanillas.length] as Ventanilla
  return {
    ventanilla,
    quien: quienDe(ventanilla.usuario_id),
    tipo: n % 2 === 0 ? ('compra' as const) : ('venta' as const),
    cliente_id: casa.cliente_ids[(n * 7919) % casa.cliente_ids.length] as number,
  }
}
