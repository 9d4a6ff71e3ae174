import {
  columnaHora,
  columnaMonto,
  columnaTexto,
  columnaValor,
} from '../../web/crud/lista/columna.tsx'
import type { Columna } from '../../web/crud/lista/tabla.tsx'
import { ESTADOS, type Fila } from './contract.ts'
import { EstadoFicha } from './detalle/estado-ficha.tsx'
import { MOTIVOS } from './rules.ts'

/** Columns of the list of adjustments; `valor` only for users who may see cost. */
export const COLUMNAS: Columna<Fila>[] = [
  columnaTexto('numero', 'N.º', ({ numero }) => numero, { principal: true }),
  columnaHora('fecha', 'Fecha', ({ fecha }) => fecha),
  columnaTexto('cuenta', 'Cuenta', ({ cuenta }) => cuenta, {
    amplia: true,
    tarjeta: 'fija',
  }),
  columnaTexto('motivo', 'Motivo', ({ motivo }) => MOTIVOS[motivo].nombre, { tarjeta: 'fija' }),
  columnaMonto('importe', 'Monto', ({ importe, moneda }) => [importe, moneda]),
  columnaTexto('moneda', 'Moneda', ({ moneda }) => moneda.iso, { oculta: true }),
  columnaValor('valor', 'Al costo', ({ valor }) => valor, { oculta: true }),
  columnaTexto('observacion', 'Observación', ({ observacion }) => observacion, { oculta: true }),
  columnaTexto('solicitante', 'Pidió', ({ solicitante }) => solicitante, {
    tarjeta: 'fija',
  }),
  columnaTexto('resuelto_por', 'Respondió', ({ resuelto_por }) => resuelto_por),
  columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS[estado], {
    celda: ({ estado }) => <EstadoFicha estado={estado} />,
  }),
]
