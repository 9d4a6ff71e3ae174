import { ACCIONES } from '../../operacion/acciones.ts'
import { Tabla } from '../lista/tabla.tsx'
import { Fecha } from '../valores.tsx'

interface Hecho {
  fecha: string
  accion: string
  usuario: string
}

/** Who did what to a row; `acciones`: words of its own for the audit's actions. */
export function Historial({
  filas,
  acciones,
}: {
  filas: readonly Hecho[]
  acciones: Readonly<Record<string, string>>
}) {
  return (
    <Tabla
      titulo="Historial"
      id={({ fecha, accion }) => `${fecha}${accion}`}
      filas={filas}
      columnas={[
        { clave: 'fecha', titulo: 'Fecha', celda: ({ fecha }) => <Fecha valor={fecha} hora /> },
        { clave: 'usuario', titulo: 'Usuario', celda: ({ usuario }) => usuario },
        {
          clave: 'accion',
          titulo: 'Acción',
          celda: ({ accion }) => acciones[accion] ?? ACCIONES[accion] ?? accion,
        },
      ]}
    />
  )
}
