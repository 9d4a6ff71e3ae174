import { Button } from '@mantine/core'
import { useAnswer } from '../../web/api/query.ts'
import { useIr } from '../../web/marco/navegacion.tsx'
import { screenOf } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato } from '../ordenes/contract.ts'
import type { Estado } from './campos.tsx'

/** Goes to a new order with the quote, where what is received can be paid out somewhere. */
export function CrearOrden({ estado, cerrar }: { estado: Estado; cerrar: () => void }) {
  const puede = usePuede('ordenes:crear') && screenOf('nueva-orden') !== undefined
  const { data } = useAnswer(contrato.opciones, {}, { activa: puede })
  const ir = useIr()
  const { tasa, envia, recibe, lado, pais, base, cotizacion } = estado
  // By corridor, not by rate: what the orders know of rates may be a moment older.
  const found = data?.corredores.some(
    (c) =>
      c.pais === pais &&
      c.base.id === base &&
      c.cotizacion.id === cotizacion &&
      c.destinos.length > 0,
  )
  if (!puede || !found || !tasa || !envia || !recibe) return null
  const quote = { historico_id: String(tasa.historicoTipoCambioId), tasa: tasa.tasa }
  function open() {
    cerrar()
    ir(
      'nueva-orden',
      {},
      {
        ...{ pais, base_id: String(base), cotizacion_id: String(cotizacion) },
        // What was typed is what was agreed: the order works the other amount out again.
        ...(lado === 'envia' ? { envia: envia ?? '' } : { recibe: recibe ?? '' }),
        ...quote,
      },
    )
  }
  return (
    <Button size="compact-md" onClick={open}>
      Crear orden
    </Button>
  )
}
