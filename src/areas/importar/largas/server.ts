import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import { escribirHoja } from '../../../core/texto/hoja.ts'
import { exigirArchivo } from '../../../server/acceso/control.ts'
import { auditOf } from '../../../server/acceso/sesion.ts'
import { type Area, area, type Context, type Handlers } from '../../../server/area.ts'
import { note } from '../../../server/catalog.ts'
import { aportesDe } from '../aportes.ts'
import { LARGAS } from '../contract/columnas.ts'
import { exigirDestino, leerEntero } from '../entero.ts'
import { contados } from '../nombres.ts'
import { columnas } from '../queries.ts'
import { MOTIVO } from '../rules/columnas.ts'
import { contratoLargas, PASOS } from './contract.ts'
import { pedidas, tituloPedido } from './pedido.ts'
import type { Receptoras } from './porciones.ts'
import {
  type Abierta,
  acabar,
  clavesDe,
  filas,
  guardarFilas,
  listar,
  obtener,
  rechazadas,
  revisadas,
  tomar,
} from './queries.ts'

const AREA = 'importar'

/** Keeps a file and leaves its check to the server's portions. */
async function abrir(context: Context<typeof contratoLargas.abrir>) {
  const { db, params, query, body, quien } = context
  const { que } = params
  const { tabla, claves, decimales } = await leerEntero(
    { db, que, quien, decimales: query.decimales, filas: LARGAS[que] },
    body,
  )
  const sha256 = createHash('sha256').update(body).digest()
  const { rows } = await sql<{ id: number }>`
    INSERT INTO importaciones (que, nombre, sha256, claves, decimales, filas, usuario_id, quien, estado, creada_en)
    VALUES (${que}, ${query.nombre}, ${sha256}, ${JSON.stringify(claves)}, ${decimales}, ${tabla.filas.length},
      ${quien.usuario_id}, ${auditOf(quien)}::jsonb, 'revisando', ahora()) RETURNING id`.execute(db)
  const id = rows[0]?.id as number
  await guardarFilas(db, id, tabla.filas)
  await note(context, AREA, 'crear', id, null, {
    ...{ que, nombre: query.nombre, filas: tabla.filas.length },
    sha256: sha256.toString('hex'),
  })
  return { id, message: 'El archivo se está revisando. Puede dejar esta página.' }
}

/** Refuses a step that does not follow. @throws DomainError IMPORTAR_PASO */
function exigirPaso({ estado }: Abierta, from: readonly string[]): void {
  if (from.includes(estado)) return
  throw new DomainError('IMPORTAR_PASO', { estado: PASOS[estado].toLowerCase() })
}

/**
 * Begins to write a file that was checked. What its rows would each take another person's yes takes it once, to
 * this file, before the first one is written.
 */
async function importar(context: Context<typeof contratoLargas.importar>) {
  const { db, params, quien } = context
  const larga = await tomar(db, quien, params.id)
  exigirPaso(larga, ['revisada'])
  exigirDestino(quien, larga.que)
  const sha256 = larga.sha256.toString('hex')
  if (larga.debe) {
    const there = await columnas(db, larga.que)
    const known = larga.claves.map((clave) => there.find((each) => each.clave === clave) ?? null)
    const rows = await revisadas(db, larga.id)
    await exigirArchivo(
      context,
      {
        ...{ clave: 'limite', origen: AREA, origen_id: larga.id },
        que: { sha256, que: larga.que, importacion: larga.id },
        titulo: tituloPedido(larga.que, larga.nombre, larga),
      },
      () => pedidas(known, larga.decimales, rows),
    )
  }
  await sql`
    UPDATE importaciones SET estado = 'importando', quien = ${auditOf(quien)}::jsonb, dado = debe, hechas = 0, nueva = 0,
      igual = 0, distinta = 0, rechazada = 0, acabada_en = NULL, vista_en = NULL WHERE id = ${larga.id}`.execute(
    db,
  )
  const { que, nombre, filas: total } = larga
  await note(context, AREA, 'importar', larga.id, null, { que, nombre, filas: total, sha256 })
  return { id: larga.id, message: 'Se está importando. Puede dejar esta página.' }
}

async function cancelar(context: Context<typeof contratoLargas.cancelar>) {
  const { db, params, quien } = context
  const larga = await tomar(db, quien, params.id)
  exigirPaso(larga, ['revisando', 'revisada', 'importando'])
  const written = larga.estado === 'importando' ? larga.nueva : 0
  await acabar(db, larga.id, 'cancelada', written > 0 ? 'Lo que ya se creó queda.' : '')
  await note(
    context,
    AREA,
    'cancelar',
    larga.id,
    { estado: larga.estado },
    { hechas: larga.hechas },
  )
  const message =
    written > 0
      ? `Se detuvo. Quedan creados ${contados(larga.que, written)}.`
      : 'Se detuvo. No se importó nada.'
  return { id: larga.id, message }
}

/** The refused rows under the names of their columns, with the reason of each. */
async function bajarRechazadas({ db, params, quien }: Context<typeof contratoLargas.rechazadas>) {
  const { que, nombre } = await obtener(db, quien, params.id)
  const claves = await clavesDe(db, params.id)
  const there = await columnas(db, que)
  const titulo = (clave: string | null) => there.find((c) => c.clave === clave)?.titulo ?? clave
  const read = claves.flatMap((clave, n) => (clave === null ? [] : [n]))
  const rows = (await rechazadas(db, params.id)).map(({ celdas, motivos }) => [
    ...read.map((n) => celdas[n] ?? ''),
    motivos.map(({ clave, msg }) => (clave === null ? msg : `${titulo(clave)}: ${msg}`)).join(' '),
  ])
  const text = escribirHoja([[...read.map((n) => titulo(claves[n] ?? null)), MOTIVO], ...rows])
  return {
    tipo: 'text/csv',
    nombre: `${nombre.replace(/\.\w+$/, '')} - por corregir.csv`,
    contenido: Buffer.from(`\uFEFF${text}`),
  }
}

const maneja: Handlers<typeof contratoLargas> = {
  listar: ({ db, quien }) => listar(db, quien),
  abrir,
  obtener: ({ db, params, quien }) => obtener(db, quien, params.id),
  filas: async ({ db, params, query, quien }) => {
    await obtener(db, quien, params.id)
    return filas(db, params.id, query)
  },
  rechazadas: bajarRechazadas,
  importar,
  cancelar,
  vista: async ({ db, params, quien }) => {
    const { estado } = await tomar(db, quien, params.id)
    if (estado !== 'revisando' && estado !== 'importando') {
      await sql`UPDATE importaciones SET vista_en = coalesce(vista_en, ahora()) WHERE id = ${params.id}`.execute(
        db,
      )
      await sql`SELECT avisar('importar')`.execute(db)
    }
    return { message: 'Visto.' }
  },
}

/** The calls of imports in portions. `areas` are those that receive rows, given by main. */
export function servidorLargas(areas: Receptoras): Area {
  const una = ['una importación suya que no acabó: impórtela o descártela', 'nombre'] as const
  return area(contratoLargas, maneja, { importaciones_una: una }, aportesDe(areas))
}
