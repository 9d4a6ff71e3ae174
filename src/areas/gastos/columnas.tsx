import {
  columnaFecha,
  columnaMonto,
  columnaTexto,
  columnaValor,
} from '../../web/crud/lista/columna.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { NumeroCorto, Vacio } from '../../web/crud/valores.tsx'
import { COMPROBANTES, type Fila } from './contract.ts'
import { EstadoFicha, estadoTexto } from './detalle/estado-ficha.tsx'

const papel = ({ comprobante, serie_numero }: Fila) =>
  comprobante === 'sin' ? null : `${COMPROBANTES[comprobante]} ${serie_numero ?? ''}`.trim()

/** Columns of the list of expenses; `valor` only for users who may see cost. */
export const COLUMNAS: Columna<Fila>[] = [
  columnaTexto('numero', 'N.º', ({ numero }) => numero, {
    tarjeta: 'fija',
    menudo: ({ numero }) => <NumeroCorto numero={numero} />,
  }),
  columnaFecha('fecha', 'Fecha', ({ fecha }) => fecha),
  columnaTexto('categoria', 'Categoría', ({ categoria }) => categoria),
  columnaTexto('descripcion', 'Descripción', ({ descripcion }) => descripcion, {
    amplia: true,
    principal: true,
  }),
  columnaTexto('proveedor', 'Proveedor', ({ proveedor }) => proveedor, {
    oculta: 'estrecha',
  }),
  columnaTexto('cuenta', 'Cuenta', ({ cuenta }) => cuenta, { tarjeta: 'fija' }),
  columnaMonto('monto', 'Monto', ({ monto, moneda }) => [monto, moneda]),
  columnaTexto('moneda', 'Moneda', ({ moneda }) => moneda.iso, { oculta: true }),
  columnaValor('valor', 'Al costo', ({ valor }) => valor, { oculta: true }),
  columnaTexto('comprobante', 'Comprobante', papel, { celda: (fila) => papel(fila) ?? <Vacio /> }),
  columnaTexto('usuario', 'Usuario', ({ usuario }) => usuario, { oculta: true }),
  columnaTexto('estado', 'Estado', estadoTexto, { celda: (fila) => <EstadoFicha {...fila} /> }),
]
