import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { contrato as ajustes } from '../../../src/areas/ajustes-saldo/contract.ts'
import { verificar } from '../../../src/main.libros.ts'
import type { Db } from '../../../src/server/db/db.ts'
import { PEN, tasa, VES } from '../../support/areas/casa.ts'
import type { Azar } from '../azar.ts'
import type { Local } from '../casa.ts'
import type { Hallazgos } from '../comprobar.ts'
import { type Historia, operacion, type Pedida } from '../historia.ts'

/* Clients that ask for whatever posts, all of them for one area and then for the next, so that they share sets. */

/** Clients of the house, one for each of those who ask, with whoever receives their orders. */
async function partesDe({ db, pagos }: Local, cuantas: number) {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO clientes (tipo_persona, tipo_doc, num_doc, nombres, apellidos, fecha_nac, celular)
    SELECT 'natural', 'DNI', (30000000 + n)::text, 'Rosa', 'Flores ' || n, '1990-05-10', '+51987654321'
    FROM generate_series(1, ${cuantas}) n RETURNING id::int`.execute(db)
  return Promise.all(
    rows.map(async ({ id }, n) => {
      const made = await sql<{ id: number }>`
        INSERT INTO beneficiarios (cliente_id, tipo_pago_id, pais, moneda_id, nombre, tipo_doc, num_doc, campos)
        VALUES (${id}, ${pagos.efectivo}, 've', ${VES}, 'María Pérez', 'CVE', ${`V1234${1000 + n}`}, '{}')
        RETURNING id::int`.execute(db)
      return { cliente_id: id, beneficiario_id: made.rows[0]?.id ?? 0 }
    }),
  )
}

/** What client `n` asks for: an operation, an expense, a transfer, an adjustment, an order; one in ten is refused. */
export async function pedidasDeTodo(
  casa: Local,
  clientes: number,
): Promise<(azar: Azar, n: number) => Pedida> {
  const partes = await partesDe(casa, clientes)
  const historico_id = await tasa(casa, PEN, VES, 'm', '52.412', 3)
  const { efectivo } = casa.pagos
  let asked = 0
  const lejos = 99_999
  const fecha = (
    await sql<{ hoy: string }>`SELECT fecha_negocio(ahora())::text AS hoy`.execute(casa.db)
  ).rows[0]?.hoy
  const areas: ((azar: Azar, n: number, mal: boolean) => Pedida)[] = [
    (azar, n) => ({
      path: '/api/compras-ventas',
      cuerpo: { ...operacion(azar, casa), cliente_id: partes[n]?.cliente_id },
    }),
    (azar, _, mal) => ({
      path: '/api/gastos',
      cuerpo: {
        ...{ fecha, categoria_id: mal ? lejos : 1, descripcion: 'Alquiler', comprobante: 'boleta' },
        serie_numero: `B001-${azar.entero(1, 999_999_999)}`,
        ...{ cuenta_id: azar.de(casa.cajas).pen, monto: `${azar.entero(1, 9)}.00` },
      },
    }),
    (azar, _, mal) => ({
      path: '/api/transferencias',
      cuerpo: {
        ...{ tipo: 'interna', origen_id: casa.cuentas.cajaPen, confirmo_duplicado: true },
        destino_id: mal ? casa.cuentas.cajaUsd : azar.de(casa.cajas).pen,
        monto: `${azar.entero(1, 9)}.00`,
      },
    }),
    (azar, _, mal) => ({
      path: `/api${ajustes.crear.path}`,
      cuerpo: {
        cuenta_id: mal ? lejos : azar.de(casa.cajas).pen,
        ...{ motivo: azar.de(['sobrante', 'faltante']), monto: `${azar.entero(1, 9)}.00` },
        observacion: 'Contado dos veces.',
      },
    }),
    (azar, n, mal) => ({
      path: '/api/ordenes',
      cuerpo: {
        ...partes[n],
        ...{ historico_id, envia: '20.00', confirmo_duplicado: true, mantener_tasa: true },
        ...(mal && { cliente_id: casa.clientes.bloqueado }),
        cobros: [{ tipo_pago_id: efectivo, cuenta_id: azar.de(casa.cajas).pen, monto: '20.00' }],
      },
    }),
  ]
  // As many as there are clients ask the same area, then the next: whoever fell behind meets the others again.
  return (azar, n) => {
    const one = areas[Math.floor(asked / clientes) % areas.length] as (typeof areas)[number]
    asked += 1
    return one(azar, n, azar.fraccion() < 0.1)
  }
}

interface Fila {
  area: string
  clave: string | null
  id: number
  numero: string
  respuesta: Record<string, unknown> | null
  auditorias: number
}

export interface Todo extends Hallazgos {
  /** How many documents of each area there are, and sets of each size that posted. */
  areas: Record<string, number>
  sets: Record<string, number>
}

const cuenta = <T>(all: readonly T[], of: (one: T) => string | number) => {
  const by: Record<string, number> = {}
  for (const one of all) by[of(one)] = (by[of(one)] ?? 0) + 1
  return by
}

/** Compares the answers that the clients got with the documents of all areas and their kept answers. */
export async function comprobarTodo(db: Db, { sucesos }: Historia): Promise<Todo> {
  const { rows } = await sql<Fila>`
    SELECT d.area, i.clave, d.id, d.numero, i.respuesta, (SELECT count(*)::int FROM auditoria a
      WHERE a.entidad = d.area AND a.entidad_id = d.id::text
        AND a.accion = ANY (CASE d.area WHEN 'gastos' THEN '{pagar,proponer}' WHEN 'ajustes-saldo' THEN '{aplicar,proponer}'
          WHEN 'ordenes' THEN '{crear}' ELSE '{registrar}' END::text[])) AS auditorias
    FROM (SELECT 'compras-ventas' AS area, id::int, numero FROM compras_ventas
      UNION ALL SELECT 'gastos', id::int, numero FROM gastos
      UNION ALL SELECT 'transferencias', id::int, numero FROM transferencias
      UNION ALL SELECT 'ajustes-saldo', id::int, numero FROM ajustes_saldo
      UNION ALL SELECT 'ordenes', id::int, numero FROM ordenes) d
    LEFT JOIN idempotencia i ON ltrim(i.ruta, '/') = CASE d.area WHEN 'ajustes-saldo' THEN ${ajustes.crear.path.slice(1)} ELSE d.area END
      AND (i.respuesta->>'id')::int = d.id`.execute(db)
  const sets = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM idempotencia GROUP BY xmin`.execute(db)
  const stored = new Map(rows.map((row) => [row.clave, row]))
  const asked = new Set<string | null>(sucesos.map(({ clave }) => clave))
  const claves = (all: Historia['sucesos']) => all.map(({ clave }) => clave)
  const acked = sucesos.filter(({ fin }) => fin === 'ok')
  const { diferencia } = await verificar(db)
  return {
    perdidas: claves(acked.filter(({ clave }) => !stored.has(clave))),
    cambiadas: claves(
      acked.filter(({ clave, respuesta }) => {
        const row = stored.get(clave)
        return (
          row && !(isDeepStrictEqual(row.respuesta, respuesta) && row.numero === respuesta?.numero)
        )
      }),
    ),
    coladas: claves(sucesos.filter(({ fin, clave }) => fin === 'rechazado' && stored.has(clave))),
    ajenas: rows
      .filter(({ clave }) => !asked.has(clave))
      .map(({ area, numero }) => `${area} ${numero}`),
    sinAuditoria: rows.filter(({ auditorias }) => auditorias !== 1).map(({ numero }) => numero),
    libros: diferencia,
    operaciones: rows.length,
    areas: cuenta(rows, ({ area }) => area),
    sets: cuenta(sets.rows, ({ n }) => n),
  }
}
