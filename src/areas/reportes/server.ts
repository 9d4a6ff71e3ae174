import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import type { Permiso } from '../../core/permisos.ts'
import { exigirSinConteo } from '../../server/acceso/conteo.ts'
import { auditOf, type Quien, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { pageOf } from '../../server/http/page.ts'
import { exigirTodas } from '../../server/sucursales.ts'
import { aportes } from './aportes.ts'
import { counts } from './arqueos/queries.ts'
import { topClients } from './clientes/queries.ts'
import { contrato as deArqueos } from './contract/arqueos.ts'
import { contrato as deClientes } from './contract/clientes.ts'
import { MAXIMO_RO } from './contract/ro.ts'
import { contrato } from './contract.ts'
import { exceptions } from './excepciones/queries.ts'
import { gain, gainLegs, gainSum, type KeyMovimiento } from './ganancia/queries.ts'
import { position } from './posicion/queries.ts'
import { options, reporte } from './queries.ts'
import { type KeyRo, register } from './ro/queries.ts'
import { diasDe } from './rules.ts'
import { type KeyDocumento, volume, volumeDocuments, volumeSum } from './volumen/queries.ts'

/** Requires a second permission, besides the one that the route declares. @throws DomainError SIN_PERMISO */
function exigir(quien: Quien, permiso: Permiso): void {
  if (!tiene(quien, permiso)) throw new DomainError('SIN_PERMISO', { permiso })
}

async function ganancia({ db, query, quien }: Context<typeof contrato.ganancia>) {
  exigir(quien, 'reportes:ver')
  const { por = 'moneda', periodo, desde, hasta, ...filters } = query
  return reporte(db, { periodo, desde, hasta }, (tx, days) => gain(tx, days, filters, por))
}

async function movimientosGanancia(c: Context<typeof contrato.movimientosGanancia>) {
  const { db, query, quien, cursores } = c
  exigir(quien, 'reportes:ver')
  const { limite = 50, cursor, ...filters } = query
  const { periodo, desde, hasta, ...f } = filters
  const bound = [quien.usuario_id, 'reportes-ganancia', filters]
  const key = cursor ? (cursores.read(bound, cursor) as KeyMovimiento) : null
  return reporte(db, { periodo, desde, hasta }, async (tx, days) => {
    const rows = await gainLegs(tx, days.periodo, f, limite, key, quien)
    const page = pageOf(rows, limite, ({ fecha_negocio, asiento_id, id }) =>
      cursores.write(bound, [fecha_negocio, asiento_id, id]),
    )
    const items = page.items.map(({ fecha_negocio: _f, asiento_id: _a, ...row }) => row)
    return { ...page, items, suma: await gainSum(tx, days.periodo, f) }
  })
}

async function volumen({ db, query }: Context<typeof contrato.volumen>) {
  const { por = 'moneda', periodo, desde, hasta, ...filters } = query
  return reporte(db, { periodo, desde, hasta }, (tx, days) => volume(tx, days, filters, por))
}

async function documentosVolumen(c: Context<typeof contrato.documentosVolumen>) {
  const { db, query, quien, cursores } = c
  const { limite = 50, cursor, ...filters } = query
  const { periodo, desde, hasta, ...f } = filters
  const bound = [quien.usuario_id, 'reportes-volumen', filters]
  const key = cursor ? (cursores.read(bound, cursor) as KeyDocumento) : null
  return reporte(db, { periodo, desde, hasta }, async (tx, days) => {
    const rows = await volumeDocuments(tx, days.periodo, f, limite, key, quien)
    const page = pageOf(rows, limite, ({ fecha_negocio, fecha, origen, id }) =>
      cursores.write(bound, [fecha_negocio, fecha, origen, id]),
    )
    const items = page.items.map(({ fecha_negocio: _f, ...row }) => row)
    return { ...page, items, sumas: await volumeSum(tx, days.periodo, f) }
  })
}

async function clientes({ db, query, quien }: Context<typeof deClientes.clientes>) {
  exigir(quien, 'clientes:ver')
  const { tipo, sucursal_id, ...dates } = query
  return reporte(db, dates, (tx, days) => topClients(tx, days, { tipo, sucursal_id }))
}

async function arqueos({ db, query, quien }: Context<typeof deArqueos.arqueos>) {
  exigir(quien, 'cierres:ver')
  const { por = 'cajero', sucursal_id, ...dates } = query
  return reporte(db, dates, (tx, days) => counts(tx, days, { sucursal_id }, por))
}

async function posicion({ db, query, quien }: Context<typeof contrato.posicion>) {
  exigirTodas(quien)
  await exigirSinConteo(db, quien)
  const { moneda_id, ...dates } = query
  const cost = tiene(quien, 'ganancia:ver')
  return reporte(db, dates, (tx, days) => position(tx, days.periodo, moneda_id, cost))
}

async function ro(c: Context<typeof contrato.ro>) {
  const { db, query, quien, cursores } = c
  exigir(quien, 'reportes:ver')
  const { limite = 50, cursor, ...filters } = query
  const bound = [quien.usuario_id, 'reportes-ro', filters]
  const key = cursor ? (cursores.read(bound, cursor) as KeyRo) : null
  const whole = tiene(quien, 'clientes:ver')
  return reporte(db, filters, async (tx, { periodo }) => {
    if (diasDe(periodo) > MAXIMO_RO) {
      const msg = `El registro abarca como máximo ${MAXIMO_RO} días.`
      throw new DomainError('VALIDACION', {}, [{ msg, campo: 'desde' }])
    }
    const { filas, ...sums } = await register(tx, periodo, filters, limite, key, whole)
    const page = pageOf(filas, limite, ({ fecha, origen, id }) =>
      cursores.write(bound, [fecha, origen, id]),
    )
    return { ...page, ...sums }
  })
}

function excepciones({ db, query, quien }: Context<typeof contrato.excepciones>) {
  const { periodo, desde, hasta, ...f } = query
  return reporte(db, { periodo, desde, hasta }, (tx, days) =>
    exceptions(tx, days.periodo, f, quien.usuario_id),
  )
}

async function excepcionesVistas({ db, quien }: Context<typeof contrato.excepcionesVistas>) {
  await sql`UPDATE usuarios SET excepciones_vistas_en = ahora() WHERE id = ${quien.usuario_id}`.execute(
    db,
  )
  return { message: 'Anotado.' }
}

/** The audit row of an export is written before the file is made. */
async function exportar({ db, body, quien }: Context<typeof contrato.exportar>) {
  await sql`SELECT auditar(${auditOf(quien)}::jsonb, 'exportar', 'reportes', ${body.reporte}, NULL,
            ${JSON.stringify(body)}::jsonb)`.execute(db)
  return { message: 'La exportación quedó registrada en la auditoría.' }
}

export const servidor = area(
  { ...contrato, ...deClientes, ...deArqueos },
  {
    opciones: ({ db }) => options(db),
    exportar,
    ganancia,
    movimientosGanancia,
    volumen,
    documentosVolumen,
    clientes,
    arqueos,
    posicion,
    ro,
    excepciones,
    excepcionesVistas,
  },
  {},
  aportes,
)
