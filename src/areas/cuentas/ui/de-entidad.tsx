import { useAnswer } from '../../../web/api/query.ts'
import { Fallo } from '../../../web/crud/lista/lista.tsx'
import { Tabla } from '../../../web/crud/lista/tabla.tsx'
import { Cargando } from '../../../web/crud/pagina/cargando.tsx'
import { useIr } from '../../../web/marco/navegacion.tsx'
import { COLUMNAS } from '../columnas.tsx'
import { contrato } from '../contract.ts'

const SON = ['nombre', 'moneda', 'tipo', 'entidad', 'responsable', 'saldo', 'disponible', 'estatus']
const PROPIAS = COLUMNAS.filter(({ clave }) => SON.includes(clave))

/** The house's accounts at a bank or wallet, on its page. */
export default function DeEntidad({ id }: { id: number }) {
  const ir = useIr()
  const { data, error, refetch } = useAnswer(contrato.listar)
  if (error && !data) return <Fallo error={error} reintentar={() => void refetch()} />
  if (!data) return <Cargando />
  return (
    <Tabla
      titulo="Cuentas nuestras"
      filas={data.filter(({ entidad_id }) => entidad_id === id)}
      id={(fila) => fila.id}
      columnas={PROPIAS}
      abrir={(fila) => ir('detalle-cuenta', { id: fila.id })}
      ficha="detalle-cuenta"
      nombreFila={({ nombre }) => nombre}
      vacio={<p>La casa no tiene cuentas aquí.</p>}
    />
  )
}
