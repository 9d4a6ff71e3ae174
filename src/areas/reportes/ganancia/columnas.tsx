import { monedaFuncional } from '../../../core/dinero/moneda.ts'
import { columnaValor } from '../../../web/crud/lista/columna.tsx'
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
  const figura = (clave: Concepto | 'neta', titulo: string): Columna<GrupoGanancia> =>
    columnaValor(clave, titulo, (fila) => fila[clave], {
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
    columnaValor('antes', 'Período anterior', ({ antes }) => antes, {
      orden: ({ antes }) => Number(antes),
      tarjeta: 'oculta',
    }),
    columnaValor('cambio', 'Cambio', ({ neta, antes }) => antes && cambio(neta, antes), {
      celda: ({ neta, antes }) => antes !== null && <Cambio valor={cambio(neta, antes)} />,
      orden: ({ neta, antes }) => Number(cambio(neta, antes ?? '0')),
    }),
  ]
}
