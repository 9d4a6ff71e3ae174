import { useQuery } from '@tanstack/react-query'
import { CASA, type Casa } from '../../../core/casa.ts'
import { fiscalDe } from '../../../core/documento/fiscal.ts'
import { formatFecha, formatFechaHora } from '../../../core/formato.ts'
import { request } from '../../api/http.ts'
import { useBusqueda } from '../../marco/navegacion.tsx'
import { useAhora } from '../../reloj.ts'
import type { Filtro } from '../lista/filtros.tsx'
import { useOpciones } from '../lista/referencias.ts'
import classes from './impreso.module.css'

/** Above this number of columns the sheet is printed in landscape. */
const DE_PIE = 7

interface Props {
  filtros: readonly Filtro[]
  /** Number of printed columns; decides between portrait and landscape. */
  columnas?: number
}

/** Printed header of a list: the house, the period, the filters and the time of printing. */
export function Impreso({ filtros, columnas = 0 }: Props) {
  const { data: casa } = useQuery({
    queryKey: [CASA],
    queryFn: ({ signal }) => request<Casa>('GET', CASA, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const ahora = useAhora()
  const [{ buscar }] = useBusqueda()
  return (
    <p className={classes.impreso} data-apaisado={columnas > DE_PIE || undefined}>
      {casa && (
        <strong>{[casa.razon_social, fiscalDe(casa.ruc)].filter(Boolean).join(' · ')}</strong>
      )}
      <span>Impreso el {formatFechaHora(new Date(ahora).toISOString())}</span>
      {filtros.map((filtro) => (
        <Elegido key={filtro.tipo + ('clave' in filtro ? filtro.clave : '')} filtro={filtro} />
      ))}
      {buscar && <span data-filtro>Búsqueda: «{buscar}»</span>}
    </p>
  )
}

/** The value of one filter as text; for dates also that there is none. */
function Elegido({ filtro }: { filtro: Filtro }) {
  const [busqueda] = useBusqueda()
  if (filtro.tipo === 'fechas') {
    const { desde, hasta } = busqueda
    return <span data-filtro>{`Período: ${enDias(desde, hasta)}`}</span>
  }
  if (filtro.tipo === 'montos') {
    const { monto_min, monto_max } = busqueda
    const said = [monto_min && `desde ${monto_min}`, monto_max && `hasta ${monto_max}`]
    return (
      (monto_min || monto_max) && (
        <span data-filtro>{`Monto: ${said.filter(Boolean).join(' ')}`}</span>
      )
    )
  }
  const valor = busqueda[filtro.clave]
  if (!valor) return null
  if (filtro.tipo === 'campo') return <PorCampo campo={filtro.campo} valor={valor} />
  const found = filtro.opciones.find((opcion) => opcion.valor === valor)
  return <span data-filtro>{`${filtro.titulo}: ${found?.etiqueta ?? valor}`}</span>
}

function PorCampo({
  campo,
  valor,
}: {
  campo: Extract<Filtro, { tipo: 'campo' }>['campo']
  valor: string
}) {
  const { options } = useOpciones(campo.control)
  const given =
    campo.control.tipo === 'seleccion'
      ? campo.control.opciones.find((opcion) => opcion.valor === valor)?.etiqueta
      : options.find(({ value }) => value === valor)?.label
  return <span data-filtro>{`${campo.etiqueta}: ${given ?? valor}`}</span>
}

function enDias(desde: string | undefined, hasta: string | undefined): string {
  if (desde && hasta) return `del ${formatFecha(desde)} al ${formatFecha(hasta)}`
  if (desde) return `desde el ${formatFecha(desde)}`
  return hasta ? `hasta el ${formatFecha(hasta)}` : 'todas las fechas'
}
