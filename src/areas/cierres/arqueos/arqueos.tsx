import { BotonEnlace } from '../../../web/crud/boton-enlace.tsx'
import { columnaHora, columnaMonto, columnaTexto } from '../../../web/crud/lista/columna.tsx'
import { ListaPaginada } from '../../../web/crud/lista/lista-paginada.tsx'
import type { Columna } from '../../../web/crud/lista/tabla.tsx'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { type ArqueoFila, contrato } from '../contract.ts'
import { Diferencia } from '../fichas.tsx'
import { Secciones } from '../secciones.tsx'

const COLUMNAS: Columna<ArqueoFila>[] = [
  columnaTexto('cuenta', 'Cuenta', ({ cuenta }) => cuenta, { principal: true }),
  columnaHora('fecha', 'Fecha', ({ fecha }) => fecha),
  columnaTexto('usuario', 'Contó', ({ usuario }) => usuario),
  columnaMonto('esperado', 'Según libros', (fila) => [fila.esperado, fila]),
  columnaMonto('contado', 'Contado', (fila) => [fila.contado, fila]),
  {
    clave: 'diferencia',
    titulo: 'Diferencia',
    alinear: 'right',
    celda: (fila) => <Diferencia de={fila} />,
    numero: ({ diferencia }) => diferencia,
  },
  columnaTexto('motivo', 'Nota', ({ motivo }) => motivo, { amplia: true }),
]

/** List of arqueos, the latest first. */
export default function ListaArqueos() {
  const arquear = usePuede('cierres:arqueo')
  return (
    <Secciones acciones={arquear && <BotonEnlace a="nuevo-arqueo">Nuevo arqueo</BotonEnlace>}>
      <Arqueos />
    </Secciones>
  )
}

/** Those of one account, on its page. */
export function DeCuenta({ id }: { id: number }) {
  return (
    <div className="pila">
      <Arqueos cuenta_id={id} />
    </div>
  )
}

function Arqueos({ cuenta_id }: { cuenta_id?: number }) {
  const one = cuenta_id !== undefined
  return (
    <ListaPaginada
      lista="arqueos"
      titulo="Lista de arqueos"
      endpoint={contrato.listarArqueos}
      porSucursal
      columnas={one ? COLUMNAS.filter(({ clave }) => clave !== 'cuenta') : COLUMNAS}
      {...(one && { fijo: { cuenta_id } })}
      id={({ id }) => id}
      filtros={[{ tipo: 'fechas' }]}
      buscar={one ? 'Buscar por persona' : 'Buscar por cuenta o persona'}
      vacio={
        <p>
          Todavía no hay arqueos. Con «{one ? 'Arquear' : 'Nuevo arqueo'}» se cuenta una caja o
          bóveda sin cerrarla.
        </p>
      }
    />
  )
}
