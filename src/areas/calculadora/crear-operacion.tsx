import { Button } from '@mantine/core'
import { useAnswer } from '../../web/api/query.ts'
import { useIr } from '../../web/marco/navegacion.tsx'
import { screenOf } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato } from '../compras-ventas/contract.ts'
import type { Estado } from './campos.tsx'

/** Goes to the counter with the quote, where the counter does that corridor. */
export function CrearOperacion({ estado, cerrar }: { estado: Estado; cerrar: () => void }) {
  const puede = usePuede('compras-ventas:crear') && screenOf('nueva-compra-venta') !== undefined
  const { data } = useAnswer(contrato.opciones, {}, { activa: puede })
  const ir = useIr()
  const { tasa, envia, recibe, lado, pais, base, cotizacion } = estado
  // By corridor, not by rate: what the counter knows of rates may be a moment older.
  const found = data?.tasas.find(({ tipo, divisa, contramoneda, ...t }) => {
    const [de, a] = tipo === 'venta' ? [contramoneda, divisa] : [divisa, contramoneda]
    return t.pais === pais && de.id === base && a.id === cotizacion
  })
  if (!puede || !found || !tasa || !envia || !recibe) return null
  const { tipo, divisa, contramoneda } = found
  const quote = { historico_id: String(tasa.historicoTipoCambioId), tasa: tasa.tasa }
  // What was typed is what was agreed: the counter works the other amount out again.
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
