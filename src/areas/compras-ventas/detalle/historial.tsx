import { Historial as Filas } from '../../../web/crud/pagina/historial.tsx'
import type { Detalle } from '../contract.ts'

const ACCIONES: Readonly<Record<string, string>> = {
  registrar: 'Registró la operación',
  verificar: 'Verificó un pago',
  sustituir: 'Pagó de otro modo lo que esperaba',
  'dar-por-perdido': 'Dio un pago por perdido',
  adjuntar: 'Adjuntó un comprobante',
  anular: 'Anuló la operación',
}

/** History of the operation, from the audit. */
export function Historial({ filas }: { filas: Detalle['historial'] }) {
  return <Filas filas={filas} acciones={ACCIONES} />
}
