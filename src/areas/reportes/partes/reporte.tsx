import type { ReactNode } from 'react'
import type { Endpoint, Escrita } from '../../../core/contract.ts'
import { callWith } from '../../../web/api/api.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { useRefresco } from '../../../web/api/refresco.ts'
import { Atraso } from '../../../web/crud/exportar/atraso.ts'
import type { Filtro } from '../../../web/crud/lista/filtros.tsx'
import { type Miga, Pagina } from '../../../web/crud/pagina/pagina.tsx'
import { Impreso } from '../../../web/crud/papel/impreso.tsx'
import { useSucursales } from '../../../web/crud/sucursal.tsx'
import { mueveDinero } from '../../../web/marco/aportes.ts'
import { type Busqueda, escritaPara, useBusqueda } from '../../../web/marco/navegacion.tsx'
import { TIPOS } from '../contract/partes.ts'
import { contrato } from '../contract.ts'
import { vistasDe } from '../palabras.ts'
import type { Comparacion } from '../rules.ts'
import { enPalabras, porVenir, usePeriodo } from './periodo.tsx'
import classes from './reportes.module.css'

const MIGAS = [{ texto: 'Reportes', ruta: 'reportes' }] as const

/** Other areas whose changes affect reports: opening balances, balance adjustments and clients. */
const CAMBIAN = ['cuentas', 'ajustes-saldo', 'clientes']
const cambian = (area: string) => mueveDinero(area) || CAMBIAN.includes(area)

/** The frame of every report: title, period and, in print, the house and the filters. */
export function PaginaReporte(props: {
  titulo: string
  datos: Comparacion | undefined
  /** False when the report has no comparison with the period before. */
  compara?: boolean
  /** Until the answer comes it only keeps its place. */
  nota?: string
  /** The «?» of what is hard in it. */
  duda?: ReactNode
  migas?: readonly Miga[]
  filtros?: readonly Filtro[]
  acciones?: ReactNode
  children: ReactNode
}) {
  const { titulo, datos, compara = true, nota, duda, migas = [], filtros = [] } = props
  useRefresco('reportes', cambian)
  const words = datos ? enPalabras(datos, compara) : porVenir(compara)
  return (
    <Pagina
      titulo={titulo}
      migas={[...MIGAS, ...migas]}
      acciones={props.acciones}
      nota={
        <>
          <span className={datos ? undefined : classes.porVenir}>
            {[words, nota, atraso(datos)].filter(Boolean).join('. ')}
          </span>{' '}
          {duda}
        </>
      }
    >
      <Impreso filtros={filtros} />
      <Atraso value={datos?.datos_hace}>{props.children}</Atraso>
    </Pagina>
  )
}

/** Read from a replica that is behind: what was registered since then is not in it yet. */
const atraso = (datos: Comparacion | undefined) =>
  datos?.datos_hace !== undefined && `Datos de hace\u00a0${datos.datos_hace}\u00a0s`

const opcionesDe = (words: Record<string, string>) =>
  Object.entries(words).map(([valor, etiqueta]) => ({ valor, etiqueta }))

const HORAS = Array.from({ length: 24 }, (_, hora) => ({
  valor: String(hora),
  etiqueta: `${String(hora).padStart(2, '0')}:00`,
}))

/** The date fields, shown when a range of dates was chosen. */
export function useFechas(): { tipo: 'fechas' }[] {
  return usePeriodo() === 'rango' ? [{ tipo: 'fechas' }] : []
}

type Comun =
  | 'moneda_id'
  | 'corredor'
  | 'usuario_id'
  | 'sucursal_id'
  | 'tipo'
  | 'hora'
  | 'desde'
  | 'hasta'

/** The filters of reports of operations. */
export function useFiltros(): Filtro<Comun>[] {
  const { data } = useAnswer(contrato.opciones)
  const { filtros: sucursales } = useSucursales()
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
    ...sucursales,
    one('tipo', 'Tipo', opcionesDe(TIPOS)),
    one('hora', 'Hora', HORAS),
  ]
}

/** The groupings as options of a select; by branch for whoever has branches to tell apart. */
export function useVistas(vistas: Readonly<Record<string, string>>) {
  const { filtros } = useSucursales()
  return vistasDe(vistas).filter(({ valor }) => valor !== 'sucursal' || filtros.length > 0)
}

const FILTROS = [
  'segmento',
  'periodo',
  'desde',
  'hasta',
  'moneda_id',
  'corredor',
  'usuario_id',
  'sucursal_id',
  'tipo',
  'hora',
]

/** The filters in the address: as the report's query, and as links to the lists behind its figures. */
export function useFiltrado<E extends Endpoint>(
  endpoint: E,
  more: readonly string[] = [],
): Escrita<E> {
  const [busqueda] = useBusqueda()
  const known = [...FILTROS, ...more]
  const set = Object.entries(busqueda).filter(([clave, valor]) => valor && known.includes(clave))
  return escritaPara(endpoint, Object.fromEntries(set))
}

/** Records in the audit that the report is exported with these filters. */
export function anotarExportacion(reporte: string, filtros: Busqueda): Promise<unknown> {
  const given = Object.entries(filtros).filter((pair): pair is [string, string] => Boolean(pair[1]))
  return callWith(contrato.exportar, { body: { reporte, filtros: Object.fromEntries(given) } })
}
