import { formatMonto } from '../../../core/formato.ts'
import { columnaFecha, columnaMonto, columnaTexto } from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { CARGOS, type DiferenciaFila } from '../contract/turnos.ts'
import { esCero } from '../fichas.tsx'

/** The difference that is posted: that of the last recount where there is one. */
const queda = ({ diferencia, recuento }: DiferenciaFila) => recuento?.diferencia ?? diferencia

const cargo = ({ cargo: who, estado, ...fila }: DiferenciaFila) =>
  who
    ? CARGOS[who]
    : estado === 'aprobado' && !queda({ cargo: who, estado, ...fila }).startsWith('-')
      ? 'Queda en la casa'
      : null

/** Columns of shortages and surpluses, of all cashiers or of one. */
export const columnasDe = ({ cajero }: { cajero: boolean }): Columna<DiferenciaFila>[] => [
  columnaFecha('fecha', 'Fecha', ({ fecha }) => fecha, {
    principal: true,
    orden: ({ fecha }) => fecha,
  }),
  columnaTexto('numero', 'Turno', ({ numero }) => numero),
  ...(cajero ? [columnaTexto<DiferenciaFila>('cajero', 'Cajero', (fila) => fila.cajero)] : []),
  columnaTexto('cuenta', 'Cuenta', ({ cuenta }) => cuenta),
  columnaMonto('esperado', 'Según libros', (fila) => [fila.esperado, fila], { oculta: true }),
  columnaMonto('contado', 'Contado', (fila) => [fila.contado, fila], { oculta: true }),
  columnaMonto('diferencia', 'Diferencia', (fila) => [fila.diferencia, fila]),
  columnaTexto('recuento', 'Recuento', ({ recuento, recuentos, ...fila }) =>
    recuento
      ? `${recuentos}: ${esCero(recuento.diferencia) ? 'cuadra' : formatMonto(recuento.diferencia, fila)}`
      : null,
  ),
  columnaTexto('motivo', 'Observación', ({ motivo }) => motivo, { amplia: true }),
  columnaTexto('cargo', 'Quién lo asume', cargo, { celda: (fila) => cargo(fila) ?? 'Por aprobar' }),
  columnaTexto('aprobado_por', 'Aprobado por', ({ aprobado_por }) => aprobado_por),
]
