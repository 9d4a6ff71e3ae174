import { ajustarDia } from '../../../../scripts/demo/casa/ajustes.ts'
import { entrar } from '../../../../scripts/demo/llamada.ts'
import { comoDueno } from '../../../support/servidor/dueno.ts'
import { abrirCasa, type Casa } from '../../casa.ts'
import { deshecho, enlaceYFuente, liquidacion, lote } from './filas.ts'
import { webhook } from './webhook.ts'

/** A house, and what an address of `rutas.ts` is in it. */
export interface CasaConTodo {
  casa: Casa
  direccion(route: string): string
}

/** The demo house, completed so that every page has a row to show. */
export async function casaConTodo(): Promise<CasaConTodo> {
  const casa = await abrirCasa()
  // One day of the demo has no ajuste de saldo: the one of its second day is added.
  const cuentas = await casa.app.db
    .selectFrom('cuentas')
    .select(['nombre', 'id'])
    .orderBy('id')
    .execute()
  await ajustarDia(
    await entrar(casa.app, 'admin'),
    2,
    new Map(cuentas.map(({ nombre, id }) => [nombre, id])),
  )
  // Switched off: the demo's counter charges what is typed.
  await comoDueno(
    casa.datos,
    "INSERT INTO servicio_reglas (nombre, pct, min, estatus) VALUES ('Al público', 1, 2, false)",
  )
  // Below what one day of the demo moves, so that the register of the SBS has rows.
  await comoDueno(casa.datos, "UPDATE ajustes SET valor = '50' WHERE clave = 'ro_unica_usd'")
  await clave(casa.datos)
  await enlaceYFuente(casa.app)
  const { cuenta_id: arqueada } = await casa.app.db
    .selectFrom('conteos')
    .select('cuenta_id')
    .where('momento', '=', 'arqueo')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const ids: Record<string, number | undefined> = {
    cuenta: cuentas[0]?.id,
    arqueada,
    lote: await lote(casa.app),
    liquidacion: await liquidacion(casa.app),
    envio: await webhook(casa),
    ...(await deshecho(casa.app)),
  }
  const direccion = (route: string) =>
    route.replaceAll(/\$(\w+)/g, (_, name: string) => {
      const id = ids[name]
      if (id === undefined) throw new Error(`${route}: no ${name}`)
      return String(id)
    })
  return { casa, direccion }
}

/** A key of another program, which was used. */
async function clave(datos: string): Promise<void> {
  await comoDueno(datos, "INSERT INTO roles (slug, nombre) VALUES ('claveapi', 'Clave de API')")
  await comoDueno(
    datos,
    `WITH u AS (INSERT INTO usuarios (nombres, apellidos, usuario, correo, password_hash, rol_slug, sucursal_id, integracion)
       SELECT 'Contabilidad', '(API)', 'api-1', 'api-1@api.invalid', '!', 'claveapi', sucursal_id, true
       FROM usuarios WHERE usuario = 'admin' RETURNING id)
     INSERT INTO claves_api (nombre, usuario_id, creada_por, huella, pista, permisos, creada_en, vence_en, usada_en, usada_desde)
     SELECT 'Contabilidad', u.id, p.id, sha256('clave'), 'aB3d', '{libro:ver,libro:exportar}', '2025-11-03T09:00-05:00',
       '2026-02-01T09:00-05:00', '2025-11-20T08:30-05:00', '10.0.0.7' FROM u, usuarios p WHERE p.usuario = 'admin'`,
  )
}
