import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { DomainError } from '../../../core/errors.ts'
import { actor, auditOf, type Quien, tiene } from '../../../server/acceso/sesion.ts'
import { area, type Context } from '../../../server/area.ts'
import { callSql, toRefusal } from '../../../server/db/db.ts'
import { required } from '../../../server/documento.ts'
import { paged } from '../../../server/http/page.ts'
import { enSuLista } from '../../../server/http/respuesta/hallar.ts'
import { pedirVisto } from '../../../server/http/visto.ts'
import { operaciones } from '../../../server/operacion.ts'
import { contratoLotes } from './contract.ts'
import { escribirArchivo, type LoteEscrito, NoCabe } from './formatos/escribir.ts'
import { FORMATOS, formatoDe } from './formatos/formatos.ts'
import { archivo, detail, list, preview } from './queries.ts'
import { verifica } from './verifica.ts'

const listar = (c: Context<typeof contratoLotes.listar>) =>
  paged(c, ['ordenes_lotes'], (limite, key) => list(c.query, limite, key))

const como = (quien: Quien) => ({
  ...actor(quien),
  limite_usd: quien.limite_usd,
  devolver: tiene(quien, 'ordenes:devolver'),
})
const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

/** Begins the batch, writes its file and keeps it, in one transaction. */
async function crear({ db, quien, body }: Context<typeof contratoLotes.crear>) {
  const { rows } = await sql<{ pais: string; entidad: string }>`
    SELECT e.pais, e.codigo AS entidad FROM cuentas c
    JOIN entidades_financieras e ON e.id = c.entidad_id WHERE c.id = ${body.cuenta_id}`.execute(db)
  const [cuenta] = rows
  const formato = cuenta ? formatoDe(cuenta.pais, cuenta.entidad) : null
  if (!formato) {
    const msg = 'Elija una cuenta cuyo banco tenga un archivo de pagos.'
    throw new DomainError('VALIDACION', {}, [{ msg, campo: 'cuenta_id' }])
  }
  const lote = await callSql<LoteEscrito & { id: number }>(
    db,
    sql`ordenes_lote_crear(${json(como(quien))}, ${json({ ...body, formato })})`,
  )
  const contenido = write(formato, lote)
  return callSql<{ id: number; numero: string; message: string }>(
    db,
    sql`ordenes_lote_archivar(${auditOf(quien)}::jsonb, ${lote.id}, ${contenido})`,
  )
}

function write(clave: keyof typeof FORMATOS, lote: LoteEscrito): Buffer {
  const formato = FORMATOS[clave]
  for (const linea of lote.lineas) {
    try {
      // Each alone first, so that the refusal names the order that does not fit.
      escribirArchivo(formato, { ...lote, lineas: [linea] })
    } catch (error) {
      if (!(error instanceof NoCabe)) throw error
      const datos = { numero: linea.orden, formato: formato.nombre, porque: error.message }
      throw new DomainError('LOTE_FORMATO', datos)
    }
  }
  return escribirArchivo(formato, lote)
}

const operar = operaciones()

/** A key of its own for each line, out of the call's: the same call again finds what was done of each. */
function claveDe(clave: string, linea: number): string {
  const hex = createHash('sha256').update(`${clave} ${linea}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** Pays line by line, each in a transaction of its own, so that a refused one holds no other back. */
async function pagar(c: Context<typeof contratoLotes.pagar>) {
  const own = await detail(c.db, c.params.id).then(required('ese lote'))
  const lineas: { linea_id: number; pagada: boolean; codigo: string | null; message: string }[] = []
  for (const { linea_id, ...p } of c.body.lineas) {
    lineas.push({ linea_id, ...(await payOne(c, linea_id, p, own.lineas)) })
  }
  const pagadas = lineas.filter(({ pagada }) => pagada).length
  const message =
    pagadas === lineas.length
      ? `${pagadas === 1 ? 'Pago registrado' : `${pagadas} pagos registrados`} de ${own.numero}.`
      : `De ${lineas.length} pagos de ${own.numero} se registraron ${pagadas}.`
  return { id: own.id, message, pagadas, lineas }
}

async function payOne(
  c: Context<typeof contratoLotes.pagar>,
  linea: number,
  p: object,
  own: readonly { id: number }[],
) {
  const huella = createHash('sha256')
    .update(JSON.stringify([linea, p]))
    .digest()
  try {
    if (!own.some(({ id }) => id === linea)) {
      throw new DomainError('NO_EXISTE', { que: 'esa línea del lote' })
    }
    const call = { ...c, clave: claveDe(c.clave, linea), huella }
    const hecho = await operar<{ message: string }>(
      call,
      'ordenes_lote_pagar',
      como(c.quien),
      p,
      linea,
    )
    return { pagada: true, codigo: null, message: hecho.message }
  } catch (error) {
    const said = toRefusal(await pedirVisto(c.db, c.quien, error).catch((cause: unknown) => cause))
    if (!(said instanceof DomainError) || said.status >= 500) throw said
    const message = said.errors?.map(({ msg }) => msg).join(' ') || said.message
    return { pagada: false, codigo: said.code, message }
  }
}

export const servidorLotes = area(
  contratoLotes,
  {
    listar,
    previa: ({ db, query, quien }) => preview(db, query.ordenes.split(',').map(Number), quien),
    obtener: ({ db, params }) => detail(db, params.id).then(required('ese lote')),
    crear,
    archivo: ({ db, params }) => archivo(db, params.id).then(required('ese lote')),
    comprobar: ({ db, params, body, quien }) =>
      callSql<{ id: number; igual: boolean; message: string }>(
        db,
        sql`ordenes_lote_comprobar(${auditOf(quien)}::jsonb, ${params.id}, ${body})`,
      ),
    pagar: { directo: pagar },
    rechazar: ({ db, params, body, quien }) =>
      callSql<{ id: number; estado: 'abierto' | 'cerrado' | 'anulado'; message: string }>(
        db,
        sql`ordenes_lote_rechazar(${json(como(quien))}, ${params.id}, ${body.linea_id}, ${body.motivo})`,
      ),
  },
  {
    ordenes_lotes_lineas_pendiente: ['una de esas órdenes en otro lote abierto', 'ordenes'],
  },
  { verifica, halla: { lotes: enSuLista(contratoLotes.listar, listar) } },
)
