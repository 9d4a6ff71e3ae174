import { sql } from 'kysely'
import { DomainError } from '../../core/errors.ts'
import { auditOf, tiene } from '../../server/acceso/sesion.ts'
import { area, type Context } from '../../server/area.ts'
import { paged } from '../../server/http/page.ts'
import { aportes } from './aportes.ts'
import { firmanteDe, ultimaAncla } from './cadena/anclas.ts'
import { sellar } from './cadena/sellado.ts'
import { type Cabecera, porFirmar } from './cadena/verificacion.ts'
import { contrato } from './contract.ts'
import {
  cabezaDe,
  detail,
  enlace,
  eslabones,
  list,
  options,
  primeraFalla,
  rango,
} from './queries.ts'
import { sinReservados } from './rules.ts'

const listar = (c: Context<typeof contrato.listar>) =>
  paged(c, ['auditoria'], (limite, key) => list(c.db, c.query, limite, key?.[0] ?? null))

async function obtener({ db, params, quien }: Context<typeof contrato.obtener>) {
  const found = await detail(db, params.id)
  if (!found) throw new DomainError('NO_EXISTE', { que: 'ese registro' })
  const ganancia = tiene(quien, 'ganancia:ver')
  const { antes, despues } = found
  return {
    ...found,
    antes: sinReservados(antes, ganancia),
    despues: sinReservados(despues, ganancia),
  }
}

async function estado({ db, afuera }: Context<typeof contrato.estado>) {
  const { pos, hash, hasta, por_sellar } = await cabezaDe(db)
  const ultima = afuera.anclas ? ultimaAncla(afuera.anclas) : null
  const publicada = ultima && {
    pos: ultima.pos,
    fecha: ultima.fecha,
    coincide: (await enlace(db, ultima.pos)) === ultima.hash,
  }
  const clave_publica = afuera.anclas ? firmanteDe(afuera.clave).publica : null
  return { pos, hash, hasta, por_sellar, publicada, clave_publica }
}

/** The audit row of the export is written before its first page is read; it is not among the exported rows. */
async function exportar({ db, body, quien, afuera }: Context<typeof contrato.exportar>) {
  await sellar(db)
  const lugar = body.formato === 'verificable' ? await rango(db, body.desde, body.hasta) : null
  const { rows } = await sql<{ ahora: string }>`
    SELECT auditar(${auditOf(quien)}::jsonb, 'exportar', 'auditoria', NULL, NULL, ${JSON.stringify(body)}::jsonb),
           ahora() AS ahora`.execute(db)
  const message = 'La exportación quedó registrada en la auditoría.'
  if (!lugar) return { message, cabecera: null, desde: null, hasta: null }
  const { publica, firmar } = firmanteDe(afuera.clave)
  const sin = {
    ...lugar,
    previo: (await enlace(db, lugar.desde - 1)) ?? '',
    cabeza: (await enlace(db, lugar.hasta)) ?? '',
    exportado_en: (rows[0] as { ahora: string }).ahora,
    clave: publica,
  }
  const cabecera: Cabecera = {
    cambista: 'auditoria',
    version: 1,
    ...sin,
    firma: firmar(porFirmar(sin)),
  }
  return { message, cabecera: JSON.stringify(cabecera), ...lugar }
}

const TRAMO = 20_000

async function revisar({ db, query }: Context<typeof contrato.revisar>) {
  const { desde = 1 } = query
  const { pos: total } = await cabezaDe(db)
  const hasta = Math.min(total, desde + TRAMO - 1)
  const falla = await primeraFalla(db, desde, hasta)
  const siguiente = falla === null && hasta < total ? hasta + 1 : null
  return { desde, hasta, total, falla, siguiente }
}

const LINEAS = 1000

async function cadena({ db, query }: Context<typeof contrato.cadena>) {
  const hasta = Math.min(query.hasta, query.desde + LINEAS - 1)
  const rows = await eslabones(db, query.desde, hasta)
  const lineas = rows.map((row) => JSON.stringify(row))
  return { lineas, siguiente: hasta < query.hasta ? hasta + 1 : null }
}

export const servidor = area(
  contrato,
  {
    listar,
    estado,
    opciones: ({ db }) => options(db),
    obtener,
    exportar,
    revisar,
    cadena,
  },
  {},
  aportes,
)
