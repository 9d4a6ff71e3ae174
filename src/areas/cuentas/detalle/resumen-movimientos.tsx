import type { Escrita } from '../../../core/contract.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Monto } from '../../../web/crud/valores.tsx'
import { type Busqueda, escritaPara, useBusqueda } from '../../../web/marco/navegacion.tsx'
import { contrato, type MonedaDeCuenta, type ResumenMovimientos } from '../contract.ts'

const FILTROS = [
  'cuenta_id',
  'moneda_id',
  'desde',
  'hasta',
  'tipo',
  'buscar',
  'monto_min',
  'monto_max',
]

type Filtrado = Escrita<typeof contrato.resumen>

/** The filters of movements in the URL. */
export function filtrosDe(busqueda: Busqueda): Filtrado {
  const set = FILTROS.flatMap((clave) => (busqueda[clave] ? [[clave, busqueda[clave]]] : []))
  return escritaPara(contrato.resumen, Object.fromEntries(set))
}

type MonedaResumen = ResumenMovimientos['monedas'][number]

/** Totals in and out of the filtered movements, per currency; for one account, with its balances. */
export function Resumen({ fijo = {}, moneda }: { fijo?: Filtrado; moneda?: MonedaDeCuenta }) {
  const [busqueda] = useBusqueda()
  const query = { ...filtrosDe(busqueda), ...fijo }
  const { data } = useAnswer(contrato.resumen, { query }, { conserva: true })
  if (!data) return null
  const still = moneda && data.saldos && data.monedas.length === 0
  const monedas = still ? [sinMovimientos(moneda)] : data.monedas
  return monedas.length > 0 ? <ResumenDe monedas={monedas} saldos={data.saldos} /> : null
}

/** Summary for days without movements: the account still has a balance. */
function sinMovimientos({ id, ...moneda }: MonedaDeCuenta): MonedaResumen {
  return { ...moneda, moneda_id: id, movimientos: 0, ingresos: '0', egresos: '0' }
}

function ResumenDe({ monedas, saldos }: ResumenMovimientos) {
  return (
    <ul className="tira" aria-label="Totales de lo filtrado">
      {monedas.map((m) =>
        saldos ? (
          <DeCuenta key={m.moneda_id} moneda={m} saldos={saldos} />
        ) : (
          <DeMoneda key={m.moneda_id} moneda={m} />
        ),
      )}
    </ul>
  )
}

/** Totals in and out of one currency over several accounts. */
function DeMoneda({ moneda: m }: { moneda: MonedaResumen }) {
  return (
    <li>
      <span>{`${m.iso} · ${cuenta(m)}`}</span>
      <span>
        Ingresos <Monto valor={m.ingresos} moneda={m} />
      </span>
      <span>
        Egresos <Monto valor={m.egresos} moneda={m} />
      </span>
    </li>
  )
}

/** Opening balance + in − out = closing balance, for one account. */
function DeCuenta({
  moneda: m,
  saldos,
}: {
  moneda: MonedaResumen
  saldos: NonNullable<ResumenMovimientos['saldos']>
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
