import { type RawBuilder, sql } from 'kysely'
import type { AnswerOf } from '../../core/contract.ts'
import { fieldError, type Reparo } from '../../core/errors.ts'
import type { Db } from '../../server/db/db.ts'
import { likeOf } from '../../server/http/respuesta/buscar.ts'
import {
  type CampoPago,
  datosDePago,
  type EntidadPago,
  reparosDePago,
} from '../tipos-pagos/rules/datos-pago.ts'
import type { Beneficiario, contrato } from './contract.ts'

/** Maximum number of beneficiaries in one agenda answer; a longer agenda is searched. */
const AGENDA = 1000

type Row = Omit<Beneficiario, 'datos' | 'reparos' | 'metodo' | 'entidad'> & {
  metodo: Beneficiario['metodo'] & { campos: CampoPago[] }
  entidad: (NonNullable<Beneficiario['entidad']> & EntidadPago) | null
  /** Why that entity does not pay him: not in his country any more (R-238), or not by this way (R-283). */
  ajena: Reparo | null
}

async function rows(db: Db, where: RawBuilder<unknown>, rest: RawBuilder<unknown>) {
  const { rows: found } = await sql<Row>`
    SELECT b.id, jsonb_build_object('id', c.id, 'nombre', c.nombre) AS cliente, b.alias, b.nombre, b.tipo_doc,
      b.num_doc, b.pais, p.nombre AS pais_nombre, b.campos, b.parentesco, b.estatus, b.creado_en, b.version,
      jsonb_build_object('id', m.id, 'iso', m.iso, 'simbolo', m.simbolo, 'decimales', m.decimales) AS moneda,
      jsonb_build_object('id', t.id, 'nombre', t.nombre, 'codigo', t.codigo, 'campos', t.campos) AS metodo,
      CASE WHEN e.id IS NOT NULL THEN jsonb_build_object('id', e.id, 'nombre', e.nombre, 'codigo', e.codigo,
        'servicio', e.servicio, 'logo', e.logo, 'algoritmo', e.algoritmo, 'patron', e.patron, 'pais', e.pais) END AS entidad,
      CASE WHEN e.id IS NULL THEN NULL WHEN NOT entidades_en_pais(e, b.pais) THEN entidades_sin_pais(e.nombre, b.pais)
        WHEN NOT entidades_soporta(e.formas, t.codigo) THEN entidades_sin_forma(e.nombre, t.nombre) END AS ajena,
      CASE WHEN v.id IS NOT NULL THEN jsonb_build_object('por', usuarios_corto(v), 'en', to_char(b.verificado_en AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) END AS verificado,
      ${repetidos(sql`b.cliente_id`, sql`b.huella`)} AS repetido_en
    FROM beneficiarios b JOIN clientes c ON c.id = b.cliente_id JOIN paises p ON p.id = b.pais
      JOIN monedas m ON m.id = b.moneda_id JOIN tipos_pagos t ON t.id = b.tipo_pago_id
      LEFT JOIN entidades_financieras e ON e.id = b.entidad_id LEFT JOIN usuarios v ON v.id = b.verificado_por
    WHERE ${where} ${rest}`.execute(db)
  return found.map(shown)
}

/** Other clients with the same active account, as JSON. */
function repetidos(cliente: RawBuilder<unknown>, huella: RawBuilder<unknown>) {
  return sql`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'nombre', o.nombre) ORDER BY o.id), '[]')
    FROM (SELECT DISTINCT oc.id, oc.nombre FROM beneficiarios ob JOIN clientes oc ON oc.id = ob.cliente_id
          WHERE ob.huella = ${huella} AND ob.cliente_id <> ${cliente} AND ob.estatus ORDER BY oc.id LIMIT 5) o)`
}

function shown({ metodo, entidad, ajena, ...row }: Row): Beneficiario {
  const { campos: pide, ...method } = metodo
  const {
    algoritmo: _,
    patron: __,
    pais: ___,
    ...entity
  } = entidad ?? ({} as NonNullable<Row['entidad']>)
  return {
    ...row,
    metodo: method,
    entidad: entidad && entity,
    datos: datosDePago(pide, row, entidad),
    reparos: [
      ...reparosDePago(pide, row, entidad),
      ...(ajena ? [{ ...fieldError(ajena), campo: 'entidad_id' }] : []),
    ],
  }
}

/** A client's agenda: active beneficiaries first, then by alias. */
export async function agenda(db: Db, cliente_id: number): Promise<Beneficiario[]> {
  return rows(
    db,
    sql`b.cliente_id = ${cliente_id}`,
    sql`ORDER BY b.estatus DESC, coalesce(b.alias, b.nombre), b.id LIMIT ${AGENDA}`,
  )
}

/** At most 50 beneficiaries of all clients that match the term, active ones first. */
export async function search(db: Db, term: string): Promise<Beneficiario[]> {
  const words = term.split(/\s+/).filter(Boolean)
  const matches = sql.join(
    words.map((word) => sql`b.busqueda LIKE ${likeOf(word)}`),
    sql` AND `,
  )
  return rows(db, matches, sql`ORDER BY b.estatus DESC, b.nombre, b.id LIMIT 50`)
}

/** One beneficiary; undefined when it does not exist. */
export async function one(db: Db, id: number): Promise<Beneficiario | undefined> {
  return (await rows(db, sql`b.id = ${id}`, sql``))[0]
}

export async function history(db: Db, id: number) {
  const { rows: historial } = await sql<{ fecha: string; accion: string; usuario: string }>`
    SELECT h.fecha, h.accion, usuarios_corto(u) AS usuario
    FROM auditoria h JOIN usuarios u ON u.id = h.usuario_id
    WHERE h.entidad = 'beneficiarios' AND h.entidad_id = ${String(id)} ORDER BY h.id DESC LIMIT 50`.execute(
    db,
  )
  return historial
}

/** Other clients with the same active account. */
export async function alsoAt(
  db: Db,
  cliente_id: number,
  huella: string | null,
): Promise<Beneficiario['repetido_en']> {
  if (huella === null) return []
  const { rows: found } = await sql<{ otros: Beneficiario['repetido_en'] }>`
    SELECT ${repetidos(sql`${cliente_id}::bigint`, sql`${huella}::text`)} AS otros`.execute(db)
  return found[0]?.otros ?? []
}

export interface Metodo {
  nombre: string
  sentido: string
  pais: string | null
  moneda_id: number | null
  estatus: boolean
  campos: CampoPago[]
}

/** A way of paying with its fields; locked, so that the fields cannot change before the data are written. */
export async function method(db: Db, id: number): Promise<Metodo | undefined> {
  const { rows: found } = await sql<Metodo>`
    SELECT nombre, sentido, pais, moneda_id, estatus, campos FROM tipos_pagos WHERE id = ${id} FOR SHARE`.execute(
    db,
  )
  return found[0]
}

/** The beneficiary in this agenda who already has that active account. */
export async function sameAccount(
  db: Db,
  cliente_id: number,
  huella: string | null,
  id: number | null,
): Promise<{ id: number; nombre: string } | undefined> {
  if (huella === null) return undefined
  return db
    .selectFrom('beneficiarios')
    .select(['id', sql<string>`coalesce(alias, nombre)`.as('nombre')])
    .where('cliente_id', '=', cliente_id)
    .where('huella', '=', huella)
    .where('estatus', '=', true)
    .where('id', '!=', id ?? 0)
    .executeTakeFirst()
}

/** The options of the form, inactive ones included: an earlier choice is still shown. */
export async function options(db: Db): Promise<AnswerOf<typeof contrato.opciones>> {
  const { rows: found } = await sql<AnswerOf<typeof contrato.opciones>>`
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'codigo', t.codigo, 'nombre', t.nombre, 'pais', t.pais, 'moneda_id', t.moneda_id,
        'estatus', t.estatus, 'campos', t.campos) ORDER BY t.nombre), '[]') FROM tipos_pagos t WHERE t.sentido <> 'entra') AS metodos,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'nombre', e.nombre, 'alias', e.alias, 'codigo', e.codigo, 'logo', e.logo,
        'pais', e.pais, 'paises', jsonb_path_query_array(e.paises, '$[*].pais'), 'algoritmo', e.algoritmo, 'patron', e.patron,
        'formas', jsonb_path_query_array(e.formas, '$[*].forma'), 'estatus', e.estatus) ORDER BY e.nombre), '[]')
        FROM entidades_financieras e) AS entidades,
      (SELECT jsonb_agg(jsonb_build_object('id', p.id, 'nombre', p.nombre,
        'documentos', jsonb_path_query_array(p.documentos, '$[*].tipo')) ORDER BY p.nombre)
        FROM paises p WHERE p.id <> 'usd' AND p.estatus) AS paises,
      (SELECT jsonb_agg(jsonb_build_object('id', m.id, 'iso', m.iso, 'nombre', m.nombre) ORDER BY m.nombre)
        FROM monedas m WHERE m.estatus) AS monedas`.execute(db)
  return found[0] as AnswerOf<typeof contrato.opciones>
}
