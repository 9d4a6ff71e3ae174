import { formatFechaHora } from '../../core/formato.ts'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Monto, TasaTexto } from '../../web/crud/valores.tsx'
import type { MonedaActiva } from '../monedas/contract.ts'
import { ESTADOS, type Fila } from './contract.ts'
import { TIPOS } from './contract-opciones.ts'
import { EstadoFicha } from './estado-ficha.tsx'

type Monedas = ReadonlyMap<number, MonedaActiva>

/** The functional currency's id in every house (migrations/0006). */
const PEN = 2

/** Columns of the list of operations; what was earned only for those who may see it. */
export function columnasDe(monedas: Monedas, ganancia: boolean): Columna<Fila>[] {
  const all: Columna<Fila>[] = [
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
    {
      clave: 'tipo',
      titulo: 'Tipo',
      celda: ({ tipo }) => TIPOS[tipo],
      texto: ({ tipo }) => TIPOS[tipo],
    },
    {
      clave: 'cliente',
      titulo: 'Cliente',
      celda: ({ cliente }) => cliente ?? 'Ocasional',
      texto: ({ cliente }) => cliente ?? 'Ocasional',
    },
    ...montoDe(monedas, 'monto', 'Monto', 'divisa_id', 'Divisa'),
    {
      clave: 'tasa',
      titulo: 'Tasa',
      alinear: 'right',
      celda: ({ tasa, precision }) => <TasaTexto tasa={tasa} precision={precision} />,
      numero: ({ tasa }) => tasa,
    },
    ...montoDe(monedas, 'contravalor', 'Contravalor', 'contramoneda_id', 'Contramoneda'),
    {
      clave: 'ganancia',
      titulo: 'Ganancia',
      alinear: 'right',
      celda: (f) => (f.tipo === 'compra' ? '' : amount(monedas, f.ganancia ?? '0', PEN)),
      numero: (f) => (f.tipo === 'compra' ? null : (f.ganancia ?? null)),
    },
    {
      clave: 'cajero',
      titulo: 'Cajero',
      celda: ({ cajero }) => cajero,
      texto: ({ cajero }) => cajero,
    },
    {
      clave: 'estado',
      titulo: 'Estado',
      celda: ({ estado }) => <EstadoFicha estado={estado} />,
      texto: ({ estado }) => ESTADOS[estado],
    },
  ]
  return ganancia ? all : all.filter(({ clave }) => clave !== 'ganancia')
}

/** An amount, and its currency beside it: in a file the amount is a number, which names none. */
function montoDe(
  monedas: Monedas,
  clave: 'monto' | 'contravalor',
  titulo: string,
  moneda: 'divisa_id' | 'contramoneda_id',
  tituloMoneda: string,
): Columna<Fila>[] {
  const iso = (fila: Fila) => monedas.get(fila[moneda])?.iso ?? ''
  return [
    {
      clave,
      titulo,
      alinear: 'right',
      celda: (fila) => amount(monedas, fila[clave], fila[moneda]),
      numero: (fila) => fila[clave],
    },
    { clave: moneda, titulo: tituloMoneda, celda: iso, texto: iso, oculta: true },
  ]
}

function amount(monedas: Monedas, value: string, moneda_id: number) {
  const moneda = monedas.get(moneda_id)
  return moneda ? <Monto valor={value} moneda={moneda} /> : value
}
