import { columnaMonto, columnaTexto, columnaValor } from '../../../web/crud/lista/columna.tsx'
import { Lista } from '../../../web/crud/lista/lista.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { Ficha, type Tono } from '../../../web/crud/valores.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import type { Afectada } from '../contract/deshacer.ts'
import { COLUMNAS_OPERACION } from '../detalle/columnas-operacion.tsx'
import { DETALLES } from '../palabras.ts'
import { ACCIONES, type Accion } from './rules.ts'

const TONOS: Record<Accion, Tono> = {
  nada: 'neutro',
  llamar: 'aviso',
  anular: 'negativo',
  registrar: 'info',
}

const COLUMNAS: Columna<Afectada>[] = [
  ...COLUMNAS_OPERACION,
  columnaMonto('contravalor_debido', 'Debió ser', ({ contravalor_debido, contramoneda }) => [
    contravalor_debido,
    contramoneda,
  ]),
  columnaValor('diferencia', 'Ganó o perdió', ({ diferencia }) => diferencia),
  columnaTexto('accion', 'Qué hacer', ({ accion }) => ACCIONES[accion], {
    celda: ({ accion }) => <Ficha tono={TONOS[accion]}>{ACCIONES[accion]}</Ficha>,
    orden: ({ accion }) => Object.keys(ACCIONES).indexOf(accion),
  }),
]

/**
 * The operations made at a wrong rate: the correct countervalue, the profit or loss of each, and the suggested action.
 */
export function Afectadas({ filas }: { filas: readonly Afectada[] }) {
  const ganancia = usePuede('ganancia:ver')
  const ve = usePuede('compras-ventas:ver')
  const ir = useIr()
  return (
    <Lista<Afectada>
      lista="operaciones-de-tasa"
      titulo="Operaciones hechas con esa tasa"
      columnas={ganancia ? COLUMNAS : COLUMNAS.filter(({ clave }) => clave !== 'diferencia')}
      filas={filas}
      id={({ numero }) => numero}
      nombreFila={({ numero }) => numero}
      textos={({ numero, cliente }) => [numero, cliente]}
      {...(ve && { abrir: ({ origen, id }) => ir(DETALLES[origen], { id }) })}
      vacio={<p>Ninguna operación se hizo con esa tasa.</p>}
    />
  )
}
