import { sql } from 'kysely'
import { contabilizar } from '../asiento.ts'
import type { Client, TestApp } from '../servidor/app.ts'

/** Currency ids that every house starts with. */
export const VES = 1
export const PEN = 2
export const USD = 3
export const EUR = 6
export const USDT = 7

/** Where a house is created: in a test's app, or in a database with a user responsible for it. */
export interface Sitio {
  db: TestApp['db']
  signedIn(role: 'adm'): Promise<Pick<Client, 'usuario_id'>>
}

export interface Casa<Adm = Client> {
  adm: Adm
  cuentas: { cajaPen: number; bcpPen: number; cajaUsd: number; cajaEur: number; zelle: number }
  pagos: { efectivo: number; transferencia: number; yape: number }
  /** Ids of the históricos in force. */
  tasas: { compraUsd: number; ventaUsd: number; canjeUsdEur: number; ventaEur: number }
  clientes: { ana: number; bloqueado: number }
}

/**
 * A small house: tills in soles, dollars and euros with the balances of the worked example (US$ 10,000 at 3.51),
 * the rates of the demo, three ways to pay, two clients.
 */
export async function montarCasa<S extends Sitio>(
  app: S,
): Promise<Casa<Awaited<ReturnType<S['signedIn']>>>> {
  const adm = (await app.signedIn('adm')) as Awaited<ReturnType<S['signedIn']>>
  const cuentas = {
    cajaPen: await cuenta(app, adm, 'Caja soles', PEN, '50000.00'),
    bcpPen: await cuenta(app, adm, 'BCP Soles', PEN, '20000.00', undefined, 'banco'),
    cajaUsd: await cuenta(app, adm, 'Caja dólares', USD, '10000.00', '35100.00'),
    cajaEur: await cuenta(app, adm, 'Caja euros', EUR, '1850.00', '7474.00'),
    zelle: await cuenta(app, adm, 'BCP Dólares', USD, '0', undefined, 'banco'),
  }
  const pagos = {
    efectivo: await tipoPago(app, 'EFECTIVO', { efectivo: true }),
    transferencia: await tipoPago(app, 'TRANSFERENCIA', { pide_referencia: true }),
    yape: await tipoPago(app, 'YAPE', { requiere_verificacion: true }),
  }
  const tasas = {
    compraUsd: await tasa(app, USD, PEN, 'm', '3.520', 3),
    ventaUsd: await tasa(app, PEN, USD, 'd', '3.560', 3),
    canjeUsdEur: await tasa(app, USD, EUR, 'm', '0.8460', 4),
    ventaEur: await tasa(app, PEN, EUR, 'd', '4.160', 3),
  }
  await par(app, USD, '3.520', '3.560')
  const clientes = {
    ana: await cliente(app, '10000001', 'activo'),
    bloqueado: await cliente(app, '10000002', 'bloqueado', BRUNO),
  }
  return { adm, cuentas, pagos, tasas, clientes }
}

/** An account with an opening balance; `costo` in soles for a foreign one. */
export async function cuenta(
  { db }: Pick<Sitio, 'db'>,
  adm: Pick<Client, 'usuario_id'>,
  nombre: string,
  moneda_id: number,
  saldo: string,
  costo?: string,
  tipo = 'caja',
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; capital: number }>`
      SELECT libro_cuenta(${`cuenta:${nombre}`}, ${nombre}, 'activo', ${moneda_id}, 0) AS id,
             (SELECT id FROM cuentas_contables WHERE codigo = 'capital') AS capital`.execute(tx)
    const { id, capital } = rows[0] as { id: number; capital: number }
    const banco = tipo !== 'caja'
    const entidad = banco ? await banked(tx as never) : null
    await sql`INSERT INTO cuentas (id, nombre, tipo, moneda_id, pais, titular, entidad_id, numero, responsable_id)
      VALUES (${id}, ${nombre}, ${tipo}, ${moneda_id}, 'pe', 'Casa', ${entidad}, ${banco ? nombre : null},
              ${banco ? null : adm.usuario_id})`.execute(tx)
    if (saldo !== '0') {
      const lineas = [
        { cuenta_id: id, importe: saldo },
        { cuenta_id: capital, importe: `-${costo ?? saldo}` },
      ]
      await contabilizar(tx, {
        origen: 'cuentas',
        origen_id: id,
        glosa: 'Saldo inicial',
        usuario_id: adm.usuario_id,
        lineas,
      })
    }
    return id
  })
}

async function banked(db: TestApp['db']): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO entidades_financieras (nombre, pais, tipo, codigo) VALUES ('BCP', 'pe', 'banco', '002')
    ON CONFLICT (pais, codigo) DO UPDATE SET nombre = excluded.nombre RETURNING id`.execute(db)
  return rows[0]?.id as number
}

export async function tipoPago(
  { db }: Pick<Sitio, 'db'>,
  codigo: string,
  flags: Record<string, boolean>,
): Promise<number> {
  const row = { codigo, nombre: codigo.toLowerCase(), sentido: 'ambos', ...flags }
  return (await db.insertInto('tipos_pagos').values(row).returning('id').executeTakeFirstOrThrow())
    .id
}

/** Somebody else: a client who resembled the blocked one could not operate. */
const BRUNO = {
  nombres: 'Bruno',
  apellidos: 'Soto Vera',
  fecha_nac: '1975-02-03',
  celular: '+51955000111',
}

export async function cliente(
  { db }: Pick<Sitio, 'db'>,
  num_doc: string,
  estado: string,
  more: object = {},
): Promise<number> {
  const row = {
    tipo_persona: 'natural',
    tipo_doc: 'DNI',
    num_doc,
    nombres: 'Ana',
    apellidos: 'García Peña',
    fecha_nac: '1990-05-10',
    celular: '+51987654321',
    estado,
    ...more,
  }
  return (await db.insertInto('clientes').values(row).returning('id').executeTakeFirstOrThrow()).id
}

async function par(
  { db }: Pick<Sitio, 'db'>,
  base_id: number,
  compra: string,
  venta: string,
): Promise<void> {
  const row = { pais: 'pe', base_id, cotizacion_id: PEN, compra, venta, precision: 3 }
  await db.insertInto('pares_divisas').values(row).execute()
}

/** Inserts a manual rate in force from now on; returns its histórico id. */
export async function tasa(
  { db }: Pick<Sitio, 'db'>,
  base_id: number,
  cotizacion_id: number,
  metodo_calculo: 'm' | 'd',
  valor: string,
  precision: number,
): Promise<number> {
  const { id } = await db
    .insertInto('tipos_cambios')
    .values({ pais: 'pe', base_id, cotizacion_id, metodo_calculo, precision, tasa_manual: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  return publicar({ db }, id, metodo_calculo, valor, precision)
}

/** Publishes a new rate of a tipo de cambio, as its area does. */
export async function publicar(
  { db }: Pick<Sitio, 'db'>,
  tipo_cambio_id: number,
  metodo_calculo: 'm' | 'd',
  valor: string,
  precision: number,
): Promise<number> {
  const p = { tasa: valor, tasa_costo: valor, precision, metodo_calculo, origen: 'manual' }
  const { rows } = await sql<{ id: number }>`
    SELECT tipos_cambios_publicar(${tipo_cambio_id}, ${JSON.stringify(p)}::jsonb, NULL) AS id`.execute(
    db,
  )
  return rows[0]?.id as number
}

/** Ledger balances by account code, as text, to compare to the digit. */
export async function saldos({ db }: Pick<Sitio, 'db'>): Promise<Record<string, string>> {
  const { rows } = await sql<{ codigo: string; saldo: string }>`
    SELECT codigo, round(saldo, 2)::text AS saldo FROM cuentas_contables WHERE saldo <> 0 ORDER BY codigo`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ codigo, saldo }) => [codigo, saldo]))
}
