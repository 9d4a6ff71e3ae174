import type { ReactNode } from 'react'
import type { Endpoint, Escrita } from '../../../core/contract.ts'
import { callWith } from '../../../web/api/api.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useRefresco } from '../../../web/api/refresco.ts'
import type { Filtro } from '../../../web/crud/lista/filtros.tsx'
import { type Miga, Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { Impreso } from '../../../web/crud/papel/impreso.tsx'
import { mueveDinero } from '../../../web/marco/aportes.ts'
import { type Busqueda, escritaPara, useBusqueda } from '../../../web/marco/navegacion.tsx'
import { TIPOS } from '../contract/partes.ts'
import { contrato } from '../contract.ts'
import type { Comparacion } from '../rules.ts'
import { enPalabras, usePeriodo } from './periodo.tsx'

const MIGAS = [{ texto: 'Reportes', ruta: 'reportes' }] as const

/** What else changes a report: balances that were brought in or adjusted, and who the clients are. */
const CAMBIAN = ['cuentas', 'ajustes-saldo', 'clientes']
const cambian = (area: string) => mueveDinero(area) || CAMBIAN.includes(area)

/** The shape of every report: what it is, of which days, and on paper whose and under which filters. */
export function PaginaReporte(props: {
  titulo: string
  datos: Comparacion | undefined
  /** False where nothing stands beside the period before. */
  compara?: boolean
  nota?: string
  migas?: readonly Miga[]
  filtros?: readonly Filtro[]
  acciones?: ReactNode
  children: ReactNode
}) {
  const {
    titulo,
    datos,
    compara = true,
    nota,
    migas = [],
    filtros = [],
    acciones,
    children,
  } = props
  useRefresco('reportes', cambian)
  const words = datos && enPalabras(datos, compara)
  return (
    <Pagina
      titulo={titulo}
      migas={[...MIGAS, ...migas]}
      acciones={acciones}
      nota={[words, nota].filter(Boolean).join('. ') || '\u00a0'}
    >
      <Impreso filtros={filtros} />
      {children}
    </Pagina>
  )
}

const opcionesDe = (words: Record<string, string>) =>
  Object.entries(words).map(([valor, etiqueta]) => ({ valor, etiqueta }))

const HORAS = Array.from({ length: 24 }, (_, hora) => ({
  valor: String(hora),
  etiqueta: `${String(hora).padStart(2, '0')}:00`,
}))

/** The dates, where dates were chosen. */
export function useFechas(): { tipo: 'fechas' }[] {
  return usePeriodo() === 'rango' ? [{ tipo: 'fechas' }] : []
}

type Comun = 'moneda_id' | 'corredor' | 'usuario_id' | 'tipo' | 'hora' | 'desde' | 'hasta'

/** What reports of operations are narrowed by. */
export function useFiltros(): Filtro<Comun>[] {
  const { data } = useAnswer(contrato.opciones)
  const one = <const K extends string>(
    clave: K,
    titulo: string,
    opciones: readonly (typeof HORAS)[number][],
  ) => ({ tipo: 'opciones', clave, titulo, opciones }) as const
  const { monedas = [], corredores = [], cajeros = [] } = data ?? {}
  const dates = useFechas()
  return [
    ...dates,
    one('moneda_id', 'Divisa', [...monedas, { valor: '0', etiqueta: 'Sin divisa' }]),
    one('corredor', 'Corredor', [...corredores, { valor: '0-0', etiqueta: 'Sin corredor' }]),
    one('usuario_id', 'Cajero', cajeros),
    one('tipo', 'Tipo', opcionesDe(TIPOS)),
    one('hora', 'Hora', HORAS),
  ]
}

const FILTROS = [
  'segmento',
  'periodo',
  'desde',
  'hasta',
  'moneda_id',
  'corredor',
  'usuario_id',
  'tipo',
  'hora',
]

/** What the address narrows the report to: as it is asked for, and as it goes on to the list behind a figure. */
export function useFiltrado<E extends Endpoint>(
  endpoint: E,
  more: readonly string[] = [],
): Escrita<E> {
  const [busqueda] = useBusqueda()
  const known = [...FILTROS, ...more]
  const set = Object.entries(busqueda).filter(([clave, valor]) => valor && known.includes(clave))
  return escritaPara(endpoint, Object.fromEntries(set))
}

/** Notes in the audit that a file is made of the report, under these filters. */
export function anotarExportacion(reporte: string, filtros: Busqueda): Promise<unknown> {
  const given = Object.entries(filtros).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return callWith(contrato.exportar, { body: { reporte, filtros: Object.fromEntries(given) } })
}
