import { columnaFecha, columnaMonto, columnaTexto } from '../../../web/crud/lista/columna.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { CARGOS, type DiferenciaFila } from '../contract/turnos.ts'

const cargo = ({ cargo: who, diferencia, estado }: DiferenciaFila) =>
  who
    ? CARGOS[who]
    : estado === 'aprobado' && !diferencia.startsWith('-')
      ? 'Queda en la casa'
      : null

/** Shortages and surpluses, of everybody or of one person. */
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
  columnaTexto('motivo', 'Motivo', ({ motivo }) => motivo, { amplia: true }),
  columnaTexto('cargo', 'Quién lo asume', cargo, { celda: (fila) => cargo(fila) ?? 'Por aprobar' }),
  columnaTexto('aprobado_por', 'Aprobado por', ({ aprobado_por }) => aprobado_por),
]
