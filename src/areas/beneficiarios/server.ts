import { type Insertable, sql } from 'kysely'
import { DomainError, type FieldError } from '../../core/errors.ts'
import { area, type Context } from '../../server/area.ts'
import { note } from '../../server/catalog.ts'
import type { Db } from '../../server/db/db.ts'
import type { Beneficiarios } from '../../server/db/schema.ts'
import { huellaDePago, limpiarDato, reparosDePago } from '../tipos-pagos/rules/datos-pago.ts'
import { contrato } from './contract.ts'
import { agenda, alsoAt, history, method, one, options, sameAccount, search } from './queries.ts'

const NO_EXISTE = () => new DomainError('NO_EXISTE', { que: 'ese beneficiario' })
const invalid = (errors: FieldError[]) => new DomainError('VALIDACION', {}, errors)
const refuse = (campo: string, msg: string) => invalid([{ campo, msg }])

type Body = Context<typeof contrato.crear>['body']
/** The previous values; null for a new beneficiary. */
type Previo = Pick<Body, 'tipo_pago_id' | 'entidad_id' | 'moneda_id'> | null

/** Checks that the way pays out in that country and currency, and that a newly chosen one is active. */
async function metodoDe(db: Db, body: Body, previo: Previo) {
  const found = await method(db, body.tipo_pago_id)
  if (!found) throw refuse('tipo_pago_id', 'El tipo de pago no existe.')
  if (!found.estatus && previo?.tipo_pago_id !== body.tipo_pago_id) {
    throw refuse('tipo_pago_id', `${found.nombre} está inactivo.`)
  }
  if (found.sentido === 'entra')
    throw refuse('tipo_pago_id', `${found.nombre} no sirve para pagar.`)
  if (found.pais !== null && found.pais !== body.pais) {
    throw refuse('tipo_pago_id', `${found.nombre} no paga en ese país.`)
  }
  if (found.moneda_id !== null && found.moneda_id !== body.moneda_id) {
    throw refuse('moneda_id', `${found.nombre} paga en otra moneda.`)
  }
  const moneda = await db
    .selectFrom('monedas')
    .select('estatus')
    .where('id', '=', body.moneda_id)
    .executeTakeFirst()
  if (!moneda) throw refuse('moneda_id', 'La moneda no existe.')
  if (!moneda.estatus && previo?.moneda_id !== body.moneda_id) {
    throw refuse('moneda_id', 'La moneda está inactiva.')
  }
  return found
}

async function entidadDe(db: Db, { entidad_id, pais }: Body, previo: Previo) {
  if (entidad_id === null) return null
  const found = await db
    .selectFrom('entidades_financieras')
    .select(['id', 'nombre', 'codigo', 'algoritmo', 'patron', 'pais', 'estatus'])
    .select(sql<boolean>`entidades_en_pais(entidades_financieras, ${pais})`.as('aqui'))
    .where('id', '=', entidad_id)
    .executeTakeFirst()
  if (!found) throw refuse('entidad_id', 'La entidad no existe.')
  if (!found.aqui) throw refuse('entidad_id', `${found.nombre} no trabaja en ese país.`)
  if (!found.estatus && previo?.entidad_id !== entidad_id) {
    throw refuse('entidad_id', `${found.nombre} está inactiva.`)
  }
  return { ...found, algoritmo: found.algoritmo as 'ninguno' }
}

/** The row to store: its data are normalized, and checked against the fields of the way and the entity. */
async function filaDe(db: Db, body: Body, previo: Previo) {
  const { campos: pide } = await metodoDe(db, body, previo)
  const entidad = await entidadDe(db, body, previo)
  const tipoDe = (clave: string) => pide.find((campo) => campo.clave === clave)?.tipo ?? 'texto'
  const cleaned = Object.entries(body.campos)
    .map(([clave, valor]) => [clave, limpiarDato(tipoDe(clave), body.pais, valor)] as const)
    .filter(([, valor]) => valor !== '')
  const campos = Object.fromEntries(cleaned)
  const errors = reparosDePago(pide, { ...body, campos }, entidad)
  if (errors.length > 0) throw invalid(errors)
  return { ...body, campos, huella: huellaDePago(pide, { campos }, body.tipo_pago_id, entidad) }
}

type Fila = Awaited<ReturnType<typeof filaDe>>

function columnsOf(fila: Fila): Omit<Insertable<Beneficiarios>, 'cliente_id'> {
  return { ...fila, campos: JSON.stringify(fila.campos) } as Omit<
    Insertable<Beneficiarios>,
    'cliente_id'
  >
}

/** An account appears once in an agenda; the refusal names the beneficiary who has it, so the screen can offer him. */
async function exigirUnica(db: Db, cliente_id: number, huella: string | null, id: number | null) {
  const otro = await sameAccount(db, cliente_id, huella, id)
  if (!otro) return
  const que = `esa cuenta en su agenda: ${otro.nombre}`
  throw new DomainError('DUPLICADO', { que, beneficiario_id: otro.id }, [
    { msg: `Ya existe ${que}.` },
  ])
}

function aviso(repetido_en: { nombre: string }[]): string {
  if (repetido_en.length === 0) return ''
  return ` Atención: ${repetido_en.map(({ nombre }) => nombre).join(', ')} tiene la misma cuenta en su agenda.`
}

async function crear(context: Context<typeof contrato.crear>) {
  const { db, params, body } = context
  // Locks the client, so that concurrent writes to one agenda are serialized.
  const { rows } =
    await sql`SELECT FROM clientes WHERE id = ${params.id} FOR NO KEY UPDATE`.execute(db)
  if (rows.length === 0) throw new DomainError('NO_EXISTE', { que: 'ese cliente' })
  const fila = await filaDe(db, body, null)
  await exigirUnica(db, params.id, fila.huella, null)
  const { id } = await db
    .insertInto('beneficiarios')
    .values({ ...columnsOf(fila), cliente_id: params.id, cuenta_por: context.quien.usuario_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await note(context, 'beneficiarios', 'crear', id, null, { cliente_id: params.id, ...fila })
  const repetido_en = await alsoAt(db, params.id, fila.huella)
  return { id, message: `Beneficiario agregado.${aviso(repetido_en)}`, repetido_en }
}

/** Locks the client, then the stored row, until the transaction ends: the same order as in `crear`. */
async function locked(db: Db, id: number) {
  await sql`SELECT FROM clientes WHERE id = (SELECT cliente_id FROM beneficiarios WHERE id = ${id})
            FOR NO KEY UPDATE`.execute(db)
  const previo = await db
    .selectFrom('beneficiarios')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!previo) throw NO_EXISTE()
  return previo
}

type Previa = Awaited<ReturnType<typeof locked>>

async function exigirVersion(db: Db, previo: Previa, version: number): Promise<void> {
  if (previo.version === version) return
  const actual = await one(db, previo.id)
  throw new DomainError('VERSION', { version: previo.version, actual })
}

async function editar(context: Context<typeof contrato.editar>) {
  const { db, params, body } = context
  const { version, ...typed } = body
  const previo = await locked(db, params.id)
  await exigirVersion(db, previo, version)
  const fila = await filaDe(db, typed, previo)
  if (previo.estatus) await exigirUnica(db, previo.cliente_id, fila.huella, params.id)
  const same =
    fila.nombre === previo.nombre &&
    fila.num_doc === previo.num_doc &&
    fila.tipo_doc === previo.tipo_doc &&
    fila.huella === previo.huella
  await db
    .updateTable('beneficiarios')
    .set((e) => ({
      ...columnsOf(fila),
      ...(!same && {
        verificado_por: null,
        verificado_en: null,
        cuenta_por: context.quien.usuario_id,
      }),
      version: e('version', '+', 1),
    }))
    .where('id', '=', params.id)
    .execute()
  await note(context, 'beneficiarios', 'editar', params.id, previo, fila)
  const repetido_en = await alsoAt(db, previo.cliente_id, fila.huella)
  const perdida = previo.verificado_en !== null && !same ? ' Verifíquelo de nuevo.' : ''
  const message = `Beneficiario actualizado.${perdida}${aviso(repetido_en)}`
  return { id: params.id, message, repetido_en }
}

async function cambiarEstatus(context: Context<typeof contrato.estatus>) {
  const { db, params, query } = context
  const previo = await locked(db, params.id)
  if (query.version !== undefined) await exigirVersion(db, previo, query.version)
  const estatus = !previo.estatus
  if (estatus) await exigirUnica(db, previo.cliente_id, previo.huella, params.id)
  await db
    .updateTable('beneficiarios')
    .set((e) => ({ estatus, version: e('version', '+', 1) }))
    .where('id', '=', params.id)
    .execute()
  const antes = { estatus: previo.estatus }
  await note(context, 'beneficiarios', 'estatus', params.id, antes, { estatus })
  const message = `Beneficiario ${estatus ? 'activado' : 'desactivado'}.`
  return { id: params.id, estatus, version: previo.version + 1, message }
}

async function verificar(context: Context<typeof contrato.verificar>) {
  const { db, params, body, quien } = context
  const { verificado, version } = body
  const previo = await locked(db, params.id)
  await exigirVersion(db, previo, version)
  const actual = await one(db, params.id)
  if (verificado && actual && actual.reparos.length > 0) {
    throw new DomainError('BENEFICIARIO_POR_CORREGIR', {
      nombre: previo.nombre,
      beneficiario_id: params.id,
    })
  }
  await db
    .updateTable('beneficiarios')
    .set((e) => ({
      verificado_por: verificado ? quien.usuario_id : null,
      verificado_en: verificado ? sql<string>`ahora()` : null,
      version: e('version', '+', 1),
    }))
    .where('id', '=', params.id)
    .execute()
  const antes = { verificado: previo.verificado_en !== null }
  await note(context, 'beneficiarios', 'verificacion', params.id, antes, { verificado })
  const message = verificado ? 'Beneficiario verificado.' : 'El beneficiario quedó sin verificar.'
  return { id: params.id, message }
}

export const servidor = area(
  contrato,
  {
    opciones: ({ db }) => options(db),
    listar: async ({ db, params }) => {
      const found = await agenda(db, params.id)
      if (found.length > 0) return found
      const { rows } = await sql`SELECT FROM clientes WHERE id = ${params.id}`.execute(db)
      if (rows.length === 0) throw new DomainError('NO_EXISTE', { que: 'ese cliente' })
      return found
    },
    crear,
    buscar: ({ db, params }) => search(db, params.term),
    obtener: async ({ db, params }) => {
      const found = await one(db, params.id)
      if (!found) throw NO_EXISTE()
      return { ...found, historial: await history(db, params.id) }
    },
    editar,
    estatus: cambiarEstatus,
    verificar,
  },
  { beneficiarios_cuenta_unica: ['esa cuenta en la agenda de este cliente', ''] },
  { muestra: ['tipos-pagos', 'entidades-financieras'], seVeEn: ['clientes'] },
)
