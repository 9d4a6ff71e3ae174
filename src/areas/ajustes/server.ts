import { sql } from 'kysely'
import type { Casa } from '../../core/casa.ts'
import type { AnswerOf } from '../../core/contract.ts'
import { fieldError, type Reparo } from '../../core/errors.ts'
import { auditOf } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { callSql, type Db } from '../../server/db/db.ts'
import { casaJson } from '../../server/documento.ts'
import { dudaDelReloj } from '../../server/proceso/reloj.ts'
import { hastaDe } from '../../server/respaldo/registro/estado.ts'
import { aportes } from './aportes.ts'
import type { Ajuste } from './contract/campos.ts'
import type { Numeracion } from './contract/numeracion.ts'
import { AJUSTES } from './contract/tabla.ts'
import { contrato, type Valores } from './contract.ts'

const tabla = Object.entries(AJUSTES) as [keyof Valores, Ajuste][]

interface Guardados {
  visibles: Record<string, string | number | boolean | null>
  por_revisar: string[]
  version: number
  actualizado_en: string | null
  actualizado_por: string | null
}

/** A stored value as JSON for the client: decimals as text, an empty optional text as null. */
function shown({ campo }: Ajuste, valor: Guardados['visibles'][string] | undefined) {
  if (campo.control.tipo === 'decimal') return String(valor)
  return valor === '' || valor === undefined ? null : valor
}

/** The inverse of `shown`: JSON text for the database, decimals as numbers with the digits unchanged. */
function kept({ campo }: Ajuste, valor: unknown): string {
  if (campo.control.tipo === 'decimal') return String(valor)
  return JSON.stringify(valor ?? '')
}

async function read(db: Db) {
  const { rows } = await sql<Guardados>`
    SELECT ajustes_visibles() AS visibles, ajustes_version() AS version, ajuste('limites_por_revisar') AS por_revisar, u.actualizado_en, u.actualizado_por
    FROM (VALUES (1)) one
    LEFT JOIN LATERAL (SELECT a.actualizado_en, s.nombres || ' ' || s.apellidos AS actualizado_por
      FROM ajustes a JOIN usuarios s ON s.id = a.actualizado_por ORDER BY a.actualizado_en DESC LIMIT 1) u ON true`.execute(
    db,
  )
  const { visibles, por_revisar: claves, ...rest } = rows[0] as Guardados
  const por_revisar = tabla.flatMap(([nombre, { clave }]) =>
    claves.includes(clave) ? [nombre] : [],
  )
  const valores = tabla.map(([nombre, ajuste]) => [nombre, shown(ajuste, visibles[ajuste.clave])])
  return { ...(Object.fromEntries(valores) as Valores), por_revisar, ...rest }
}

async function editar({ db, quien, body }: Context<typeof contrato.editar>) {
  const { version, ...valores } = body
  const given = tabla.flatMap(([nombre, ajuste]) => {
    const valor = valores[nombre]
    return valor === undefined ? [] : [`${JSON.stringify(ajuste.clave)}: ${kept(ajuste, valor)}`]
  })
  const { rows } = await sql<{ version: number }>`
    SELECT ajustes_guardar(${auditOf(quien)}::jsonb, ${version}, ${`{${given.join(', ')}}`}::jsonb) AS version`.execute(
    db,
  )
  return { version: rows[0]?.version as number, message: 'Ajustes guardados.' }
}

const revisarLimites = ({ db, quien, body }: Context<typeof contrato.revisarLimites>) =>
  callSql<{ message: string }>(
    db,
    sql`ajustes_limites_revisar(${auditOf(quien)}::jsonb, ${body.version},
      ${body.revisados.map((nombre) => AJUSTES[nombre].clave)}::text[])`,
  )

async function casa({ db }: Context<typeof contrato.casa>): Promise<Casa> {
  const { rows } = await sql<{ empresa: Casa }>`SELECT ${casaJson} AS empresa`.execute(db)
  return rows[0]?.empresa as Casa
}

async function paises({ db }: Context<typeof contrato.paises>) {
  const { rows } = await sql<{ id: string; nombre: string; reparo: Reparo | null }>`
    SELECT id, nombre, reparo FROM paises_de_casa()`.execute(db)
  return rows.map(({ id, nombre, reparo }) => ({
    ...{ id, nombre, estatus: reparo === null },
    motivo: reparo && fieldError(reparo).msg,
  }))
}

async function respaldo({ db, afuera }: Context<typeof contrato.respaldo>) {
  const { destino = null, ajeno = false } = afuera.respaldo ?? {}
  const { rows } = await sql<
    Omit<AnswerOf<typeof contrato.respaldo>, 'destino' | 'ajeno' | 'hasta'>
  >`
    SELECT (SELECT jsonb_build_object('fin', instante_texto(fin), 'carpeta', carpeta, 'bytes', bytes) FROM respaldos
            WHERE bytes IS NOT NULL ORDER BY id DESC LIMIT 1) AS bueno,
           (SELECT CASE WHEN falla IS NOT NULL THEN jsonb_build_object('fin', instante_texto(fin), 'motivo', falla) END
            FROM respaldos ORDER BY id DESC LIMIT 1) AS falla,
           (SELECT jsonb_build_object('desde', instante_texto(desde), 'motivo', motivo) FROM trabajos
            WHERE trabajo = 'registro' AND fallas > 0) AS registro,
           (SELECT jsonb_build_object('archiva', current_setting('archive_mode') <> 'off',
              'ultimo', instante_texto(last_archived_time), 'falla', archivo_falla())
            FROM pg_stat_archiver WHERE ${ajeno}) AS archivo,
           (SELECT jsonb_build_object('desde', instante_texto(desde), 'falta', respaldo_frase_falta())
            FROM respaldo_frase_desde() desde WHERE desde IS NOT NULL) AS frase`.execute(db)
  const {
    bueno = null,
    falla = null,
    registro = null,
    archivo = null,
    frase = null,
  } = rows[0] ?? {}
  const hasta = afuera.respaldo ? hastaDe(afuera.respaldo) : null
  return { destino, ajeno, bueno, falla, hasta, registro, archivo, frase }
}

async function programa({ db, afuera }: Context<typeof contrato.programa>) {
  const { rows } = await sql<Omit<AnswerOf<typeof contrato.programa>, 'ajeno'>>`
    SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('nombre', nombre, 'fallas', fallas,
              'desde', instante_texto(desde), 'motivo', motivo)), '[]') FROM trabajos_mal()) AS trabajos,
           (SELECT jsonb_build_object('libre', libre, 'total', total, 'base', base, 'crece', disco_crece(),
              'dias', disco_dias(), 'poco', disco_poco()) FROM disco_muestras WHERE fecha <= ahora()
            ORDER BY fecha DESC LIMIT 1) AS disco,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('equipo', equipo, 'vence', instante_texto(vence),
              'renovar', avisa <= ahora()) ORDER BY equipo), '[]') FROM certificados_servidos()) AS certificados,
           (SELECT to_jsonb(r) || jsonb_build_object('segundos', segundos::text) FROM replicas() r) AS replicas`.execute(
    db,
  )
  return { ...(rows[0] as (typeof rows)[0]), ajeno: afuera.respaldo?.ajeno ?? false }
}

const confirmarReloj = ({ db, quien, body }: Context<typeof contrato.confirmarReloj>) =>
  callSql<{ vigencias_corregidas: number; message: string }>(
    db,
    sql`reloj_confirmar(${auditOf(quien)}::jsonb, ${body.fecha}::date, ${body.hora}::time)`,
  )

async function numeracion({ db }: Context<typeof contrato.numeracion>) {
  const { rows } = await sql<{ cuales: Numeracion[] }>`SELECT numeracion() AS cuales`.execute(db)
  return rows[0]?.cuales ?? []
}

const cambiarPrefijo = ({ db, quien, body }: Context<typeof contrato.cambiarPrefijo>) =>
  callSql<{ message: string }>(
    db,
    sql`numeracion_prefijo(${auditOf(quien)}::jsonb, ${body.tipo}, ${body.prefijo})`,
  )

const iniciarSerie = ({ db, quien, body }: Context<typeof contrato.iniciarSerie>) =>
  callSql<{ message: string }>(
    db,
    sql`numeracion_inicio(${auditOf(quien)}::jsonb, ${body.tipo}, ${body.sucursal_id}::int,
      ${body.anio}::int, ${body.numero}::int)`,
  )

export const servidor = area(
  contrato,
  {
    obtener: ({ db }) => read(db),
    casa,
    paises,
    editar,
    revisarLimites,
    numeracion,
    cambiarPrefijo,
    iniciarSerie,
    reloj: ({ db }) => dudaDelReloj(db),
    confirmarReloj,
    respaldo,
    programa,
  },
  {},
  aportes,
)
