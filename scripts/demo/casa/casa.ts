import { contrato as ajustes } from '../../../src/areas/ajustes/contract.ts'
import { contrato as sesion } from '../../../src/areas/sesion/contract.ts'
import { PLANTILLAS } from '../../../src/core/permisos.ts'
import type { App } from '../../../src/main.app.ts'
import { hashPassword } from '../../../src/server/acceso/password.ts'
import { PASSWORD_DEMO } from '../../../src/server/proceso/demo.ts'
import { fechaDe } from '../documentos/cierres.ts'
import { crearReglasComision } from '../documentos/comisiones.ts'
import { presupuestar } from '../documentos/gastos.ts'
import { entrar, type Llamar } from '../llamada.ts'
import { crearBeneficiarios } from './beneficiarios.ts'
import {
  crearClientes,
  crearCuentas,
  crearDenominaciones,
  crearEntidades,
  crearPares,
  crearTiposCambio,
  crearTiposPago,
} from './catalogos.ts'
import { CUENTAS, SUCURSALES, SUPERVISION, USUARIOS, type Usuario } from './datos.ts'
import { entregarPapeles } from './papeles.ts'
import {
  BENEFICIARIOS_PLENA,
  CUENTAS_PLENA,
  ENTIDADES_PLENA,
  ENTRAN_PLENA,
  MINIMOS,
  TIPOS_PAGO_PLENA,
  USUARIOS_PLENA,
  VIGENCIA_FUERA,
} from './plena.ts'
import { crearReglasServicio } from './servicio.ts'

/** Creates the business as it is before its first day: users, catalogues, accounts with opening balances, prices. */
export async function montarDemo(app: App, first: number, plena: boolean): Promise<void> {
  const gente = await crearUsuarios(app, plena ? [...USUARIOS, ...USUARIOS_PLENA] : USUARIOS)
  const admin = await entrar(app, 'admin')
  await admin(sesion.confirmar, { body: { password: PASSWORD_DEMO } })
  await crearTiposCambio(admin, await crearPares(admin), plena ? VIGENCIA_FUERA : null)
  // Entities name ways to pay.
  await crearTiposPago(admin, plena ? TIPOS_PAGO_PLENA : [], plena ? ENTRAN_PLENA : [])
  const entidades = await crearEntidades(admin, plena ? ENTIDADES_PLENA : [])
  await crearDenominaciones(admin)
  await crearCuentas(
    admin,
    plena ? [...CUENTAS, ...CUENTAS_PLENA] : CUENTAS,
    entidades,
    gente,
    plena ? MINIMOS : {},
  )
  const clientes = await crearClientes(admin, plena)
  await entregarPapeles(admin, clientes)
  await crearBeneficiarios(admin, clientes, entidades, plena ? BENEFICIARIOS_PLENA : [])
  await crearReglasComision(admin, clientes, fechaDe(first))
  await presupuestar(admin)
  if (plena) await crearReglasServicio(admin)
}

/** Sets the rule that a till moves only within a turn of its cashier. */
export async function exigirTurno(admin: Llamar): Promise<void> {
  const { version } = await admin(ajustes.obtener, {})
  await admin(ajustes.editar, { body: { version, exigir_turno: true } })
}

/**
 * The manager sees the menu and holds no permission. The supervisor shows what a manager's role could hold, of
 * both branches.
 */
const ROLES = {
  ...PLANTILLAS,
  [SUPERVISION.slug]: {
    nombre: SUPERVISION.nombre,
    permisos: [...PLANTILLAS.mgr.permisos, 'sucursales:todas'],
  },
}

async function crearUsuarios(
  { db }: App,
  rows: readonly Usuario[],
): Promise<ReadonlyMap<string, number>> {
  const password_hash = await hashPassword(PASSWORD_DEMO)
  await db
    .insertInto('sucursales')
    .values(SUCURSALES.map((nombre) => ({ nombre })))
    .execute()
  for (const [slug, { nombre, permisos }] of Object.entries(ROLES)) {
    if (slug === 'mgr') continue
    await db.insertInto('roles').values({ slug, nombre }).execute()
    await db
      .insertInto('roles_permisos')
      .values(permisos.map((permiso) => ({ rol_slug: slug, permiso })))
      .execute()
  }
  const made = new Map<string, number>()
  for (const [
    i,
    [usuario, nombres, apellidos, rol_slug, desvio_pct, sucursal_id = 1, limite_usd = null],
  ] of rows.entries()) {
    const row = {
      ...{
        usuario,
        nombres,
        apellidos,
        rol_slug,
        desvio_pct,
        password_hash,
        sucursal_id,
        limite_usd,
      },
      tipo_doc: 'DNI',
      num_doc: String(40_000_001 + i),
      celular: String(987_000_001 + i),
      correo: `${usuario}@andino.example`,
    }
    const { id } = await db
      .insertInto('usuarios')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    made.set(usuario, id)
  }
  return made
}
