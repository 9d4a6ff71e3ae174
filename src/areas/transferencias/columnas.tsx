import { formatFechaHora } from '../../core/formato.ts'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Monto } from '../../web/crud/valores.tsx'
import type { MonedaActiva } from '../monedas/contract.ts'
import type { Fila } from './contract.ts'
import { ESTADOS, TIPOS } from './contract-registro.ts'
import { EstadoFicha } from './estado-ficha.tsx'
import { enPalabras } from './rules.ts'

type Monedas = ReadonlyMap<number, MonedaActiva>

/** Columns of the list of transfers. */
export function columnasDe(monedas: Monedas): Columna<Fila>[] {
  const iso = (id: number | null) => (id === null ? '' : (monedas.get(id)?.iso ?? ''))
  return [
    {
      clave: 'numero',
      titulo: 'N.º',
      celda: ({ numero }) => numero,
      texto: ({ numero }) => numero,
      principal: true,
    },
    {
      clave: 'fecha',
      titulo: 'Fecha',
      celda: ({ fecha }) => <Fecha valor={fecha} hora />,
      orden: ({ fecha }) => fecha,
      texto: ({ fecha }) => formatFechaHora(fecha),
    },
    palabras('tipo', 'Tipo', ({ tipo }) => TIPOS[tipo]),
    palabras('origen', 'Origen', ({ origen }) => origen),
    palabras('destino', 'Destino', ({ destino }) => destino),
    importe(monedas, 'monto', 'Sale', 'moneda_id'),
    palabras('moneda_id', 'Moneda que sale', (f) => iso(f.moneda_id), true),
    importe(monedas, 'recibido', 'Entra', 'moneda_destino_id'),
    palabras('moneda_destino_id', 'Moneda que entra', (f) => iso(f.moneda_destino_id), true),
    palabras('tasa', 'Tasa', ({ tasa, metodo_calculo, moneda_id, moneda_destino_id }) =>
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
    palabras('usuario', 'Usuario', ({ usuario }) => usuario),
    {
      clave: 'estado',
      titulo: 'Estado',
      celda: ({ estado }) => <EstadoFicha estado={estado} />,
      texto: ({ estado }) => ESTADOS[estado],
    },
  ]
}

function palabras(
  clave: string,
  titulo: string,
  texto: (fila: Fila) => string,
  oculta = false,
): Columna<Fila> {
  return { clave, titulo, celda: texto, texto, ...(oculta && { oculta }) }
}

function importe(
  monedas: Monedas,
  clave: 'monto' | 'recibido',
  titulo: string,
  moneda: 'moneda_id' | 'moneda_destino_id',
): Columna<Fila> {
  return {
    clave,
    titulo,
    alinear: 'right',
    celda: (fila) => amount(monedas, fila[clave], fila[moneda]),
    numero: (fila) => fila[clave],
  }
}

function amount(monedas: Monedas, value: string | null, moneda_id: number | null) {
  const moneda = moneda_id === null ? undefined : monedas.get(moneda_id)
  return moneda && value !== null ? <Monto valor={value} moneda={moneda} /> : ''
}

/** What was taken on either side; nothing where nothing was. */
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
