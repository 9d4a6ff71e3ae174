import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { type Quien, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { note } from '../../server/catalog.ts'
import type { Db } from '../../server/db/db.ts'
import { displayName, required } from '../../server/documento.ts'
import { contrato, MAX_VISTAS, type Vista } from './contract.ts'

const AREA = 'vistas'
const COMPARTE = 'vistas:compartir'

type Fila = Vista & { usuario_id: number; lista: string }

/** The row, locked; only of those whom the person may see. @throws DomainError NO_EXISTE */
async function una(db: Db, quien: Quien, id: number): Promise<Fila> {
  const { rows } = await sql<Fila>`
    SELECT v.* FROM vistas v WHERE v.id = ${id} AND (v.usuario_id = ${quien.usuario_id} OR v.compartida) FOR UPDATE`.execute(
    db,
  )
  return required('esa vista')(rows[0])
}

function exigirCompartir(quien: Quien): void {
  if (!tiene(quien, COMPARTE)) throw new DomainError('SIN_PERMISO', { permiso: COMPARTE })
}

/** What was searched may name a person: a shared view does not have it. */
function contenido(body: Pick<Vista, 'compartida' | 'filtros' | 'columnas' | 'nombre'>) {
  const { buscar: _, nombre: __, ...filtros } = body.filtros
  return {
    nombre: body.nombre,
    compartida: body.compartida,
    filtros: JSON.stringify(body.compartida ? filtros : body.filtros),
    columnas: JSON.stringify(body.columnas),
  }
}

/** What the audit keeps of it: that something was searched, never what. */
function dicho({ nombre, compartida, filtros }: Pick<Vista, 'nombre' | 'compartida' | 'filtros'>) {
  const { buscar, nombre: _, ...rest } = filtros
  return { nombre, compartida, filtros: { ...rest, ...(buscar && { buscar: '…' }) } }
}

async function listar({ db, quien, params }: Context<typeof contrato.listar>) {
  const { rows: vistas } = await sql<Vista>`
    SELECT v.id, v.nombre, v.compartida, v.usuario_id = ${quien.usuario_id} AS propia, ${displayName('u')} AS de,
           v.filtros, v.columnas, v.version
    FROM vistas v JOIN usuarios u ON u.id = v.usuario_id
    WHERE v.lista = ${params.lista} AND (v.usuario_id = ${quien.usuario_id} OR v.compartida)
    ORDER BY v.usuario_id <> ${quien.usuario_id}, normalizar(v.nombre), v.id`.execute(db)
  const { rows } = await sql<{ vista_id: number }>`
    SELECT vista_id FROM vistas_inicio WHERE usuario_id = ${quien.usuario_id} AND lista = ${params.lista}`.execute(
    db,
  )
  const inicio = rows[0]?.vista_id
  return { vistas, inicio: vistas.find(({ id }) => id === inicio)?.id ?? null }
}

async function inicios({ db, quien }: Context<typeof contrato.inicios>) {
  const { rows } = await sql<Pick<Fila, 'lista' | 'filtros' | 'columnas'>>`
    SELECT i.lista, v.filtros, v.columnas FROM vistas_inicio i JOIN vistas v ON v.id = i.vista_id
    WHERE i.usuario_id = ${quien.usuario_id} AND (v.usuario_id = i.usuario_id OR v.compartida) ORDER BY 1`.execute(
    db,
  )
  return rows
}

async function crear(context: Context<typeof contrato.crear>) {
  const { db, quien, body } = context
  if (body.compartida) exigirCompartir(quien)
  const of = { usuario_id: quien.usuario_id, lista: body.lista }
  const { n } = await db
    .selectFrom('vistas')
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('usuario_id', '=', of.usuario_id)
    .where('lista', '=', of.lista)
    .executeTakeFirstOrThrow()
  if (Number(n) >= MAX_VISTAS) {
    const msg = `Ya tiene ${MAX_VISTAS} vistas de esta lista. Borre alguna.`
    throw new DomainError('VALIDACION', {}, [{ msg, campo: 'nombre' }])
  }
  const { id } = await db
    .insertInto('vistas')
    .values({ ...of, ...contenido(body) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await note(context, AREA, 'crear', id, null, { lista: body.lista, ...dicho(body) })
  return { id, message: 'Vista guardada.' }
}

async function editar(context: Context<typeof contrato.editar>) {
  const { db, quien, body, params } = context
  const previa = await una(db, quien, params.id)
  if (previa.usuario_id !== quien.usuario_id)
    throw new DomainError('NO_EXISTE', { que: 'esa vista' })
  if (previa.version !== body.version) {
    throw new DomainError('VERSION', { version: previa.version, actual: previa })
  }
  // What others see changes only by whoever may share; who no longer may still takes it back.
  if (body.compartida) exigirCompartir(quien)
  await db
    .updateTable('vistas')
    .set((e) => ({ ...contenido(body), version: e('version', '+', 1) }))
    .where('id', '=', params.id)
    .execute()
  // Nobody's list opens with what he may no longer see.
  if (!body.compartida) {
    await db
      .deleteFrom('vistas_inicio')
      .where('vista_id', '=', params.id)
      .where('usuario_id', '<>', quien.usuario_id)
      .execute()
  }
  await note(context, AREA, 'editar', params.id, dicho(previa), dicho(body))
  return { id: params.id, message: 'Vista guardada.' }
}

async function quitar(context: Context<typeof contrato.quitar>) {
  const { db, quien, params } = context
  const previa = await una(db, quien, params.id)
  if (previa.usuario_id !== quien.usuario_id) exigirCompartir(quien)
  await db.deleteFrom('vistas').where('id', '=', params.id).execute()
  await note(context, AREA, 'borrar', params.id, dicho(previa), null)
  return { id: params.id, message: `«${previa.nombre}» se borró.` }
}

async function empezar(context: Context<typeof contrato.empezar>) {
  const { db, quien, body, params } = context
  const of = { usuario_id: quien.usuario_id, lista: params.lista }
  if (body.vista_id === null) {
    await db
      .deleteFrom('vistas_inicio')
      .where('usuario_id', '=', of.usuario_id)
      .where('lista', '=', of.lista)
      .execute()
  } else {
    const { lista } = await una(db, quien, body.vista_id)
    if (lista !== params.lista) throw new DomainError('NO_EXISTE', { que: 'esa vista' })
    await db
      .insertInto('vistas_inicio')
      .values({ ...of, vista_id: body.vista_id })
      .onConflict((on) =>
        on.columns(['usuario_id', 'lista']).doUpdateSet({ vista_id: body.vista_id ?? 0 }),
      )
      .execute()
  }
  await note(context, AREA, 'vista-inicio', body.vista_id ?? 0, null, of)
  const message = body.vista_id
    ? 'La lista se abrirá con esta vista.'
    : 'La lista se abrirá completa.'
  return { id: body.vista_id ?? 0, message }
}

export const servidor = area(
  contrato,
  { inicios, listar, crear, editar, quitar, empezar },
  { vistas_nombre_key: ['una vista con ese nombre', 'nombre'] },
)
