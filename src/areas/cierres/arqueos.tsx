import { BotonEnlace } from '../../web/crud/boton-enlace.tsx'
import { ListaPaginada } from '../../web/crud/lista-paginada.tsx'
import type { Columna } from '../../web/crud/tabla.tsx'
import { Fecha, Monto, Vacio } from '../../web/crud/valores.tsx'
import { usePuede } from '../../web/sesion.ts'
import { type ArqueoFila, contrato } from './contract.ts'
import { Diferencia } from './fichas.tsx'
import { Secciones } from './secciones.tsx'

const amount = (clave: 'esperado' | 'contado', titulo: string): Columna<ArqueoFila> => ({
  clave,
  titulo,
  alinear: 'right',
  celda: (fila) => <Monto valor={fila[clave]} moneda={fila} />,
  numero: (fila) => fila[clave],
})

const COLUMNAS: Columna<ArqueoFila>[] = [
  {
    clave: 'cuenta',
    titulo: 'Cuenta',
    principal: true,
    celda: ({ cuenta }) => cuenta,
    texto: ({ cuenta }) => cuenta,
  },
  {
    clave: 'fecha',
    titulo: 'Fecha',
    celda: ({ fecha }) => <Fecha valor={fecha} hora />,
    texto: ({ fecha }) => fecha,
  },
  {
    clave: 'usuario',
    titulo: 'Contó',
    celda: ({ usuario }) => usuario,
    texto: ({ usuario }) => usuario,
  },
  amount('esperado', 'Según libros'),
  amount('contado', 'Contado'),
  {
    clave: 'diferencia',
    titulo: 'Diferencia',
    alinear: 'right',
    celda: (fila) => <Diferencia de={fila} />,
    numero: ({ diferencia }) => diferencia,
  },
  {
    clave: 'motivo',
    titulo: 'Nota',
    amplia: true,
    celda: ({ motivo }) => motivo ?? <Vacio />,
    texto: ({ motivo }) => motivo,
  },
]

/** Counts made at any moment, the last first. */
export default function ListaArqueos() {
  const arquear = usePuede('cierres:arqueo')
  return (
    <Secciones acciones={arquear && <BotonEnlace a="nuevo-arqueo">Nuevo arqueo</BotonEnlace>}>
      <ListaPaginada<ArqueoFila>
        lista="arqueos"
        titulo="Lista de arqueos"
        endpoint={contrato.listarArqueos}
        columnas={COLUMNAS}
        id={({ id }) => id}
        filtros={[{ tipo: 'fechas' }]}
        buscar="Buscar por cuenta o persona"
        vacio={
          <p>
            Todavía no hay arqueos. Con «Nuevo arqueo» se cuenta una caja o bóveda sin cerrarla.
          </p>
        }
      />
    </Secciones>
  )
}
