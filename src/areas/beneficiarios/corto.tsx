import { useAnswer } from '../../web/api/query.ts'
import { Enlace } from '../../web/marco/navegacion.tsx'
import { contrato } from './contract.ts'

/** The first three beneficiaries of a client, for his summary: who they are and how they are paid, not their data. */
export default function CortoDeCliente({ id }: { id: number }) {
  const { data } = useAnswer(contrato.listar, { params: { id } })
  if (!data) return null
  const activos = data.filter(({ estatus }) => estatus)
  if (activos.length === 0) return <p>No tiene ninguno.</p>
  return (
    <ul>
      {activos.slice(0, 3).map(({ id: uno, alias, nombre, metodo, pais_nombre }) => (
        <li key={uno}>
          <Enlace a="detalle-cliente" params={{ id }} search={{ ver: 'beneficiarios' }}>
            {alias ? `${nombre} (${alias})` : nombre}
          </Enlace>
          <span className="tenue">{`${metodo.nombre} · ${pais_nombre}`}</span>
        </li>
      ))}
    </ul>
  )
}
