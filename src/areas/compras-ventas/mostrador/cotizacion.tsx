import { useIr } from '../../../web/marco/navegacion.tsx'
import { Guardadas } from '../../tipos-cambios/ui/guardadas.tsx'
import type { Borrador, Calculo } from './calculo/tipos.ts'

/** The price of the counter, promised by one key. */
export function Cotizacion({ borrador, calculo }: { borrador: Borrador; calculo: Calculo }) {
  const ir = useIr()
  const { tasa, valor_tasa } = calculo
  const { tipo, lado, valor, cliente, busqueda } = borrador
  return (
    <Guardadas
      tipos={['compra', 'venta', 'canje']}
      promesa={() =>
        tasa && valor && valor_tasa
          ? { tipo, historico_id: tasa.historico_id, tasa: valor_tasa, [lado]: valor }
          : null
      }
      cliente={cliente}
      escrito={busqueda}
      usar={(c) =>
        ir(
          'nueva-compra-venta',
          {},
          {
            ...{ tipo: c.tipo, divisa_id: String(c.moneda.id), monto: c.monto },
            ...{ contramoneda_id: String(c.contramoneda.id) },
            ...{ historico_id: String(c.historico_id), tasa: c.tasa },
            ...(c.cliente_id && { cliente_id: String(c.cliente_id), cliente: c.cliente }),
          },
        )
      }
    />
  )
}
