import { sql } from 'kysely'
import { texto } from '../../core/fields.ts'
import type { Db } from '../../server/db/db.ts'
import { type CampoPago, esDeColumna } from '../tipos-pagos/rules/datos-pago.ts'
import { COLUMNAS, type ColumnaCampo, columna, type Que } from './contract/columnas.ts'

/** A row of a catalogue, with every word by which a file may name it, its name first. */
export interface Nombrada {
  id: number | string
  palabras: string[]
  pais: string | null
  moneda_id: number | null
  /** Whether that country is its own, and none that it serves besides. */
  propio: boolean
  /** An entity that is switched off; of the other catalogues the call that creates the row says so. */
  apagada: boolean
}

/** The catalogues that cells refer to, by the resource of their field. */
export async function catalogos(db: Db): Promise<Map<string, Nombrada[]>> {
  const { rows } = await sql<Nombrada & { recurso: string; clave: string }>`
    SELECT 'paises' AS recurso, id AS clave, ARRAY[nombre, id] AS palabras, NULL AS pais, NULL::int AS moneda_id,
        false AS propio, false AS apagada FROM paises
    UNION ALL SELECT 'monedas', id::text, ARRAY[iso, nombre], NULL, NULL, false, false FROM monedas
    UNION ALL SELECT 'tipos-pagos', id::text, ARRAY[nombre, codigo], pais, moneda_id, false, false FROM tipos_pagos
    -- One row for each country that it serves, its own first.
    UNION ALL SELECT 'entidades-financieras', id::text, ARRAY[nombre, codigo, coalesce(alias, nombre)], x.pais, NULL,
        x.pais = e.pais, NOT e.estatus
      FROM entidades_financieras e CROSS JOIN LATERAL (
        SELECT e.pais UNION ALL SELECT f->>'pais' FROM jsonb_array_elements(e.paises) f) x
    UNION ALL SELECT 'cuentas/sucursales', id::text, ARRAY[nombre], NULL, NULL, false, false FROM sucursales
    UNION ALL SELECT 'cuentas/responsables', id::text, ARRAY[usuario, nombres || ' ' || apellidos], NULL, NULL, false,
        false FROM usuarios`.execute(db)
  const named = rows.map(({ recurso, clave, ...rest }) => ({
    recurso: recurso === 'monedas' ? ['monedas', 'monedas/lista'] : [recurso],
    row: { ...rest, id: recurso === 'paises' ? clave : Number(clave) },
  }))
  const found = new Map<string, Nombrada[]>()
  for (const { recurso, row } of named) {
    for (const name of recurso) found.set(name, [...(found.get(name) ?? []), row])
  }
  return found
}

/** Ids of the clients with that document, of any type when `tipo` is null; at most two. */
export async function conDocumento(db: Db, tipo: string | null, numero: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM clientes WHERE num_doc = ${numero} AND (${tipo}::text IS NULL OR tipo_doc = ${tipo}) LIMIT 2`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Another beneficiary of the same agenda with the same account, in use or not; without an account, the same person. */
export async function gemelo(db: Db, id: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT o.id FROM beneficiarios n JOIN beneficiarios o ON o.cliente_id = n.cliente_id AND o.id <> n.id
      AND (o.huella = n.huella OR o.huella IS NULL AND n.huella IS NULL AND o.tipo_pago_id = n.tipo_pago_id
           AND o.moneda_id = n.moneda_id AND o.num_doc = n.num_doc AND normalizar(o.nombre) = normalizar(n.nombre))
    WHERE n.id = ${id} ORDER BY o.estatus DESC, o.id LIMIT 1`.execute(db)
  return rows[0]?.id ?? null
}

export async function cuentaLlamada(db: Db, nombre: string): Promise<number | null> {
  const found = await db
    .selectFrom('cuentas')
    .select('id')
    .where('nombre', '=', nombre)
    .executeTakeFirst()
  return found?.id ?? null
}

/** The opening balance of an account and the cost of its unit; nulls when it was opened empty. */
export async function apertura(
  db: Db,
  id: number,
): Promise<{ saldo_inicial: string | null; costo: string | null }> {
  const { rows } = await sql<{ saldo_inicial: string | null; costo: string | null }>`
    SELECT trim_scale(p.importe)::text AS saldo_inicial, trim_scale(abs(k.importe))::text AS costo
    FROM asientos a JOIN apuntes p ON p.asiento_id = a.id AND p.cuenta_id = ${id}
      JOIN apuntes k ON k.asiento_id = a.id JOIN cuentas_contables c ON c.id = k.cuenta_id AND c.codigo = 'capital'
    WHERE a.origen = 'cuentas' AND a.origen_id = ${id}
      -- An opening is an adjustment; one that waits has no entry yet.
      OR a.origen = 'ajustes-saldo' AND a.origen_id = (
        SELECT j.id FROM cuentas_aperturas x JOIN ajustes_saldo j ON j.numero = x.numero WHERE x.cuenta_id = ${id})
    ORDER BY a.id LIMIT 1`.execute(db)
  return rows[0] ?? { saldo_inicial: null, costo: null }
}

/** The columns of a file for this house: the fields, and the data that its ways of paying ask for. */
export async function columnas(db: Db, que: Que): Promise<readonly ColumnaCampo[]> {
  if (que !== 'beneficiarios') return COLUMNAS[que]
  const { rows } = await sql<
    CampoPago & { metodo: string; pais: string | null; iso: string | null }
  >`
    SELECT f.*, t.nombre AS metodo, p.nombre AS pais, m.iso
    FROM tipos_pagos t LEFT JOIN paises p ON p.id = t.pais LEFT JOIN monedas m ON m.id = t.moneda_id
      CROSS JOIN jsonb_to_recordset(t.campos) AS f(clave text, etiqueta text, tipo text, ejemplo text)
    WHERE t.sentido <> 'entra' AND t.estatus ORDER BY (t.pais IS NULL), t.id`.execute(db)
  const [first] = rows
  const own = rows.filter(({ tipo }) => !esDeColumna(tipo))
  const extra = [...Map.groupBy(own, ({ clave }) => clave)].map(([clave, [campo]]) =>
    columna(
      `campos.${clave}`,
      { ...texto(campo?.etiqueta ?? clave, { max: 120 }), requerido: false },
      {
        alias: [clave],
        ejemplo: (campo?.metodo === first?.metodo && campo?.ejemplo) || '',
      },
    ),
  )
  const ejemplos: Record<string, string | null | undefined> = {
    tipo_pago_id: first?.metodo,
    pais: first?.pais,
    moneda_id: first?.iso,
  }
  const fijas = COLUMNAS.beneficiarios.map((each) => ({
    ...each,
    ejemplo: ejemplos[each.clave] ?? each.ejemplo,
  }))
  return [...fijas, ...extra]
}
