import { Button } from '@mantine/core'
import { useAnswer } from '../../web/api/query.ts'
import { useIr } from '../../web/marco/navegacion.tsx'
import { screenOf } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato } from '../compras-ventas/contract.ts'
import type { Estado } from './campos.tsx'

/** Opens the counter with the quote, if the counter works in that corridor. */
export function CrearOperacion({ estado, cerrar }: { estado: Estado; cerrar: () => void }) {
  const puede = usePuede('compras-ventas:crear') && screenOf('nueva-compra-venta') !== undefined
  const { data } = useAnswer(contrato.opciones, {}, { activa: puede })
  const ir = useIr()
  const { tasa, envia, recibe, lado, pais, base, cotizacion } = estado
  // Compared by corridor, not by rate: the counter's copy of the rates may be slightly older.
  const found = data?.tasas.find(({ tipo, divisa, contramoneda, ...t }) => {
    const [de, a] = tipo === 'venta' ? [contramoneda, divisa] : [divisa, contramoneda]
    return t.pais === pais && de.id === base && a.id === cotizacion
  })
  if (!puede || !found || !tasa || !envia || !recibe) return null
  const { tipo, divisa, contramoneda } = found
  const quote = { historico_id: String(tasa.historicoTipoCambioId), tasa: tasa.tasa }
  // The typed amount is the agreed one; the counter recalculates the other.
  const typed = lado === 'envia' ? envia : recibe
  const isMonto = (tipo === 'venta') === (lado === 'recibe')
  function open() {
    cerrar()
    ir(
      'nueva-compra-venta',
      {},
      {
        ...{ tipo, divisa_id: String(divisa.id), contramoneda_id: String(contramoneda.id) },
        [isMonto ? 'monto' : 'contravalor']: typed,
        ...quote,
      },
    )
  }
  return (
    <Button size="compact-md" onClick={open}>
      Crear compra-venta
    </Button>
  )
}
