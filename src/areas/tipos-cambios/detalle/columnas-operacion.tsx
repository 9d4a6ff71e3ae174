import {
  columnaHora,
  columnaMonto,
  columnaTasa,
  columnaTexto,
} from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import type { OperacionDeTasa } from '../contract/deshacer.ts'
import { ESTADOS_OPERACION, TIPOS_OPERACION } from '../palabras.ts'

/** An operation of the counter beside the rate it was made at. */
export const COLUMNAS_OPERACION: Columna<OperacionDeTasa>[] = [
  columnaTexto('numero', 'N.º', ({ numero }) => numero, { principal: true }),
  columnaHora('fecha', 'Fecha', ({ fecha }) => fecha),
  columnaTexto('tipo', 'Tipo', ({ tipo }) => TIPOS_OPERACION[tipo]),
  columnaTexto('cliente', 'Cliente', ({ cliente }) => cliente ?? 'Ocasional'),
  columnaMonto('monto', 'Monto', ({ monto, divisa }) => [monto, divisa]),
  columnaTasa(),
  columnaMonto('contravalor', 'Contravalor', ({ contravalor, contramoneda }) => [
    contravalor,
    contramoneda,
  ]),
  columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS_OPERACION[estado]),
]
