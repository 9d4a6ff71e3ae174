import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Monto } from '../../../web/crud/valores.tsx'
import { type Busqueda, Enlace } from '../../../web/marco/navegacion.tsx'
import {
  CONCEPTOS,
  type Concepto,
  type GrupoGanancia,
  VISTAS_GANANCIA,
  type VistaGanancia,
} from '../contract.ts'
import { detrasDe, nombreDe, ordenDe } from '../palabras.ts'
import { Cambio, cambio } from '../partes/cifras.tsx'
import classes from '../partes/reportes.module.css'

/** Columns of the groups; each figure links to the movements behind it. */
export function columnasDe(por: VistaGanancia, filtrado: Busqueda): Columna<GrupoGanancia>[] {
  const figura = (clave: Concepto | 'neta', titulo: string): Columna<GrupoGanancia> => ({
    clave,
    titulo,
    alinear: 'right',
    celda: (fila) => {
      const monto = <Monto valor={fila[clave]} moneda={monedaFuncional()} />
      if (Number(fila[clave]) === 0) return <span className="tenue">{monto}</span>
      const concepto = clave === 'neta' ? {} : { concepto: clave }
      return (
        <Enlace
          a="movimientos-ganancia"
          search={{ ...detrasDe(filtrado, por, fila.clave), ...concepto }}
          className={classes.figura}
          onClick={(event) => event.stopPropagation()}
        >
          {monto}
        </Enlace>
      )
    },
    orden: (fila) => Number(fila[clave]),
    numero: (fila) => fila[clave],
  })
  const columns: Columna<GrupoGanancia>[] = [
    {
      clave: 'nombre',
      titulo: VISTAS_GANANCIA[por],
      celda: (fila) => nombreDe(por, fila),
      orden: (fila) => ordenDe(por, fila),
      texto: (fila) => nombreDe(por, fila),
      principal: true,
    },
    ...Object.entries(CONCEPTOS).map(([clave, titulo]) => figura(clave as Concepto, titulo)),
    figura('neta', 'Neta'),
  ]
  if (por === 'dia') return columns
  return [
    ...columns,
    {
      clave: 'antes',
      titulo: 'Período anterior',
      alinear: 'right',
      celda: ({ antes }) => <Monto valor={antes} moneda={monedaFuncional()} />,
      orden: ({ antes }) => Number(antes),
      numero: ({ antes }) => antes,
      tarjeta: 'oculta',
    },
    {
      clave: 'cambio',
      titulo: 'Cambio',
      alinear: 'right',
      celda: ({ neta, antes }) => antes !== null && <Cambio valor={cambio(neta, antes)} />,
      orden: ({ neta, antes }) => Number(cambio(neta, antes ?? '0')),
      numero: ({ neta, antes }) => antes && cambio(neta, antes),
    },
  ]
}
