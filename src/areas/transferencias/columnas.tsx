import { columnaHora, columnaMonto, columnaTexto } from '../../web/crud/lista/columna.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Monto, NumeroCorto } from '../../web/crud/valores.tsx'
import type { MonedaActiva } from '../monedas/contract.ts'
import { ESTADOS, TIPOS } from './contract/registro.ts'
import type { Fila } from './contract.ts'
import { EstadoFicha } from './estado-ficha.tsx'
import { enPalabras } from './rules.ts'

type Monedas = ReadonlyMap<number, MonedaActiva>

/** Columns of the list of transfers. */
export function columnasDe(monedas: Monedas): Columna<Fila>[] {
  const moneda = (id: number | null) => (id === null ? undefined : monedas.get(id))
  const iso = (id: number | null) => moneda(id)?.iso ?? ''
  return [
    columnaTexto('numero', 'N.º', ({ numero }) => numero, {
      tarjeta: 'fija',
      menudo: ({ numero }) => <NumeroCorto numero={numero} />,
    }),
    columnaHora('fecha', 'Fecha', ({ fecha }) => fecha),
    columnaTexto('tipo', 'Tipo', ({ tipo }) => TIPOS[tipo], { tarjeta: 'fija' }),
    columnaTexto('origen', 'Origen', ({ origen }) => origen, {
      principal: true,
      menudo: ({ origen, destino }) => [origen, destino].filter(Boolean).join(' → '),
    }),
    columnaTexto('destino', 'Destino', ({ destino }) => destino, { tarjeta: 'oculta' }),
    columnaMonto('monto', 'Sale', (f) => [f.monto, moneda(f.moneda_id)]),
    columnaTexto('moneda_id', 'Moneda que sale', (f) => iso(f.moneda_id), { oculta: true }),
    columnaMonto(
      'recibido',
      'Entra',
      (f) => [f.recibido, f.recibido === null ? undefined : moneda(f.moneda_destino_id)],
      {
        tarjeta: 'fija',
        // What comes in as it went out says nothing.
        menudo: (f) =>
          f.moneda_destino_id === f.moneda_id && f.recibido === f.monto
            ? null
            : amount(monedas, f.recibido, f.moneda_destino_id),
      },
    ),
    columnaTexto('moneda_destino_id', 'Moneda que entra', (f) => iso(f.moneda_destino_id), {
      oculta: true,
    }),
    columnaTexto('tasa', 'Tasa', ({ tasa, metodo_calculo, moneda_id, moneda_destino_id }) =>
      tasa && metodo_calculo
        ? enPalabras(
            { tasa, metodo_calculo },
            { origen: iso(moneda_id), destino: iso(moneda_destino_id) },
          )[0]
        : '',
    ),
    {
      clave: 'comision_origen',
      titulo: 'Comisiones',
      alinear: 'right',
      oculta: true,
      celda: (fila) => <Comisiones fila={fila} monedas={monedas} />,
      numero: ({ comision_origen }) => comision_origen,
    },
    {
      clave: 'comision_destino',
      titulo: 'Comisión en destino',
      alinear: 'right',
      oculta: true,
      celda: (fila) => amount(monedas, fila.comision_destino, fila.moneda_destino_id),
      numero: ({ comision_destino }) => comision_destino,
    },
    columnaTexto('usuario', 'Usuario', ({ usuario }) => usuario, { oculta: 'estrecha' }),
    columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS[estado], {
      celda: ({ estado }) => <EstadoFicha estado={estado} />,
    }),
  ]
}

function amount(monedas: Monedas, value: string | null, moneda_id: number | null) {
  const moneda = moneda_id === null ? undefined : monedas.get(moneda_id)
  return moneda && value !== null ? <Monto valor={value} moneda={moneda} /> : ''
}

/** The commissions at origin and destination; empty when there are none. */
function Comisiones({ fila, monedas }: { fila: Fila; monedas: Monedas }) {
  const { comision_origen, comision_destino, moneda_id, moneda_destino_id } = fila
  const some = (value: string) => Number(value) !== 0
  return (
    <>
      {some(comision_origen) && amount(monedas, comision_origen, moneda_id)}
      {some(comision_origen) && some(comision_destino) && ' + '}
      {some(comision_destino) && amount(monedas, comision_destino, moneda_destino_id)}
    </>
  )
}
