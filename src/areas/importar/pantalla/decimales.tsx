import type { Tabla } from '../../../core/texto/csv.ts'
import { Seleccion } from '../../../web/crud/lista/seleccion.tsx'
import { conDecimales, deducidos, type Eleccion } from '../rules/archivo.ts'
import type { Columna } from '../rules/columnas.ts'
import type { Decimales } from '../rules.ts'
import classes from './importar.module.css'

const OPCIONES = [
  { valor: 'punto', etiqueta: 'Decimales con punto: 1,250.50' },
  { valor: 'coma', etiqueta: 'Decimales con coma: 1.250,50' },
]

/** How the amounts of the file are written, where it has any with a sign. */
export function EligeDecimales(props: {
  tabla: Tabla
  eleccion: Eleccion
  columnas: readonly Columna[]
  valor: Decimales | undefined
  alElegir: (como: Decimales | undefined) => void
}) {
  const { tabla, eleccion, columnas, valor, alElegir } = props
  if (!conDecimales(tabla, eleccion, columnas)) return null
  return (
    <Seleccion
      etiqueta="Cómo se escriben los decimales"
      vacia={`Decimales: ${deducidos(tabla, eleccion, columnas)}`}
      className={classes.eleccion}
      opciones={OPCIONES}
      valor={valor}
      alElegir={(como) => alElegir(como as Decimales | undefined)}
    />
  )
}
