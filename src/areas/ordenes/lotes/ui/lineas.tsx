import { columnaHora, columnaMonto, columnaTexto } from '../../../../web/crud/lista/columna.tsx'
import { type Columna, Tabla } from '../../../../web/crud/lista/tabla.tsx'
import { Enlace } from '../../../../web/marco/navegacion.tsx'
import { type DetalleLote, ESTADOS_LINEA, type LineaLote } from '../contract.ts'
import { EstadoLinea } from './estado-lote.tsx'
import classes from './lotes.module.css'

/** The orders of a batch that no longer waits, or is only looked at. */
export function Lineas({ lote }: { lote: DetalleLote }) {
  return (
    <Tabla
      titulo="Órdenes del lote"
      columnas={columnasDe(lote)}
      filas={lote.lineas}
      id={({ id }) => id}
    />
  )
}

export const columnaOrden = columnaTexto<LineaLote>('numero', 'Orden', ({ numero }) => numero, {
  principal: true,
  celda: ({ orden_id, numero }) => (
    <Enlace className={classes.enlace} a="detalle-orden" params={{ id: orden_id }}>
      {numero}
    </Enlace>
  ),
})

export const columnasDestino = ({ moneda }: DetalleLote): Columna<LineaLote>[] => [
  columnaTexto('beneficiario', 'Beneficiario', ({ beneficiario }) => beneficiario, {
    celda: ({ beneficiario, documento }) => (
      <>
        {beneficiario}
        <br />
        <span className="nota">{documento}</span>
      </>
    ),
  }),
  columnaTexto('cuenta', 'Cuenta', ({ cuenta }) => cuenta, {
    celda: ({ cuenta }) => <span className="entero">{cuenta}</span>,
  }),
  columnaMonto('monto', 'Monto', ({ monto }) => [monto, moneda]),
]

function columnasDe(lote: DetalleLote): Columna<LineaLote>[] {
  return [
    columnaOrden,
    ...columnasDestino(lote),
    columnaTexto('referencia', 'Referencia', ({ referencia, motivo }) => referencia ?? motivo),
    columnaTexto('resuelta_por', 'Registrado por', ({ resuelta_por }) => resuelta_por),
    columnaHora('resuelta_en', 'Cuándo', ({ resuelta_en }) => resuelta_en),
    columnaTexto('estado', 'Estado', ({ estado }) => ESTADOS_LINEA[estado], {
      celda: ({ estado }) => <EstadoLinea estado={estado} />,
      tarjeta: 'cabecera',
    }),
  ]
}
