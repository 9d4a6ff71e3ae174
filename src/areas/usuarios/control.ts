import { sql } from 'kysely'
import { actuar, exigirControl, exigirIdentidad } from '../../server/acceso/control.ts'
import type { Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import type { contrato, UsuarioDetalle } from './contract.ts'

/** The words of the second person's request: the names of role, branch and accounts, and limits as they are read. */
async function palabras(
  db: Db,
  { rol_slug, sucursal_id, limite_usd, cuentas }: Dado,
): Promise<Record<'rol' | 'sucursal' | 'limite' | 'cuentas', string>> {
  const { rows } = await sql<Record<'rol' | 'sucursal' | 'limite' | 'cuentas', string>>`
    SELECT roles_nombre(${rol_slug}) AS rol,
      control_palabra('usuarios', 'sucursal_id', to_jsonb(${sucursal_id}::int)) AS sucursal,
      control_palabra('usuarios', 'limite_usd', to_jsonb(${limite_usd}::numeric)) AS limite,
      coalesce((SELECT string_agg(citado(nombre), ', ' ORDER BY nombre) FROM cuentas
        WHERE id = ANY (${cuentas}::bigint[])), 'ninguna') AS cuentas`.execute(db)
  return rows[0] as Record<'rol' | 'sucursal' | 'limite' | 'cuentas', string>
}

type Dado = Pick<UsuarioDetalle, 'rol_slug' | 'sucursal_id' | 'limite_usd'> & {
  cuentas: readonly number[]
}

/**
 * One request for all that a new person may, tills too, by value: the triggers ask for nothing more in this transaction
 * (R-188).
 */
export async function controlarNuevo(
  yo: Pick<Context, 'db' | 'quien'>,
  body: Context<typeof contrato.crear>['body'],
): Promise<void> {
  const { nombres, apellidos, usuario, correo, rol_slug, limite_usd, desvio_pct, cuentas } = body
  const { sucursal_id } = body
  const son = await palabras(yo.db, body)
  await exigirControl(yo, {
    ...{ clave: 'permiso', origen: 'usuarios' },
    que: { usuario, correo, rol_slug, limite_usd, desvio_pct, cuentas, sucursal_id },
    titulo: `crear a ${nombres} ${apellidos} (${usuario}, ${correo}) con el rol ${son.rol}, límite por operación: ${son.limite}, desvío: ${desvio_pct} %, cuentas: ${son.cuentas}, sucursal: ${son.sucursal}`,
  })
}

/**
 * One request for all that an edit lets this person do more: limits, tills and branch. Triggers guard each of them besides
 * . Another e-mail of whoever may approve is his account in other hands.
 */
export async function controlar(
  context: Context<typeof contrato.editar>,
  previo: Omit<UsuarioDetalle, 'historial'>,
): Promise<void> {
  const { params, body } = context
  await actuar(context)
  const { limite_usd, desvio_pct, cuentas, correo, sucursal_id } = body
  const own = params.id === context.quien.usuario_id
  const otro = correo !== previo.correo
  if (own && otro) await exigirIdentidad(context, 'cambiar su correo')
  const nuevas = cuentas.filter((id) => !previo.cuentas.includes(id))
  if (own || !(otro || nuevas.length > 0)) return
  const { rol_slug } = previo
  const antes = await palabras(context.db, {
    ...previo,
    cuentas: previo.cuentas.filter((id) => !cuentas.includes(id)),
  })
  const ahora = await palabras(context.db, { ...body, rol_slug, cuentas: nuevas })
  const cambia = (que: string, de: string, a: string) =>
    de === a ? [] : [`${que}: de ${de} a ${a}`]
  const cambios = [
    ...cambia('Correo', previo.correo, correo),
    ...(nuevas.length > 0 ? [`Cuentas: se agrega ${ahora.cuentas}`] : []),
    ...(antes.cuentas === 'ninguna' ? [] : [`Cuentas: se quita ${antes.cuentas}`]),
    ...cambia('Límite por operación', antes.limite, ahora.limite),
    ...cambia('Desvío de tasa', previo.desvio_pct, desvio_pct),
    ...cambia('Sucursal', antes.sucursal, ahora.sucursal),
  ]
  // By value and whole: the triggers ask for nothing more in this transaction.
  await exigirControl(context, {
    clave: otro ? 'cuenta-ajena' : 'limite',
    ...{ origen: 'usuarios', origen_id: params.id, implicados: [params.id] },
    que: { correo, limite_usd, desvio_pct, cuentas, sucursal_id },
    titulo: `${otro ? 'cambiar la cuenta de' : 'permitir más a'} ${previo.nombres} ${previo.apellidos} (${previo.usuario}), ${cambios.join('; ')}`,
  })
}
