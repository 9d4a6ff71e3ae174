import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { exigirArchivo } from '../../server/acceso/control.ts'
import { auditOf } from '../../server/acceso/sesion.ts'
import { type Area, area, type Context } from '../../server/area.ts'
import { QUE, type Que } from './contract/columnas.ts'
import type { Fila, Totales } from './contract/filas.ts'
import { contrato } from './contract.ts'
import { correr, type Trabajo } from './correr.ts'
import { DESTINOS } from './destinos.ts'
import { leerEntero } from './entero.ts'
import { pedidas, tituloPedido } from './largas/pedido.ts'
import { leer, mapas, recordar } from './mapa/server.ts'
import { enMarcha, marchaDe } from './marcha.ts'
import { creados } from './nombres.ts'
import { catalogos, columnas } from './queries.ts'
import { MOTIVO } from './rules/columnas.ts'

type Envio = Context<typeof contrato.probar>
type Areas = Readonly<Record<Que, Area>>

/** Prepares a file: its rows, the column of each cell, and the area that receives them. */
async function trabajoDe(areas: Areas, { db, params, query, body, quien }: Envio) {
  const { que } = params
  const destino = DESTINOS[que]
  const { tabla, claves, known, decimales } = await leerEntero(
    { db, que, quien, decimales: query.decimales, filas: QUE[que].filas },
    body,
  )
  const lectura = { catalogos: await catalogos(db), decimales }
  const ignoradas = tabla.encabezado.filter(
    (titulo, n) => claves[n] === null && titulo !== '' && titulo !== MOTIVO,
  )
  const trabajo: Trabajo = { tabla, columnas: known, lectura, destino, area: areas[que] }
  return { trabajo, ignoradas }
}

function totalesDe(filas: readonly Fila[]): Totales {
  const of = (estado: Fila['estado']) => filas.filter((fila) => fila.estado === estado).length
  return {
    filas: filas.length,
    nueva: of('nueva'),
    igual: of('igual'),
    distinta: of('distinta'),
    rechazada: of('rechazada'),
  }
}

/** Creates the rows and rolls them back, so that a trial applies the same rules as the import. */
async function probar(areas: Areas, context: Envio) {
  const { trabajo, ignoradas } = await trabajoDe(areas, context)
  await sql`SAVEPOINT prueba; SELECT set_config('cambista.control', 'luego', true)`.execute(
    context.db,
  )
  const filas = await conAvance(context, trabajo)
  await sql`ROLLBACK TO SAVEPOINT prueba`.execute(context.db)
  // Rows that were rolled back have no id to show.
  const shown = filas.map((fila) => (fila.estado === 'nueva' ? { ...fila, id: null } : fila))
  return { totales: totalesDe(filas), ignoradas, filas: shown }
}

function conAvance(context: Envio, trabajo: Trabajo): Promise<Fila[]> {
  const { query, quien } = context
  return enMarcha(query.marcha, quien.usuario_id, trabajo.tabla.filas.length, (paso) =>
    correr(context as unknown as Context, trabajo, paso),
  )
}

async function importar(areas: Areas, context: Context<typeof contrato.importar>) {
  const { db, params, query, body, quien } = context
  const { que } = params
  const { trabajo, ignoradas } = await trabajoDe(areas, context)
  await sql`SELECT set_config('cambista.control', 'luego', true)`.execute(db)
  const filas = await conAvance(context, trabajo)
  const totales = totalesDe(filas)
  const sha256 = createHash('sha256').update(body).digest('hex')
  await exigirEntero(context, trabajo, filas, sha256)
  if (query.modo === 'todo' && totales.rechazada > 0) {
    const { fila, motivos } = filas.find(({ estado }) => estado === 'rechazada') as Fila
    throw new DomainError('IMPORTAR_RECHAZADAS', {
      cuantas:
        totales.rechazada === 1
          ? 'hay 1 fila que no se puede crear'
          : `hay ${totales.rechazada} filas que no se pueden crear`,
      fila,
      motivo: motivos[0]?.msg ?? '',
    })
  }
  const despues = {
    nombre: query.nombre,
    que: QUE[que].titulo,
    modo: query.modo,
    ...totales,
    sha256,
  }
  await sql`SELECT auditar(${auditOf(quien)}::jsonb, 'importar', 'importar', NULL, NULL,
            ${JSON.stringify(despues)}::jsonb)`.execute(db)
  return {
    totales,
    ignoradas,
    filas: filas.filter(({ estado }) => estado !== 'nueva'),
    message: creados(que, totales.nueva),
  }
}

/** What rows of the file would each take another person's yes takes it once, to this file. */
async function exigirEntero(
  context: Context<typeof contrato.importar>,
  trabajo: Trabajo,
  filas: readonly Fila[],
  sha256: string,
): Promise<void> {
  const { db, params, query } = context
  const { rows } = await sql<{ debe: boolean }>`
    SELECT current_setting('cambista.control', true) = 'debido' AS debe`.execute(db)
  if (!rows[0]?.debe) return
  const { columnas: known, lectura } = trabajo
  const { decimales } = lectura
  const con = filas.map((fila, n) => ({ ...fila, celdas: trabajo.tabla.filas[n]?.celdas ?? [] }))
  await exigirArchivo(
    context,
    {
      ...{ clave: 'limite', origen: 'importar' },
      // What the signs of its numbers mean is part of what the file says.
      que: { sha256, que: params.que, modo: query.modo, decimales },
      titulo: tituloPedido(params.que, query.nombre, totalesDe(filas)),
    },
    () => pedidas(known, decimales, con),
  )
}

/** The area's server. `areas` are those whose rows can be imported, given by main. */
export function servidorImportar(areas: Areas): Area {
  return area(contrato, {
    mapas,
    recordar,
    leer,
    columnas: async ({ db, params }) =>
      (await columnas(db, params.que)).map(({ campo: _, ...columna }) => ({
        ...columna,
        alias: [...columna.alias],
        opciones: [...columna.opciones],
      })),
    probar: (context) => probar(areas, context),
    importar: (context) => importar(areas, context),
    avance: async ({ params, quien }) => {
      const found = marchaDe(params.marcha, quien.usuario_id)
      return found ? { hechas: found.hechas, total: found.total } : null
    },
    cancelar: async ({ params, quien }) => {
      const found = marchaDe(params.marcha, quien.usuario_id)
      if (found) found.cancelada = true
      return { cancelada: found !== undefined }
    },
  })
}
