import { type Insertable, sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { actuar } from '../../server/acceso/control.ts'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { note } from '../../server/catalog.ts'
import { callSql, type Db } from '../../server/db/db.ts'
import type { Clientes } from '../../server/db/schema.ts'
import { paged } from '../../server/http/page.ts'
import { aportes } from './aportes.ts'
import { contrato, ESTADOS } from './contract.ts'
import { hallar } from './hallar.ts'
import { alike, detail, labels, limits, list, one, search, today, withDocument } from './queries.ts'
import { faltaEdad } from './rules.ts'

const NO_EXISTE = () => new DomainError('NO_EXISTE', { que: 'ese cliente' })

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, ['clientes'], (limite, key) => list(c.query, limite, key))

/** Checks the age on the business day, which the schema does not know. */
async function exigirEdad(db: Db, fecha_nac: string | null): Promise<void> {
  const falta = fecha_nac && faltaEdad(fecha_nac, await today(db))
  if (falta) throw new DomainError('VALIDACION', {}, [{ msg: falta, campo: 'fecha_nac' }])
}

type Ficha = Context<typeof contrato.crear>['body']

/** The database row; lists are stored as JSON. */
function row(ficha: Ficha): Insertable<Clientes> {
  return {
    ...ficha,
    beneficiarios_finales: JSON.stringify(ficha.beneficiarios_finales),
  } as Insertable<Clientes>
}

/** Checks that the agent exists and is another client. */
async function exigirAgente(db: Db, agente_id: number | null, id?: number): Promise<void> {
  if (agente_id === null) return
  const msg =
    agente_id === id
      ? 'Un cliente no es su propio agente.'
      : (await one(db, agente_id))
        ? null
        : 'Ese cliente no existe.'
  if (msg) throw new DomainError('VALIDACION', {}, [{ msg, campo: 'agente_id' }])
}

type Juicio = Pick<Ficha, 'riesgo'>

/** Checks who may set the risk: users who may block clients. The mark PEP is the database's. */
function exigirRiesgo(quien: Quien, ficha: Juicio, previo?: Juicio): void {
  if (tiene(quien, 'clientes:bloquear') || ficha.riesgo === (previo?.riesgo ?? null)) return
  const msg = 'El riesgo lo fija quien puede bloquear clientes.'
  throw new DomainError('VALIDACION', {}, [{ msg, campo: 'riesgo' }])
}

/** Of a new or edited client who resembles a blocked one. */
const PARECIDO =
  ' Atención: se parece a un cliente bloqueado. Antes de que opere, cumplimiento debe verlo en Aprobaciones.'

/** The refusal names the client who has the document, so that the screen can link to him. */
async function repetido(db: Db, tipo_doc: string, num_doc: string): Promise<DomainError> {
  const otro = await withDocument(db, tipo_doc, num_doc)
  const que = `un cliente con ese documento: ${otro?.nombre ?? '—'}`
  return new DomainError('DUPLICADO', { que, campo: 'num_doc', cliente_id: otro?.id ?? null }, [
    { msg: `Ya existe ${que}.`, campo: 'num_doc' },
  ])
}

async function crear(context: Context<typeof contrato.crear>) {
  const { db, body, quien } = context
  await exigirEdad(db, body.fecha_nac)
  await exigirAgente(db, body.agente_id)
  exigirRiesgo(quien, body)
  await actuar(context)
  const made = await db
    .insertInto('clientes')
    .values(row(body))
    .onConflict((c) => c.columns(['tipo_doc', 'num_doc']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw await repetido(db, body.tipo_doc, body.num_doc)
  await note(context, 'clientes', 'crear', made.id, null, body)
  const { otro: parecido_id, visto } = await alike(db, made.id)
  const aviso = visto
    ? PARECIDO
    : parecido_id
      ? ' Atención: ya había otro con el mismo nombre y fecha de nacimiento.'
      : ''
  return { id: made.id, message: `Cliente creado.${aviso}`, parecido_id }
}

async function editar(context: Context<typeof contrato.editar>) {
  const { db, params, body, quien } = context
  const { version, ...campos } = body
  const previo = await one(db, params.id, true)
  if (!previo) throw NO_EXISTE()
  if (previo.version !== version) {
    throw new DomainError('VERSION', { version: previo.version, actual: previo })
  }
  await exigirEdad(db, campos.fecha_nac)
  await exigirAgente(db, campos.agente_id, params.id)
  exigirRiesgo(quien, campos, previo)
  // Another agent and higher limits need another person's yes, which the database asks of whoever edits.
  await actuar(context)
  const otro = await withDocument(db, campos.tipo_doc, campos.num_doc)
  if (otro && otro.id !== params.id) throw await repetido(db, campos.tipo_doc, campos.num_doc)
  await db
    .updateTable('clientes')
    .set((e) => ({ ...row(campos), version: e('version', '+', 1) }))
    .where('id', '=', params.id)
    .execute()
  await note(context, 'clientes', 'editar', params.id, previo, campos)
  const cayo = !previo.por_aprobar && (await one(db, params.id))?.por_aprobar
  const { visto } = await alike(db, params.id)
  const aviso = visto ? PARECIDO : cayo ? ' Para operar necesita que cumplimiento lo apruebe.' : ''
  return { id: params.id, message: `Cliente actualizado.${aviso}` }
}

/** `version` guards the fields of the form; the state is not one of them. */
async function cambiarEstado(context: Context<typeof contrato.estado>) {
  const { db, params, body } = context
  const { estado, motivo } = body
  const previo = await one(db, params.id, true)
  if (!previo) throw NO_EXISTE()
  const palabra = ESTADOS[estado].toLowerCase()
  if (previo.estado === estado) {
    throw new DomainError('VALIDACION', {}, [
      { msg: `El cliente ya está ${palabra}.`, campo: 'estado' },
    ])
  }
  await actuar(context)
  await db
    .updateTable('clientes')
    .set({ estado, motivo_estado: motivo })
    .where('id', '=', params.id)
    .execute()
  const antes = { estado: previo.estado, motivo: previo.motivo_estado }
  await note(context, 'clientes', 'estado', params.id, antes, body)
  return { id: params.id, estado, message: `El cliente está ${palabra}.` }
}

/** Approves the reviewed data: `version` says which version of the client was reviewed. */
async function aprobar(context: Context<typeof contrato.aprobar>) {
  const { db, params, body, quien } = context
  const previo = await one(db, params.id, true)
  if (!previo) throw NO_EXISTE()
  if (previo.version !== body.version) {
    throw new DomainError('VERSION', { version: previo.version, actual: previo })
  }
  if (!previo.reforzado) {
    const msg = 'Este cliente no necesita aprobación: no es expuesto, empresa ni de riesgo alto.'
    throw new DomainError('VALIDACION', {}, [{ msg, campo: 'nota' }])
  }
  await db
    .updateTable('clientes')
    .set({
      aprobado_en: sql<string>`ahora()`,
      aprobado_por: quien.usuario_id,
      aprobado_nota: body.nota,
    })
    .where('id', '=', params.id)
    .execute()
  await note(context, 'clientes', 'aprobar', params.id, null, { nota: body.nota })
  return { id: params.id, message: 'Cliente aprobado: ya puede operar.' }
}

function juzgar(
  { db, quien, params }: Pick<Context, 'db' | 'quien'> & { params: { id: number } },
  { vistos, nota }: { vistos: string; nota: string | null },
  mismo: boolean,
): Promise<{ id: number; message: string }> {
  return callSql(
    db,
    sql`clientes_parecido_resolver(${auditOf(quien)}::jsonb, ${params.id}, ${vistos}, ${mismo}, ${nota})`,
  )
}

export const servidor = area(
  contrato,
  {
    listar,
    buscar: ({ db, params }) => search(db, params.term),
    etiquetas: ({ db }) => labels(db),
    obtener: async ({ db, params, quien }) => {
      const found = await detail(db, quien, params.id)
      if (!found) throw NO_EXISTE()
      return found
    },
    limites: async ({ db, params }) => {
      const found = await limits(db, params.id)
      if (!found) throw NO_EXISTE()
      return found
    },
    crear,
    editar,
    estado: cambiarEstado,
    aprobar,
    quitarPep: ({ db, quien, params, body }) =>
      callSql<{ id: number; message: string }>(
        db,
        sql`clientes_pep_quitar(${auditOf(quien)}::jsonb, ${params.id}, ${body.version}, ${body.motivo})`,
      ),
    distinto: (c) => juzgar(c, c.body, false),
    mismo: (c) => juzgar(c, c.body, true),
  },
  { clientes_tipo_doc_num_doc_key: ['un cliente con ese documento', 'num_doc'] },
  {
    ...aportes,
    halla: {
      clientes: { permiso: 'clientes:ver', hallar: ({ db }, term) => hallar(db, term) },
    },
  },
)
