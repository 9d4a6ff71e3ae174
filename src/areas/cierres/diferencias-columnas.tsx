import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Monto, Vacio } from '../../web/crud/valores.tsx'
import { CARGOS, type DiferenciaFila } from './contract-turnos.ts'

const amount = (
  clave: 'esperado' | 'contado' | 'diferencia',
  titulo: string,
): Columna<DiferenciaFila> => ({
  clave,
  titulo,
  alinear: 'right',
  celda: (fila) => <Monto valor={fila[clave]} moneda={fila} />,
  numero: (fila) => fila[clave],
})

const text = (
  clave: 'numero' | 'cajero' | 'cuenta' | 'motivo' | 'aprobado_por',
  titulo: string,
): Columna<DiferenciaFila> => ({
  clave,
  titulo,
  celda: (fila) => fila[clave] ?? <Vacio />,
  texto: (fila) => fila[clave],
})

const cargo = ({ cargo: who, diferencia, estado }: DiferenciaFila) =>
  who
    ? CARGOS[who]
    : estado === 'aprobado' && !diferencia.startsWith('-')
      ? 'Queda en la casa'
      : null

/** Shortages and surpluses, of everybody or of one person. */
export const columnasDe = ({ cajero }: { cajero: boolean }): Columna<DiferenciaFila>[] => [
  {
    clave: 'fecha',
    titulo: 'Fecha',
    principal: true,
    celda: ({ fecha }) => <Fecha valor={fecha} />,
    texto: ({ fecha }) => fecha,
  },
  text('numero', 'Turno'),
  ...(cajero ? [text('cajero', 'Cajero')] : []),
  text('cuenta', 'Cuenta'),
  { ...amount('esperado', 'Según libros'), oculta: true },
  { ...amount('contado', 'Contado'), oculta: true },
  amount('diferencia', 'Diferencia'),
  { ...text('motivo', 'Motivo'), amplia: true },
  {
    clave: 'cargo',
    titulo: 'Quién lo asume',
    celda: (fila) => cargo(fila) ?? 'Por aprobar',
    texto: cargo,
  },
  text('aprobado_por', 'Aprobado por'),
]
