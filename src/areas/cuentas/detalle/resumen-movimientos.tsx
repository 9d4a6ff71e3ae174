import type { Escrita } from '../../../core/contract.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Desplazable } from '../../../web/crud/lista/desplazable.tsx'
import type { Suma } from '../../../web/crud/lista/pie/paginador.tsx'
import { Reserva } from '../../../web/crud/totales/reserva.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import { type Busqueda, escritaPara, useBusqueda } from '../../../web/marco/navegacion.tsx'
import classes from '../cuentas.module.css'
import { contrato, type ResumenMovimientos } from '../movimientos/contract.ts'

const FILTROS = [
  'cuenta_id',
  'moneda_id',
  'desde',
  'hasta',
  'tipo',
  'buscar',
  'monto_min',
  'monto_max',
  'usuario_id',
  'conciliado',
]

type Filtrado = Escrita<typeof contrato.resumen>

/** The filters of movements in the URL. */
export function filtrosDe(busqueda: Busqueda): Filtrado {
  const set = FILTROS.flatMap((clave) => (busqueda[clave] ? [[clave, busqueda[clave]]] : []))
  return escritaPara(contrato.resumen, Object.fromEntries(set))
}

type MonedaResumen = ResumenMovimientos['monedas'][number]

/** What came in and went out of the filtered movements, for the foot of their list; null until it is known. */
export function useSumas(fijo: Filtrado = {}): readonly Suma[] | null {
  const { data } = useResumen(fijo)
  if (!data) return null
  return [
    { titulo: 'Ingresos', montos: data.monedas.map((m) => [m.ingresos, m]) },
    { titulo: 'Egresos', montos: data.monedas.map((m) => [m.egresos, m]) },
  ]
}

function useResumen(fijo: Filtrado) {
  const [busqueda] = useBusqueda()
  const query = { ...filtrosDe(busqueda), ...fijo }
  const { data } = useAnswer(contrato.resumen, { query }, { conserva: true })
  return { data, query }
}

/** Totals in and out of the filtered movements, per currency; of whole days with what there was before and after. */
export function Resumen({ fijo = {} }: { fijo?: Filtrado }) {
  const { data, query } = useResumen(fijo)
  const one = query.cuenta_id !== undefined
  return (
    <Reserva
      clave={one ? 'movimientos-cuenta' : 'movimientos'}
      hay={data !== undefined}
      plegable={!one}
    >
      {data && data.monedas.length > 0 && (
        <Totales monedas={data.monedas} one={one} inicial={Boolean(query.desde)} />
      )}
    </Reserva>
  )
}

interface Pedido {
  monedas: readonly MonedaResumen[]
  /** The movements are of one account, which has one currency. */
  one: boolean
  /** Days have a first one; before everything there was nothing. */
  inicial: boolean
}

function Totales({ monedas, one, inicial }: Pedido) {
  const titulo = 'Totales de lo filtrado'
  const [first] = monedas
  if (one && first?.saldos)
    return (
      <ul className="tira" aria-label={titulo}>
        <DeCuenta moneda={first} saldos={first.saldos} />
      </ul>
    )
  return (
    <Desplazable titulo={titulo} className={classes.paso}>
      <ul className={classes.monedas}>
        {monedas.map((m) => (
          <DeMoneda key={m.moneda_id} moneda={m} inicial={inicial} />
        ))}
      </ul>
    </Desplazable>
  )
}

/** Totals in and out of one currency over several accounts, between what they had before and after. */
function DeMoneda({ moneda: m, inicial }: { moneda: MonedaResumen; inicial: boolean }) {
  const lines = [
    ['Inicial', inicial ? m.saldos?.inicial : undefined],
    ['Ingresos', m.ingresos],
    ['Egresos', m.egresos],
    ['Final', m.saldos?.final],
  ] as const
  return (
    <li>
      <strong>{`${m.iso} · ${cuenta(m)}`}</strong>
      {lines.map(
        ([titulo, valor]) =>
          valor !== undefined && (
            <span key={titulo}>
              {titulo} <Monto valor={valor} moneda={m} />
            </span>
          ),
      )}
    </li>
  )
}

/** Opening balance + in − out = closing balance, for one account. */
function DeCuenta({
  moneda: m,
  saldos,
}: {
  moneda: MonedaResumen
  saldos: NonNullable<MonedaResumen['saldos']>
}) {
  const lines = [
    ['Saldo inicial', saldos.inicial],
    ['Ingresos', m.ingresos],
    ['Egresos', m.egresos],
    [`Saldo final · ${cuenta(m)}`, saldos.final],
  ] as const
  return lines.map(([titulo, valor]) => (
    <li key={titulo}>
      <span>{titulo}</span>
      <strong>
        <Monto valor={valor} moneda={m} />
      </strong>
    </li>
  ))
}

function cuenta({ movimientos }: MonedaResumen): string {
  return `${movimientos} ${movimientos === 1 ? 'movimiento' : 'movimientos'}`
}
