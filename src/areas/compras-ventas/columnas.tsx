import { monedaFuncional } from '../../core/dinero/moneda.ts'
import {
  columnaHora,
  columnaMonto,
  columnaTasa,
  columnaTexto,
} from '../../web/crud/lista/columna.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { Momento, NumeroCorto } from '../../web/crud/valores.tsx'
import type { MonedaActiva } from '../monedas/contract.ts'
import { TIPOS } from './contract/opciones.ts'
import { ESTADOS, type Fila } from './contract.ts'
import { EstadoFicha } from './estado-ficha.tsx'

type Monedas = ReadonlyMap<number, MonedaActiva>

/** Columns of the list of operations; the profit only for users who may see it. */
export function columnasDe(monedas: Monedas, ganancia: boolean): Columna<Fila>[] {
  // Column next to an amount: in an exported file the amount is a number without its currency.
  const iso = (id: number) => monedas.get(id)?.iso ?? ''
  const all: Columna<Fila>[] = [
    columnaTexto('numero', 'N.º', ({ numero }) => numero, {
      tarjeta: 'fija',
      menudo: ({ numero }) => <NumeroCorto numero={numero} />,
    }),
    columnaHora('fecha', 'Fecha', ({ fecha }) => fecha, {
      tarjeta: 'primera',
      menudo: ({ fecha }) => <Momento valor={fecha} />,
    }),
    columnaTexto('tipo', 'Tipo', ({ tipo }) => TIPOS[tipo], { tarjeta: 'fija' }),
    columnaTexto('cliente', 'Cliente', ({ cliente }) => cliente ?? 'Ocasional', {
      principal: true,
    }),
    columnaMonto('monto', 'Monto', (f) => [f.monto, monedas.get(f.divisa_id)]),
    columnaTexto('divisa_id', 'Divisa', (f) => iso(f.divisa_id), { oculta: true }),
    columnaTasa({ tarjeta: 'fija' }),
    columnaMonto(
      'contravalor',
      'Contravalor',
      (f) => [f.contravalor, monedas.get(f.contramoneda_id)],
      { tarjeta: 'fija' },
    ),
    columnaTexto('contramoneda_id', 'Contramoneda', (f) => iso(f.contramoneda_id), {
      oculta: true,
    }),
    columnaMonto(
      'ganancia',
      'Ganancia',
      (f) => (f.tipo === 'compra' ? [null, undefined] : [f.ganancia ?? '0', monedaFuncional()]),
      { tarjeta: 'oculta' },
    ),
    columnaTexto('cajero', 'Cajero', ({ cajero }) => cajero, {
      oculta: 'estrecha',
      tarjeta: 'oculta',
    }),
    columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS[estado], {
      celda: ({ estado }) => <EstadoFicha estado={estado} />,
      tarjeta: 'cabecera',
    }),
  ]
  return ganancia ? all : all.filter(({ clave }) => clave !== 'ganancia')
}
