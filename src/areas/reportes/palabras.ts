import { SEGMENTOS, type Segmento } from '../../core/dinero/tramos.ts'
import { formatFecha } from '../../core/formato.ts'
import { TIPOS, type Tipo } from './contract/partes.ts'

const dos = (hora: string) => hora.padStart(2, '0')

type Busqueda = Record<string, string | undefined>

/** The name of a group; hours, days, types and levels are named here only. */
export function nombreDe(por: string, fila: { clave: string; nombre: string | null }): string {
  const { clave, nombre } = fila
  if (por === 'hora') return `${dos(clave)}:00 a ${dos(clave)}:59`
  if (por === 'dia') return formatFecha(clave)
  if (por === 'segmento') return SEGMENTOS[clave as Segmento]
  return nombre ?? TIPOS[clave as Tipo]
}

/** The client of a movement: what no client may have (a transfer, an adjustment, a settlement) has none. */
export const clienteDe = ({ tipo, cliente }: { tipo: Tipo; cliente: string | null }): string =>
  cliente ?? (tipo === 'transferencia' || tipo === 'otro' ? '—' : 'Ocasional')

const FILTRO: Record<string, string> = {
  moneda: 'moneda_id',
  corredor: 'corredor',
  cajero: 'usuario_id',
  sucursal: 'sucursal_id',
  tipo: 'tipo',
  segmento: 'segmento',
  hora: 'hora',
}

/** The query of the list behind a group. */
export function detrasDe(filtrado: Busqueda, por: string, clave: string): Busqueda {
  if (por === 'dia') return { ...filtrado, periodo: 'rango', desde: clave, hasta: clave }
  return { ...filtrado, [FILTRO[por] ?? por]: clave }
}

/** The sort key of a group: days and hours by time, others by name. */
export const ordenDe = (por: string, fila: { clave: string; nombre: string | null }) =>
  por === 'dia' || por === 'hora' ? fila.clave : nombreDe(por, fila)

/** The groupings as options of a select: `Por divisa`, `Por corredor`. */
export const vistasDe = (vistas: Record<string, string>) =>
  Object.entries(vistas).map(([valor, titulo]) => ({
    valor,
    etiqueta: `Por ${titulo.toLowerCase()}`,
  }))
