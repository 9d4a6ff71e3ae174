import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { decimal, texto } from '../../../core/dinero/decimal.ts'
import { formatMonto, formatTasa, sinCortar } from '../../../core/formato.ts'
import { useSave } from '../../../web/api/save.ts'
import { Ficha } from '../../../web/crud/valores.tsx'
import { useTeclas } from '../../../web/marco/teclas.ts'
import { parte } from '../../../web/sin-linea/parte.tsx'
import { tarde } from '../../../web/tarde.ts'
import { contrato } from '../contract.ts'
import { cubre, fueraDeRango } from '../mostrador/calculo/autorizacion.ts'
import type { Borrador, Calculo, Opciones } from '../mostrador/calculo/tipos.ts'
import classes from './autorizacion.module.css'
import type { usePermiso } from './use-permiso.tsx'

const Dialogo = parte(tarde(() => import('./dialogo.tsx')))

interface Props {
  opciones: Opciones
  borrador: Borrador
  calculo: Calculo
  permiso: ReturnType<typeof usePermiso>
}

/** Warns that a rate is outside the cashier's range, and shows how to go on; nothing while it is within. */
export function Autorizacion(props: Props) {
  const { tasa, montos, valor_tasa } = props.calculo
  if (!tasa || !montos || !fueraDeRango(props.opciones, tasa, valor_tasa)) return null
  return <Banda {...props} tasa={tasa} montos={montos} />
}

function Banda({
  opciones,
  borrador,
  calculo,
  permiso,
  tasa,
  montos,
}: Props & {
  tasa: NonNullable<Calculo['tasa']>
  montos: NonNullable<Calculo['montos']>
}) {
  const [abierto, setAbierto] = useState(false)
  const cancelar = useSave(contrato.cancelarTasa, { silencio: true })
  const { pedido, respuesta, setPedido } = permiso
  const suyo = borrador.permiso ?? null
  const covered = cubre(suyo, borrador, tasa.tasa, calculo.valor_tasa, montos.monto)
  const deOtra = pedido !== null && (borrador.otras ?? []).some((o) => o.permiso?.id === pedido.id)
  const waits = respuesta?.estado === 'pendiente' || (pedido !== null && respuesta === null)
  useTeclas([['F7', () => !covered && !waits && setAbierto(true)]])
  const tasaTexto = (value: string) => formatTasa(value, Math.max(tasa.precision, decimales(value)))
  return (
    <section
      className={classes.banda}
      aria-label="Autorización de la tasa"
      data-tono={covered ? 'positivo' : undefined}
    >
      <p role="status">{sinCortar(words())}</p>
      {covered && <Ficha tono="positivo">Autorizada</Ficha>}
      {waits && pedido && (
        <Button
          size="compact-sm"
          variant="default"
          loading={cancelar.saving}
          onClick={() => {
            void cancelar.save({ params: { id: pedido.id } })
            setPedido(null)
          }}
        >
          Cancelar
        </Button>
      )}
      {!covered && !waits && (
        <Button
          size="compact-sm"
          variant="light"
          rightSection={<kbd>F7</kbd>}
          onClick={() => setAbierto(true)}
        >
          {pedido ? 'Pedir otra' : 'Pedir autorización'}
        </Button>
      )}
      {abierto && (
        <Suspense>
          <Dialogo
            borrador={borrador}
            calculo={calculo}
            tasa={tasaTexto(calculo.valor_tasa)}
            publicada={tasaTexto(tasa.tasa)}
            cerrar={() => setAbierto(false)}
            pedida={(id) => {
              setAbierto(false)
              const { tipo, divisa_id, contramoneda_id, cliente } = borrador
              const cliente_id = cliente?.id ?? null
              setPedido({
                id,
                tipo,
                divisa_id,
                contramoneda_id,
                cliente_id,
                tasa: calculo.valor_tasa,
                monto: montos.monto,
              })
            }}
          />
        </Suspense>
      )}
    </section>
  )

  function words(): string {
    const amount = (value: string) => formatMonto(value, tasa.divisa)
    const quien = respuesta?.resuelto_por ?? ''
    if (covered) {
      const por = suyo.id === pedido?.id ? ` por ${quien}` : ''
      return `Tasa de ${tasaTexto(calculo.valor_tasa)} autorizada${por} para esta operación.`
    }
    if (waits && pedido) {
      return `Se pidió ${tasaTexto(pedido.tasa)} por hasta ${amount(pedido.monto)}: esperando respuesta…`
    }
    if (respuesta?.estado === 'rechazada') return `${quien} dijo que no: ${respuesta.nota}`
    if (respuesta?.estado === 'vencida') return 'La autorización venció sin usarse.'
    if (deOtra) return 'La autorización que se dio es de otra línea de este ticket.'
    if (respuesta?.estado === 'aprobada' && pedido) {
      return `La autorización es de ${tasaTexto(pedido.tasa)} por hasta ${amount(pedido.monto)}: esta operación no entra en ella.`
    }
    return `La tasa se aparta más de ${texto(decimal(opciones.desvio_pct), 1)} % de la publicada (${tasaTexto(tasa.tasa)}).`
  }
}

const decimales = (value: string) => value.split('.')[1]?.length ?? 0
