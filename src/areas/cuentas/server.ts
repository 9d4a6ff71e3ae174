import { randomUUID } from 'node:crypto'
import { type Insertable, sql, type Updateable } from 'kysely'
import { decimal } from '../../core/dinero/decimal.ts'
import { type AlgoritmoCuenta, faltaCuenta } from '../../core/documento/documentos.ts'
import { formaEsperada } from '../../core/documento/forma.ts'
import { DomainError, type FieldError, fieldError, type Reparo } from '../../core/errors.ts'
import { contando, exigirSinConteo } from '../../server/acceso/conteo.ts'
import { actuar } from '../../server/acceso/control.ts'
import { type Quien, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { note } from '../../server/catalog.ts'
import type { Db } from '../../server/db/db.ts'
import { fotoDe } from '../../server/db/foto.ts'
import type { Cuentas } from '../../server/db/schema.ts'
import { pagedBy } from '../../server/http/page.ts'
import { abrirCuenta } from '../../server/libro.ts'
import { aportes } from './aportes.ts'
import { contrato } from './contract.ts'
import { saldos } from './movimientos/saldos.ts'
import { anotar, autores, conciliar } from './movimientos/server.ts'
import { detail, type Key, list, movements, summary } from './queries.ts'
import { saldoInicial, sobranDecimales, totalesPorMoneda } from './rules.ts'

const NO_EXISTE = () => new DomainError('NO_EXISTE', { que: 'esa cuenta' })
const invalid = (errors: FieldError[]) => new DomainError('VALIDACION', {}, errors)

type Body = Context<typeof contrato.editar>['body']

/** The currency of an account; a newly chosen one must be active. */
async function monedaDe(db: Db, id: number, nueva: boolean) {
  const moneda = await db
    .selectFrom('monedas')
    .select(['decimales', 'funcional', 'estatus'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (moneda && (moneda.estatus || !nueva)) return moneda
  const msg = moneda ? 'La moneda está inactiva.' : 'La moneda no existe.'
  throw invalid([{ msg, campo: 'moneda_id' }])
}

/**
 * The account's number in its entity's format; null for cash. PostgreSQL matches the entity's pattern, because its
 * regular expressions cannot run for ever on a hostile pattern.
 */
async function numeroDe(db: Db, { entidad_id, numero }: Pick<Body, 'entidad_id' | 'numero'>) {
  if (entidad_id === null || numero === null) return null
  const { rows } = await sql<{
    algoritmo: AlgoritmoCuenta
    limpio: string
    patron: string | null
    cumple: boolean
  }>`
    SELECT e.algoritmo, n.limpio, e.patron, coalesce(n.limpio ~ e.patron, true) AS cumple
    FROM entidades_financieras e CROSS JOIN LATERAL (
      SELECT CASE e.algoritmo WHEN 'ninguno' THEN ${numero} ELSE regexp_replace(${numero}, '[\s-]', '', 'g') END AS limpio) n
    WHERE e.id = ${entidad_id}`.execute(db)
  const [found] = rows
  if (!found) throw invalid([{ msg: 'La entidad no existe.', campo: 'entidad_id' }])
  const falta = faltaCuenta(found.algoritmo, found.limpio)
  const forma = formaEsperada(found.patron ?? '')
  const msg =
    falta ?? (found.cumple ? null : `El número no tiene el formato de su entidad${forma}.`)
  if (msg) throw invalid([{ msg, campo: 'numero' }])
  return found.limpio
}

function exigirDecimales(body: Body, moneda: { decimales: number }, extra: object = {}): void {
  const { saldo_min, saldo_max, limite_op, limite_dia, limite_mes } = body
  const { sobregiro, comision_salida_fija } = body
  const limites = { saldo_min, saldo_max, limite_op, limite_dia, limite_mes }
  const montos = { ...limites, sobregiro, comision_salida_fija, ...extra }
  const errors = sobranDecimales(montos, moneda)
  if (errors.length > 0) throw invalid(errors)
}

/** Returns whether the overdraft changes. @throws DomainError SIN_PERMISO when the user may not change it. */
function exigirSobregiro(quien: Quien, nuevo: string | null, previo: string): boolean {
  const changes = !decimal(nuevo ?? '0').eq(decimal(previo))
  if (changes && !tiene(quien, 'cuentas:sobregiro')) {
    throw new DomainError('SIN_PERMISO', { permiso: 'cuentas:sobregiro' })
  }
  return changes
}

/** A cash account's opening balance must be payable in notes and coins. */
async function exigirPiezas(db: Db, id: number, saldo: string): Promise<void> {
  const { rows } = await sql<{ reparo: Reparo | null }>`
    SELECT efectivo_reparo(${id}, ${saldo}::numeric) AS reparo`.execute(db)
  const reparo = rows[0]?.reparo
  if (reparo) throw invalid([fieldError({ ...reparo, campo: 'saldo_inicial' })])
}

const SIN_SALDO = 'Escriba lo que suma lo contado.'
type Apertura = Context<typeof contrato.crear>['body']

/** Proposes the opening balance: an adjustment, which another person approves. Answers what became of it. */
async function abrirSaldo(
  { db }: Pick<Context, 'db'>,
  cuenta_id: number,
  saldo: string,
  { tasa_costo, denominaciones }: Pick<Apertura, 'tasa_costo' | 'denominaciones'>,
): Promise<string> {
  const { numero, estado } = await db
    .insertInto('cuentas_aperturas')
    .values({
      ...{ cuenta_id, saldo, tasa_costo },
      denominaciones: denominaciones && JSON.stringify(denominaciones),
    })
    .returning(['numero', 'estado'])
    .executeTakeFirstOrThrow()
  if (estado === 'aplicado') return `Cuenta creada, con su saldo inicial (${numero}).`
  return `Cuenta creada. Su saldo inicial, ${numero}, espera que otra persona lo apruebe.`
}

async function crear(context: Context<typeof contrato.crear>) {
  const { db, body, quien } = context
  const { saldo_inicial, tasa_costo, denominaciones, ...campos } = body
  const overdrawn = exigirSobregiro(quien, campos.sobregiro, '0')
  const moneda = await monedaDe(db, campos.moneda_id, true)
  exigirDecimales({ ...campos, version: 0 }, moneda, { saldo_inicial })
  const inicial = saldoInicial(saldo_inicial, tasa_costo, moneda)
  if (inicial && 'msg' in inicial) throw invalid([inicial])
  if (denominaciones && !inicial) throw invalid([{ campo: 'saldo_inicial', msg: SIN_SALDO }])
  const numero = await numeroDe(db, campos)
  const id = await abrirCuenta(db, {
    codigo: `cuenta:${randomUUID()}`,
    nombre: campos.nombre,
    clase: 'activo',
    moneda_id: campos.moneda_id,
    minimo: overdrawn ? `-${campos.sobregiro}` : '0',
  })
  const row = { ...campos, id, numero, sobregiro: campos.sobregiro ?? '0' }
  await actuar(context)
  await db
    .insertInto('cuentas')
    .values(row as Insertable<Cuentas>)
    .execute()
  if (inicial) await exigirPiezas(db, id, inicial.saldo)
  await note(context, 'cuentas', 'crear', id, null, body)
  if (!inicial) return { id, message: 'Cuenta creada.' }
  return { id, message: await abrirSaldo(context, id, inicial.saldo, body) }
}

/** The stored account, locked until the transaction ends. */
async function locked(db: Db, id: number) {
  const previa = await db
    .selectFrom('cuentas')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!previa) throw NO_EXISTE()
  return previa
}

async function editar(context: Context<typeof contrato.editar>) {
  const { db, params, body, quien } = context
  const { version, moneda_id, sobregiro, ...campos } = body
  const previa = await locked(db, params.id)
  await exigirVersion(db, previa, version)
  if (previa.tipo !== campos.tipo && (await moved(db, params.id))) {
    throw new DomainError('CONGELADO', { campo: 'El tipo' })
  }
  const overdraft = exigirSobregiro(quien, sobregiro, previa.sobregiro)
  const moneda = await monedaDe(db, moneda_id, previa.moneda_id !== moneda_id)
  exigirDecimales(body, moneda)
  if (previa.moneda_id !== moneda_id) {
    await sql`SELECT cuentas_cambiar_moneda(${params.id}, ${moneda_id})`.execute(db)
  }
  const numero = await numeroDe(db, campos)
  const row = { ...campos, numero } as Updateable<Cuentas>
  await actuar(context)
  // Locks the ledger's row first, as a posting does: renaming takes a lock that the foreign keys of a posting's
  // payments wait for.
  await sql`SELECT cuentas_renombrar(${params.id}, ${campos.nombre})`.execute(db)
  if (overdraft) {
    await sql`SELECT cuentas_sobregirar(${params.id}, ${sobregiro ?? '0'}::numeric)`.execute(db)
  }
  await db
    .updateTable('cuentas')
    .set((e) => ({ ...row, version: e('version', '+', 1) }))
    .where('id', '=', params.id)
    .execute()
  await note(context, 'cuentas', 'editar', params.id, previa, body)
  return { id: params.id, message: 'Cuenta actualizada.' }
}

async function moved(db: Db, id: number): Promise<boolean> {
  const leg = db.selectFrom('apuntes').select('id').where('cuenta_id', '=', id).limit(1)
  return (await leg.executeTakeFirst()) !== undefined
}

/** Refuses the account that somebody has saved since `version` was read. */
async function exigirVersion(db: Db, previa: { id: number; version: number }, version: number) {
  if (previa.version === version) return
  const [actual] = await list(db, false, previa.id)
  throw new DomainError('VERSION', { version: previa.version, actual })
}

async function cambiarEstatus(context: Context<typeof contrato.estatus>) {
  const { db, params, query } = context
  const previa = await locked(db, params.id)
  const version = previa.version + 1
  await exigirVersion(db, previa, query.version ?? previa.version)
  const estatus = !previa.estatus
  const { rows } = await sql<{
    vacia: boolean
  }>`SELECT cuentas_vacia(${params.id}) AS vacia`.execute(db)
  if (!estatus && !rows[0]?.vacia) throw new DomainError('EN_USO', { que: 'la cuenta' })
  await db.updateTable('cuentas').set({ estatus, version }).where('id', '=', params.id).execute()
  await note(context, 'cuentas', 'estatus', params.id, { estatus: previa.estatus }, { estatus })
  const message = `Cuenta ${estatus ? 'activada' : 'desactivada'}.`
  return { id: params.id, estatus, version, message }
}

async function visibles({ db, quien }: Pick<Context, 'db' | 'quien'>) {
  const blind = new Set((await contando(db, quien)).map(({ id }) => id))
  const rows = await (await fotoDe(db))(list, tiene(quien, 'ganancia:ver'))
  return rows.filter(({ id }) => !blind.has(id))
}

async function movimientos(c: Context<typeof contrato.movimientos>) {
  const { db, query, quien } = c
  const ve = { ganancia: tiene(quien, 'ganancia:ver'), clientes: tiene(quien, 'clientes:ver') }
  await exigirSinConteo(db, quien, query.cuenta_id)
  return pagedBy(
    c,
    ['movimientos'],
    (limite, key: Key | null) => movements(query, limite, key, ve),
    ['id', 'fecha_negocio', 'asiento_id'],
  )
}

export const servidor = area(
  contrato,
  {
    listar: visibles,
    totales: async (context) => totalesPorMoneda(await visibles(context)),
    movimientos,
    resumen: async ({ db, query, quien }) => {
      await exigirSinConteo(db, quien, query.cuenta_id)
      return summary(db, query, Boolean(quien.ve))
    },
    autores,
    anotar,
    conciliar,
    saldos,
    sucursales: ({ db }) =>
      db
        .selectFrom('sucursales')
        .select(['id', 'nombre'])
        .where('estatus', '=', true)
        .orderBy('nombre')
        .execute(),
    responsables: ({ db }) =>
      db
        .selectFrom('usuarios')
        .select(['id', 'usuario', 'estatus', sql<string>`nombres || ' ' || apellidos`.as('nombre')])
        .orderBy('nombre')
        .execute(),
    obtener: async ({ db, params, quien }) => {
      await exigirSinConteo(db, quien, params.id)
      const found = await detail(db, params.id, tiene(quien, 'ganancia:ver'))
      if (!found) throw NO_EXISTE()
      return found
    },
    crear,
    editar,
    estatus: cambiarEstatus,
  },
  {
    cuentas_nombre_key: ['una cuenta con ese nombre', 'nombre'],
    cuentas_numero_key: ['una cuenta con ese número', 'numero'],
  },
  aportes,
)
