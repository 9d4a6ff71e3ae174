import { formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Corto } from '../../../web/crud/corto.tsx'
import { Fecha } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { contrato } from '../contract.ts'
import { EstadoOrden } from '../estado-orden.tsx'

/** The last three orders of a client, for his summary. */
export default function CortoDeCliente({ id }: { id: number }) {
  const { data } = useAnswer(contrato.listar, { query: { cliente_id: id, limite: 25 } })
  const signs = useMonedas()
  if (!data || signs.size === 0) return null
  return (
    <Corto filas={data.items} vacio="Todavía no envió ninguna.">
      {(o) => {
        const sign = signs.get(o.envia_moneda_id)
        return (
          <>
            <Enlace a="detalle-orden" params={{ id: o.id }}>
              {`${sign ? formatMonto(o.envia, sign) : o.envia} para ${o.beneficiario}`}
            </Enlace>
            <span className="junto tenue">
              <EstadoOrden orden={o} />
              <Fecha valor={o.fecha} hora />
            </span>
          </>
        )
      }}
    </Corto>
  )
}
