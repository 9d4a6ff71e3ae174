import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Fecha } from '../../../web/crud/valores.tsx'
import type { Detalle } from '../contract.ts'

const ACCIONES: Record<string, string> = {
  registrar: 'Registró la operación',
  verificar: 'Verificó un pago',
  sustituir: 'Pagó de otro modo lo que esperaba',
  'dar-por-perdido': 'Dio un pago por perdido',
  adjuntar: 'Adjuntó un comprobante',
  anular: 'Anuló la operación',
}

/** History of the operation, from the audit. */
export function Historial({ filas }: { filas: Detalle['historial'] }) {
  return (
    <Tabla
      titulo="Historial"
      id={({ fecha }) => fecha}
      filas={filas}
      columnas={[
        { clave: 'fecha', titulo: 'Fecha', celda: ({ fecha }) => <Fecha valor={fecha} hora /> },
        { clave: 'usuario', titulo: 'Usuario', celda: ({ usuario }) => usuario },
        { clave: 'accion', titulo: 'Acción', celda: ({ accion }) => ACCIONES[accion] ?? accion },
      ]}
    />
  )
}
