import { useIr } from '../../../web/marco/navegacion.tsx'
import { Guardadas } from '../../tipos-cambios/ui/guardadas.tsx'
import type { BloqueProps } from './calculo/tipos.ts'

/** The price of an order, promised by one key. */
export function Cotizacion({ borrador, calculo }: Pick<BloqueProps, 'borrador' | 'calculo'>) {
  const ir = useIr()
  const { lado, valor, cliente, busqueda } = borrador
  const monto = lado === 'envia' ? 'monto' : 'contravalor'
  return (
    <Guardadas
      tipos={['orden']}
      promesa={() =>
        calculo.tramo && valor
          ? { tipo: 'orden', historico_id: calculo.tramo.historico_id, [monto]: valor }
          : null
      }
      cliente={cliente}
      escrito={busqueda}
      usar={(c) =>
        ir(
          'nueva-orden',
          {},
          {
            ...{ pais: c.pais, base_id: String(c.moneda.id), envia: c.monto },
            ...{ cotizacion_id: String(c.contramoneda.id) },
            ...{ historico_id: String(c.historico_id), tasa: c.tasa },
          },
        )
      }
    />
  )
}
