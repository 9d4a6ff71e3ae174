import { sql } from 'kysely'
import { ROL_CLAVE } from '../../../core/acceso/de-clave.ts'
import { DomainError } from '../../../core/errors.ts'
import { PLANTILLAS, ROL_ADM } from '../../../core/permisos.ts'
import { citado } from '../../../core/texto/citado.ts'
import { actuar, exigirControl } from '../../../server/acceso/control.ts'
import { confirmarIdentidad } from '../../../server/acceso/identidad.ts'
import { auditOf, type Quien } from '../../../server/acceso/sesion.ts'
import { area, type Context } from '../../../server/area.ts'
import { type Db, transaction } from '../../../server/db/db.ts'
import { contratoRoles, type RolFila, TODOS } from '../contract/roles.ts'
import { diferencia, masQueYo } from '../rules.ts'
import { controlarPermisos } from './control.ts'
import { palabrasDe } from './nombres.ts'

async function list(db: Db): Promise<RolFila[]> {
  const { rows } = await sql<Omit<RolFila, 'fijo'>>`
    SELECT r.slug, r.nombre, r.estatus, r.version, r.exige_totp_desde IS NOT NULL AS exige_factor,
           ARRAY(SELECT permiso FROM roles_permisos WHERE rol_slug = r.slug) AS permisos,
           (SELECT count(*)::int FROM usuarios u WHERE u.rol_slug = r.slug AND u.estatus) AS usuarios
    FROM roles r WHERE r.slug <> ${ROL_CLAVE} ORDER BY r.slug <> ${ROL_ADM}, r.estatus DESC, normalizar(r.nombre)`.execute(
    db,
  )
  return rows.map((rol) => {
    const fijo = rol.slug === ROL_ADM
    // In the order of the table; permissions unknown to this version are left out.
    const permisos = TODOS.filter((permiso) => fijo || rol.permisos.includes(permiso))
    return { ...rol, fijo, permisos }
  })
}

/** Locks a role until the transaction ends. @throws DomainError when there is none or the user may not change it */
async function tomar(db: Db, quien: Quien, slug: string, { fijo = false } = {}) {
  const { rows } = await sql<{ nombre: string; estatus: boolean; version: number }>`
    SELECT nombre, estatus, version FROM roles WHERE slug = ${slug} AND slug <> ${ROL_CLAVE} FOR NO KEY UPDATE`.execute(
    db,
  )
  const rol = rows[0]
  if (!rol) throw new DomainError('NO_EXISTE', { que: 'ese rol' })
  if (slug === ROL_ADM && !fijo) throw new DomainError('CONGELADO_ADM')
  const { rows: held } = await sql<{ permiso: string }>`
    SELECT permiso FROM roles_permisos WHERE rol_slug = ${slug}`.execute(db)
  const permisos = held.map(({ permiso }) => permiso)
  exigirAlcance(quien, { slug, permisos })
  return { ...rol, permisos }
}

function exigirAlcance(quien: Quien, otro: { slug: string; permisos: readonly string[] }): void {
  const permiso = masQueYo({ slug: quien.role.slug, permisos: quien.permisos }, otro)
  if (permiso) throw new DomainError('MAS_PERMISOS', { permiso: palabrasDe(permiso) })
}

/** Audit row and live event of a role, whose id is a word. */
async function anotar(
  db: Db,
  quien: Quien,
  accion: string,
  slug: string,
  antes: unknown,
  despues: unknown,
): Promise<void> {
  await sql`SELECT auditar(${auditOf(quien)}::jsonb, ${accion}, 'roles', ${slug},
            ${JSON.stringify(antes)}::jsonb, ${JSON.stringify(despues)}::jsonb), avisar('roles')`.execute(
    db,
  )
}

async function dar(db: Db, slug: string, permisos: readonly string[]): Promise<void> {
  if (permisos.length === 0) return
  const rows = permisos.map((permiso) => ({ rol_slug: slug, permiso }))
  await db.insertInto('roles_permisos').values(rows).execute()
}

async function crear(context: Context<typeof contratoRoles.crear>) {
  const { db, quien, body } = context
  const { slug, nombre, permisos } = body
  await confirmarIdentidad(context, body)
  exigirAlcance(quien, { slug, permisos })
  return transaction(db, async (tx) => {
    await tx.insertInto('roles').values({ slug, nombre }).execute()
    await dar(tx, slug, permisos)
    await anotar(tx, quien, 'crear', slug, null, { nombre, permisos })
    return { slug, message: `Rol «${nombre}» creado.` }
  })
}

/** What a role holds already is the house's own: only those without any permission take a template's. */
async function plantillas(context: Context<typeof contratoRoles.plantillas>) {
  const { db, quien, body } = context
  await confirmarIdentidad(context, body)
  return transaction(db, async (tx) => {
    const made: string[] = []
    // In one order, whoever else does the same.
    for (const { slug, nombre } of body.roles.toSorted((a, b) => (a.slug < b.slug ? -1 : 1))) {
      const { permisos } = PLANTILLAS[slug]
      exigirAlcance(quien, { slug, permisos })
      await tx
        .insertInto('roles')
        .values({ slug, nombre })
        .onConflict((c) => c.column('slug').doNothing())
        .execute()
      const previo = await tomar(tx, quien, slug)
      if (previo.permisos.length > 0) continue
      // A role that waited for its permissions takes its name with them.
      if (previo.nombre !== nombre) {
        await tx
          .updateTable('roles')
          .set((e) => ({ nombre, version: e('version', '+', 1) }))
          .where('slug', '=', slug)
          .execute()
      }
      await actuar({ db: tx, quien })
      const { nombre: held } = previo
      await controlarPermisos(
        { db: tx, quien },
        { slug, nombre: held },
        { ganan: [...permisos], pierden: [] },
      )
      await dar(tx, slug, permisos)
      await anotar(tx, quien, 'crear', slug, null, { nombre, permisos })
      made.push(slug)
    }
    if (made.length === 0) {
      const msg = 'Esos roles ya tienen permisos: cámbielos en Roles.'
      throw new DomainError('VALIDACION', {}, [{ msg, campo: 'roles' }])
    }
    const message = made.length === 1 ? 'Se creó 1 rol.' : `Se crearon ${made.length} roles.`
    return { roles: made, message }
  })
}

async function editar(context: Context<typeof contratoRoles.editar>) {
  const { db, quien, params, body } = context
  const { slug } = params
  const { nombre, permisos, version } = body
  await confirmarIdentidad(context, body)
  return transaction(db, async (tx) => {
    const previo = await tomar(tx, quien, slug)
    if (previo.version !== version) {
      const { nombre: actual, permisos: held } = previo
      throw new DomainError('VERSION', {
        version: previo.version,
        // The `id` lets the refusal find out who saved in between.
        actual: { id: slug, nombre: actual, permisos: held },
      })
    }
    exigirAlcance(quien, { slug, permisos })
    // A user without this permission could not restore it.
    if (slug === quien.role.slug && !permisos.includes('roles:editar')) {
      throw new DomainError('UNO_MISMO', { accion: 'quitarse el permiso de editar roles' })
    }
    const { ganan, pierden } = diferencia(previo.permisos, permisos)
    await tx
      .updateTable('roles')
      .set((e) => ({ nombre, version: e('version', '+', 1) }))
      .where('slug', '=', slug)
      .execute()
    await actuar({ db: tx, quien })
    await controlarPermisos({ db: tx, quien }, { slug, nombre: previo.nombre }, { ganan, pierden })
    if (pierden.length > 0) {
      await tx
        .deleteFrom('roles_permisos')
        .where('rol_slug', '=', slug)
        .where('permiso', 'in', pierden)
        .execute()
    }
    await dar(tx, slug, ganan)
    const antes = { nombre: previo.nombre, permisos: previo.permisos }
    await anotar(tx, quien, 'editar', slug, antes, { nombre, permisos })
    const message = `Rol «${nombre}» guardado. Vale desde la próxima acción de cada usuario.`
    return { slug, ganan, pierden, message }
  })
}

async function estatus({ db, quien, params }: Context<typeof contratoRoles.estatus>) {
  const { slug } = params
  const previo = await tomar(db, quien, slug)
  const activo = !previo.estatus
  await db
    .updateTable('roles')
    .set((e) => ({ estatus: activo, version: e('version', '+', 1) }))
    .where('slug', '=', slug)
    .execute()
  await anotar(db, quien, 'estatus', slug, { estatus: previo.estatus }, { estatus: activo })
  const message = `Rol «${previo.nombre}» ${activo ? 'en uso otra vez' : 'retirado'}.`
  return { slug, estatus: activo, message }
}

/** Applies from the next sign-in, so that nobody is interrupted. Allowed for the administrator's role too. */
async function factor(context: Context<typeof contratoRoles.factor>) {
  const { db, quien, params, body } = context
  const { slug } = params
  const { exige } = body
  await confirmarIdentidad(context, body)
  return transaction(db, async (tx) => {
    const previo = await tomar(tx, quien, slug, { fijo: true })
    await actuar({ db: tx, quien })
    if (!exige) {
      const titulo = `dejar de exigir el segundo factor al rol ${citado(previo.nombre)}`
      const control = { clave: 'control', origen: 'roles', que: { slug, exige }, titulo } as const
      await exigirControl({ db: tx, quien }, control)
    }
    const desde = exige ? sql<string>`coalesce(exige_totp_desde, ahora())` : null
    await tx
      .updateTable('roles')
      .set({ exige_totp_desde: desde })
      .where('slug', '=', slug)
      .execute()
    await anotar(tx, quien, 'segundo-factor', slug, null, { exige })
    const message = exige
      ? `Quien ingrese como ${previo.nombre} deberá tener segundo factor.`
      : `El segundo factor ya no se exige a ${previo.nombre}.`
    return { slug, exige_factor: exige, message }
  })
}

async function casa({ db }: Pick<Context, 'db'>): Promise<{ exige: boolean }> {
  const { rows } = await sql<{ exige: boolean }>`SELECT acceso_exige_factor() AS exige`.execute(db)
  return rows[0] as { exige: boolean }
}

/** For whoever approves or administers, whatever his role; open sessions included. */
async function factorCasa(context: Context<typeof contratoRoles.factorCasa>) {
  const { db, quien, body } = context
  const { exige } = body
  await confirmarIdentidad(context, body)
  await sql`SELECT acceso_exigir_factor(${auditOf(quien)}::jsonb, ${exige})`.execute(db)
  const message = exige
    ? 'Quien aprueba o administra debe tener segundo factor.'
    : 'El segundo factor ya no se exige a quien aprueba o administra.'
  return { exige, message }
}

async function historial({ db, params }: Context<typeof contratoRoles.historial>) {
  const { rows } = await sql<{
    fecha: string
    accion: string
    usuario: string
    antes: string[] | null
    despues: string[] | null
  }>`
    SELECT h.fecha, h.accion, usuarios_corto(u) AS usuario,
           h.antes->'permisos' AS antes, h.despues->'permisos' AS despues
    FROM auditoria h JOIN usuarios u ON u.id = h.usuario_id
    WHERE h.entidad = 'roles' AND h.entidad_id = ${params.slug} ORDER BY h.id DESC LIMIT 50`.execute(
    db,
  )
  return rows.map(({ antes, despues, ...row }) => ({
    ...row,
    ...diferencia(antes ?? [], despues ?? antes ?? []),
  }))
}

export const servidorRoles = area(
  contratoRoles,
  {
    listar: ({ db }) => list(db),
    historial,
    crear: { directo: crear },
    plantillas: { directo: plantillas },
    editar: { directo: editar },
    factor: { directo: factor },
    casa,
    factorCasa: { directo: factorCasa },
    estatus,
  },
  {
    roles_pkey: ['un rol con ese código', 'slug'],
    roles_nombre_key: ['un rol con ese nombre', 'nombre'],
  },
)
