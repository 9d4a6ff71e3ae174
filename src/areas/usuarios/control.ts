import { actuar, exigirControl, exigirIdentidad } from '../../server/acceso/control.ts'
import type { Context } from '../../server/area.ts'
import type { Db } from '../../server/db/db.ts'
import type { contrato, UsuarioDetalle } from './contract.ts'

const conCuentas = (n: number) => (n === 0 ? '' : n === 1 ? ', una cuenta' : `, ${n} cuentas`)

/** The branch at which somebody works, as the second person reads it; empty for none. */
async function enSucursal(db: Db, id: number | null): Promise<string> {
  if (id === null) return ''
  const one = db.selectFrom('sucursales').select('nombre').where('id', '=', id)
  return `, en ${(await one.executeTakeFirst())?.nombre ?? 'otra sucursal'}`
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
  await exigirControl(yo, {
    ...{ clave: 'permiso', origen: 'usuarios' },
    que: { usuario, correo, rol_slug, limite_usd, desvio_pct, cuentas, sucursal_id },
    titulo: `crear a ${nombres} ${apellidos} con el rol ${rol_slug}, límite ${limite_usd ?? 'ninguno'}, desvío ${desvio_pct} %${conCuentas(cuentas.length)}${await enSucursal(yo.db, sucursal_id)}`,
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
  const nuevas = cuentas.filter((id) => !previo.cuentas.includes(id)).length
  if (own || !(otro || nuevas > 0)) return
  const limites = limite_usd !== previo.limite_usd || desvio_pct !== previo.desvio_pct
  const cambios = [
    ...(otro ? ['otro correo'] : []),
    ...(nuevas > 0 ? [nuevas === 1 ? 'otra cuenta' : `${nuevas} cuentas más`] : []),
    ...(limites ? [`límite ${limite_usd ?? 'ninguno'}, desvío ${desvio_pct} %`] : []),
  ]
  const otra = sucursal_id !== previo.sucursal_id
  const donde = otra ? (await enSucursal(context.db, sucursal_id)) || ', sin sucursal' : ''
  // By value and whole: the triggers ask for nothing more in this transaction.
  await exigirControl(context, {
    clave: otro ? 'cuenta-ajena' : 'limite',
    ...{ origen: 'usuarios', origen_id: params.id, implicados: [params.id] },
    que: { correo, limite_usd, desvio_pct, cuentas, sucursal_id },
    titulo: `dar a ${previo.nombres} ${previo.apellidos} ${cambios.join(', ')}${donde}`,
  })
}
