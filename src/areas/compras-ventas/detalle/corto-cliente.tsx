import { formatMonto } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { Corto } from '../../../web/crud/corto.tsx'
import { Fecha } from '../../../web/crud/valores.tsx'
import { Enlace } from '../../../web/marco/navegacion.tsx'
import { useMonedas } from '../../monedas/ui/uso.ts'
import { TIPOS } from '../contract/opciones.ts'
import { contrato } from '../contract.ts'
import { EstadoFicha } from '../estado-ficha.tsx'

/** The last three operations of a client, for his summary. */
export default function CortoDeCliente({ id }: { id: number }) {
  const { data } = useAnswer(contrato.listar, { query: { cliente_id: id, limite: 25 } })
  const signs = useMonedas()
  if (!data || signs.size === 0) return null
  return (
    <Corto filas={data.items} vacio="Todavía no hizo ninguna.">
      {(o) => {
        const sign = signs.get(o.divisa_id)
        return (
          <>
            <Enlace a="detalle-compra-venta" params={{ id: o.id }}>
              {`${TIPOS[o.tipo]} ${sign ? formatMonto(o.monto, sign) : o.monto}`}
            </Enlace>
            <span className="junto tenue">
              {o.estado !== 'completada' && <EstadoFicha estado={o.estado} />}
              <Fecha valor={o.fecha} hora />
            </span>
          </>
        )
      }}
    </Corto>
  )
}
