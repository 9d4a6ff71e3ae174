import { SOLES } from '../../core/formato.ts'
import {
  columnaHora,
  columnaMonto,
  columnaTasa,
  columnaTexto,
} from '../../web/crud/lista/columna.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import type { MonedaActiva } from '../monedas/contract.ts'
import { TIPOS } from './contract/opciones.ts'
import { ESTADOS, type Fila } from './contract.ts'
import { EstadoFicha } from './estado-ficha.tsx'

type Monedas = ReadonlyMap<number, MonedaActiva>

/** Columns of the list of operations; what was earned only for those who may see it. */
export function columnasDe(monedas: Monedas, ganancia: boolean): Columna<Fila>[] {
  // Beside an amount: in a file it is a number, which names no currency.
  const iso = (id: number) => monedas.get(id)?.iso ?? ''
  const all: Columna<Fila>[] = [
    columnaTexto('numero', 'N.º', ({ numero }) => numero, { principal: true }),
    columnaHora('fecha', 'Fecha', ({ fecha }) => fecha, { orden: ({ fecha }) => fecha }),
    columnaTexto('tipo', 'Tipo', ({ tipo }) => TIPOS[tipo]),
    columnaTexto('cliente', 'Cliente', ({ cliente }) => cliente ?? 'Ocasional'),
    columnaMonto('monto', 'Monto', (f) => [f.monto, monedas.get(f.divisa_id)]),
    columnaTexto('divisa_id', 'Divisa', (f) => iso(f.divisa_id), { oculta: true }),
    columnaTasa(),
    columnaMonto('contravalor', 'Contravalor', (f) => [
      f.contravalor,
      monedas.get(f.contramoneda_id),
    ]),
    columnaTexto('contramoneda_id', 'Contramoneda', (f) => iso(f.contramoneda_id), {
      oculta: true,
    }),
    columnaMonto('ganancia', 'Ganancia', (f) =>
      f.tipo === 'compra' ? [null, undefined] : [f.ganancia ?? '0', SOLES],
    ),
    columnaTexto('cajero', 'Cajero', ({ cajero }) => cajero),
    columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS[estado], {
      celda: ({ estado }) => <EstadoFicha estado={estado} />,
    }),
  ]
  return ganancia ? all : all.filter(({ clave }) => clave !== 'ganancia')
}
