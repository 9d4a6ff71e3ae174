import { Button } from '@mantine/core'
import { useIr } from '../../web/navegacion.tsx'
import { useAnswer } from '../../web/query.ts'
import { screenOf } from '../../web/screens.ts'
import { usePuede } from '../../web/sesion.ts'
import { contrato } from '../compras-ventas/contract.ts'
import type { Estado } from './campos.tsx'

/** Goes to the counter with the quote, where the counter does that corridor. */
export function CrearOperacion({ estado, cerrar }: { estado: Estado; cerrar: () => void }) {
  const puede = usePuede('compras-ventas:crear') && screenOf('nueva-compra-venta') !== undefined
  const { data } = useAnswer(contrato.opciones, {}, { activa: puede })
  const ir = useIr()
  const { tasa, envia, recibe, lado } = estado
  const found = data?.tasas.find(({ historico_id }) => historico_id === tasa?.historicoTipoCambioId)
  if (!puede || !found || !tasa || !envia || !recibe) return null
  const { tipo, divisa, contramoneda, historico_id } = found
  const rate = tasa.tasa
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
        ...{ historico_id: String(historico_id), tasa: rate },
      },
    )
  }
  return (
    <Button size="compact-md" onClick={open}>
      Crear compra-venta
    </Button>
  )
}
