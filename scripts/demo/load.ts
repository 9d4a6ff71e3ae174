import { sql } from 'kysely'
import { contrato as cuentas } from '../../src/areas/cuentas/contract.ts'
import { contrato as pares } from '../../src/areas/pares-divisas/contract.ts'
import { contrato as tiposCambio } from '../../src/areas/tipos-cambios/contract.ts'
import { PLANTILLAS } from '../../src/core/permisos.ts'
import { type App, buildApp } from '../../src/main.app.ts'
import { PASSWORD_DEMO } from '../../src/server/demo.ts'
import { hashPassword } from '../../src/server/password.ts'
import { ajustarDia } from './ajustes.ts'
import { azar } from './azar.ts'
import { crearBeneficiarios } from './beneficiarios.ts'
import {
  crearClientes,
  crearCuentas,
  crearDenominaciones,
  crearEntidades,
  crearPares,
  crearTiposCambio,
  crearTiposPago,
  type Pares,
} from './catalogos.ts'
import { abrirCaja, cerrarDia } from './cierres.ts'
import { crearReglasComision, liquidarComisiones } from './comisiones.ts'
import { EMPRESA, PARES, SUCURSALES, USUARIOS } from './datos.ts'
import { gastarDia, presupuestar } from './gastos.ts'
import { entrar, type Llamar, Refused } from './llamada.ts'
import { operarDia } from './operaciones.ts'
import { ordenarDia } from './ordenes.ts'
import { transferirDia } from './transferencias.ts'

const DAY = 86_400_000
/** Lima is UTC−5 the whole year. */
const OFFSET = 5 * 3_600_000
const DAYS = 30

export interface DemoOptions {
  /** The demo's present; the machine's when left out. */
  ahora?: string
  /** Days of operations before it. */
  dias?: number
  say?: (text: string) => void
}

/**
 * Loads the demo business into an empty house, through the same calls as the browser's: users, catalogues,
 * accounts with their opening balances, prices, and a month of operations. A house that has users is left
 * alone, but for the demo's own prices, which are confirmed again as somebody would in the morning.
 * Answers whether the database holds the demo.
 * @throws Error when an earlier load was cut off in the middle: that house is not complete.
 */
export async function loadDemo(url: string, options: DemoOptions = {}): Promise<boolean> {
  const { say = () => {}, dias = DAYS } = options
  const now = options.ahora ? Date.parse(options.ahora) : Date.now()
  let clock: number | null = now
  const app = await buildApp({
    url,
    // Nobody was told of anything yet: what must not be lost is only the mark at the end, and all before it.
    ajustes: { synchronous_commit: 'off' },
    reloj: () => (clock === null ? null : new Date(clock).toISOString()),
  })
  try {
    const state = await stateOf(app)
    if (state === 'casa') return false
    if (state === 'cortada') {
      throw new Error(
        'La carga de la demostración se cortó antes de terminar. Borre la carpeta de datos y vuelva a iniciar.',
      )
    }
    if (state === 'demo') {
      clock = options.ahora ? now : null
      await confirmarPrecios(app).catch((error) => {
        // Its administrator has another password by now, or its books are stopped: it is served as it is.
        if (!(error instanceof Refused)) throw error
        say('Los precios de la demostración no se confirmaron: confírmelos en Pares de divisas.')
      })
      return true
    }
    say('Preparando el negocio de demostración…')
    const made = await cargar(app, now, dias, (instant) => {
      clock = instant
    })
    clock = options.ahora ? now : null
    await confirmarPrecios(app)
    await mark(app, 'lista')
    say(`Listo: ${made} operaciones de los últimos ${dias} días.`)
    return true
  } finally {
    await app.close()
  }
}

/** What stands in the database: nothing, the demo, a demo that was cut off, or somebody's house. */
async function stateOf({ db }: App): Promise<'vacia' | 'demo' | 'cortada' | 'casa'> {
  const { rows } = await sql<{ usuarios: boolean; demo: string | null }>`
    SELECT EXISTS (SELECT FROM usuarios) AS usuarios, ajuste('demo') #>> '{}' AS demo`.execute(db)
  const [row] = rows
  if (row?.demo) return row.demo === 'lista' ? 'demo' : 'cortada'
  return row?.usuarios ? 'casa' : 'vacia'
}

/** Written through to the disk, with everything before it; as the owner, since the server's role changes no setting so. */
async function mark({ db }: App, state: 'cargando' | 'lista'): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL synchronous_commit = on`.execute(tx)
    await sql`SET LOCAL ROLE NONE`.execute(tx)
    await sql`INSERT INTO ajustes VALUES ('demo', to_jsonb(${state}::text))
              ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor`.execute(tx)
  })
}

async function cargar(
  app: App,
  now: number,
  dias: number,
  reloj: (instant: number) => void,
): Promise<number> {
  const today = Math.floor((now - OFFSET) / DAY) * DAY + OFFSET
  const first = today - dias * DAY
  reloj(first + 8 * 3_600_000)
  await mark(app, 'cargando')
  // A month passes in seconds: nobody should have to sign in again after each operation.
  await idleMinutes(app, 600)
  const cajera_id = await crearUsuarios(app)
  const admin = await entrar(app, 'admin')
  const socia = await entrar(app, 'socia')
  const known = await crearPares(admin)
  await crearTiposCambio(admin, known)
  const entidades = await crearEntidades(admin)
  await crearDenominaciones(admin)
  await crearTiposPago(admin)
  await crearCuentas(admin, entidades, cajera_id)
  const clientes = await crearClientes(admin)
  await crearBeneficiarios(admin, clientes, entidades)
  await crearReglasComision(admin, clientes, dayOf(first))
  const codigos = await presupuestar(admin)
  const byName = new Map((await admin(cuentas.listar, {})).map(({ nombre, id }) => [nombre, id]))
  let made = 0
  let worked = 0
  for (let day = first; day <= today; day += DAY) {
    // Sundays the house is closed.
    if (new Date(day).getUTCDay() === 0) continue
    if (day + 8.5 * 3_600_000 > now) break
    reloj(day + 8.5 * 3_600_000)
    await publicarPrecios(app, known, day === today ? null : day)
    const jornada = { app, dia: day, hasta: now, reloj, n: (day - first) / DAY }
    await abrirCaja(jornada)
    const semilla = day / DAY
    const alPaso = await ordenarDia({ app, clientes, semilla, hoy: day === today })
    made += await operarDia({ app, dia: day, hasta: now, clientes, reloj, semilla, alPaso })
    await transferirDia(jornada)
    await gastarDia(socia, { fecha: dayOf(day), n: worked, cuentas: byName, codigos })
    await ajustarDia(socia, worked, byName)
    worked += 1
    await cerrarDia(jornada)
  }
  reloj(now)
  await publicarPrecios(app, known, null)
  // What was earned up to a week ago.
  await liquidarComisiones(await entrar(app, 'admin'), dayOf(today - 7 * DAY))
  await idleMinutes(app, 30)
  return made
}

/** The business day of midnight in Lima. */
const dayOf = (midnight: number) => new Date(midnight - OFFSET).toISOString().slice(0, 10)

async function idleMinutes({ db }: App, minutes: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx)
    await sql`UPDATE ajustes SET valor = to_jsonb(${minutes}::int) WHERE clave = 'sesion_inactiva_minutos'`.execute(
      tx,
    )
  })
}

async function crearUsuarios({ db }: App): Promise<number> {
  const password_hash = await hashPassword(PASSWORD_DEMO)
  await db
    .insertInto('sucursales')
    .values(SUCURSALES.map((nombre) => ({ nombre })))
    .execute()
  for (const [slug, { nombre, permisos }] of Object.entries(PLANTILLAS)) {
    // The manager is left as the seed has him: sees the menu, holds nothing.
    if (slug === 'mgr') continue
    await db.insertInto('roles').values({ slug, nombre }).execute()
    await db
      .insertInto('roles_permisos')
      .values(permisos.map((permiso) => ({ rol_slug: slug, permiso })))
      .execute()
  }
  let cajera_id = 0
  for (const [i, [usuario, nombres, apellidos, rol_slug, desvio_pct]] of USUARIOS.entries()) {
    const correo = `${usuario}@andino.example`
    const row = {
      usuario,
      nombres,
      apellidos,
      tipo_doc: 'DNI',
      num_doc: String(40_000_001 + i),
      celular: String(987_000_001 + i),
      correo,
      rol_slug,
      desvio_pct,
      password_hash,
      sucursal_id: 1,
    }
    const { id } = await db
      .insertInto('usuarios')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    if (usuario === 'cajera') cajera_id = id
  }
  await db.transaction().execute(async (tx) => {
    await sql`SET LOCAL ROLE NONE`.execute(tx)
    await sql`INSERT INTO ajustes VALUES ('empresa', ${JSON.stringify(EMPRESA)}::jsonb)
              ON CONFLICT (clave) DO UPDATE SET valor = excluded.valor`.execute(tx)
  })
  return cajera_id
}

/** A day's prices of the counter's pairs: near those of the last day, which are spec.md's. */
async function publicarPrecios(app: App, known: Pares, day: number | null): Promise<void> {
  const admin = await entrar(app, 'admin')
  const dice = azar(day === null ? 0 : day / DAY + 7)
  const items = PARES.map(([pais, base, quote, compra, venta]) => {
    const id = known.get(`${pais} ${base} ${quote}`) ?? 0
    // The others are confirmed as they are: an order is not made at a price that nobody looked at.
    if (pais !== 'pe') return { id, compra, venta }
    const shift = day === null ? 0 : dice.hasta(31) - 15
    return { id, compra: moved(compra, shift), venta: moved(venta, shift) }
  })
  await admin(pares.publicar, { body: { pares: items, motivo: 'Precios del día' } })
  await confirmarManuales(admin)
}

/** Manual rates stand on nothing but somebody's word, which is given anew. */
async function confirmarManuales(admin: Llamar): Promise<void> {
  const motivo = 'Tasa confirmada'
  for (const { id, tasa, tasa_manual } of await admin(tiposCambio.listar, {})) {
    if (tasa_manual) await admin(tiposCambio.tasa, { params: { id }, body: { tasa, motivo } })
  }
}

/** `3.520` moved by thousandths. */
function moved(price: string, thousandths: number): string {
  const units = Math.round(Number(price.replace('.', ''))) + thousandths
  return `${Math.floor(units / 1000)}.${String(units % 1000).padStart(3, '0')}`
}

/** The prices as they stand, confirmed anew: what somebody does first in the morning. */
async function confirmarPrecios(app: App): Promise<void> {
  const admin = await entrar(app, 'admin')
  const now = await admin(pares.listar, {})
  const items = now.map(({ id, compra, venta }) => ({ id, compra, venta }))
  await admin(pares.publicar, { body: { pares: items, motivo: 'Precios confirmados' } })
  await confirmarManuales(admin)
}
