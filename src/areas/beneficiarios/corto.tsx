import { useAnswer } from '../../web/api/query.ts'
import { Corto } from '../../web/crud/corto.tsx'
import { Enlace } from '../../web/marco/navegacion.tsx'
import { contrato } from './contract.ts'

/** The first three beneficiaries of a client, for his summary: who they are and how they are paid, not their data. */
export default function CortoDeCliente({ id }: { id: number }) {
  const { data } = useAnswer(contrato.listar, { params: { id } })
  if (!data) return null
  return (
    <Corto filas={data.filter(({ estatus }) => estatus)} vacio="No tiene ninguno.">
      {({ alias, nombre, metodo, pais_nombre }) => (
        <>
          <Enlace a="detalle-cliente" params={{ id }} search={{ ver: 'beneficiarios' }}>
            {alias ? `${nombre} (${alias})` : nombre}
          </Enlace>
          <span className="tenue">{`${metodo.nombre} · ${pais_nombre}`}</span>
        </>
      )}
    </Corto>
  )
}
