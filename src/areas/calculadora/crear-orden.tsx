import { Button } from '@mantine/core'
import { useAnswer } from '../../web/api/query.ts'
import { useIr } from '../../web/marco/navegacion.tsx'
import { screenOf } from '../../web/marco/screens.ts'
import { usePuede } from '../../web/sesion/sesion.ts'
import { contrato } from '../ordenes/contract.ts'
import type { Estado } from './campos.tsx'

/** Opens a new order with the quote, if the received currency can be paid out. */
export function CrearOrden({ estado, cerrar }: { estado: Estado; cerrar: () => void }) {
  const puede = usePuede('ordenes:crear') && screenOf('nueva-orden') !== undefined
  const { data } = useAnswer(contrato.opciones, {}, { activa: puede })
  const ir = useIr()
  const { tasa, envia, recibe, lado, pais, base, cotizacion } = estado
  // Compared by corridor, not by rate: the orders' copy of the rates may be slightly older.
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
        // The typed amount is the agreed one; the order recalculates the other.
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
