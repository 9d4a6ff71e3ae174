import { Button } from '@mantine/core'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { formatHora, formatMonto, formatTasa } from '../../../core/formato.ts'
import { invalidate } from '../../../web/api/query.ts'
import { useCotizada } from '../../../web/cotizacion.ts'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { Ficha, Hace } from '../../../web/crud/valores.tsx'
import { Duda } from '../../../web/duda/duda.tsx'
import { useAhora } from '../../../web/reloj.ts'
import type { Borrador, Calculo, Opciones } from './calculo/tipos.ts'

interface Props {
  opciones: Opciones
  borrador: Borrador
  calculo: Calculo
  change: (values: Partial<Borrador>) => void
}

/** Fields for the amount, the rate and the contravalor: typing one amount computes the other. */
export function MontosCampos(props: Props) {
  const { borrador, calculo, change } = props
  const { tasa, montos } = calculo
  if (!tasa) return null
  const sale = borrador.tipo === 'venta'
  const side = (lado: Borrador['lado']) => {
    const currency = lado === 'monto' ? tasa.divisa : tasa.contramoneda
    const received = (lado === 'monto') !== sale
    return (
      <DecimalInput
        // A new operation starts with the focus on its amount.
        key={`${lado}-${borrador.tipo}-${borrador.divisa_id}-${borrador.contramoneda_id}`}
        autoFocus={lado === 'monto'}
        id={`campo-${lado}`}
        label={`${received ? 'Recibimos' : 'Entregamos'} ${currency.simbolo}`}
        description={currency.nombre}
        size="sm"
        decimales={currency.decimales}
        leftSection={<span className="simbolo">{currency.simbolo}</span>}
        leftSectionWidth={56}
        value={borrador.lado === lado ? borrador.valor : (montos?.[lado] ?? null)}
        onChange={(valor) => change({ lado, valor })}
      />
    )
  }
  return (
    <div className="montos tarjeta amplia">
      {side('monto')}
      <TasaCampo {...props} tasa={tasa} />
      {side('contravalor')}
    </div>
  )
}

function TasaCampo({
  borrador,
  calculo,
  change,
  tasa,
}: Props & { tasa: NonNullable<Calculo['tasa']> }) {
  const { anterior, cotizada, vencida, pronto, falta, recotizar } = useQuote(
    borrador,
    calculo,
    tasa,
  )
  const edited = borrador.tasa !== null && borrador.tasa !== tasa.tasa
  return (
    <div>
      <DecimalInput
        id="campo-tasa"
        tasa
        label={`Tasa ${tasa.metodo_calculo === 'm' ? '(×)' : '(÷)'}`}
        description={
          <>
            Confirmada <Hace momento={tasa.actualizado_en} />
            {cotizada && !vencida && ` · válida hasta ${formatHora(cotizada.hasta)}`}
            {pronto && `, ${falta}`}
            <Duda en="tasas#tramos-y-edad-de-una-tasa" sobre="tramos y edad de una tasa" />
          </>
        }
        size="sm"
        decimales={tasa.precision}
        value={calculo.valor_tasa}
        onChange={(value) => change({ tasa: value === tasa.tasa ? null : (value ?? '') })}
      />
      <div className="montos-notas">
        {tasa.segmento !== 'publico' && <Ficha tono="info">{SEGMENTOS[tasa.segmento]}</Ficha>}
        {tasa.vencida && <Ficha tono="negativo">Tasa vencida</Ficha>}
        {!tasa.vencida && tasa.rancia && <Ficha tono="aviso">Tasa sin confirmar hoy</Ficha>}
        {anterior?.recibe && (
          <Ficha tono="aviso">
            {`Antes ${formatTasa(anterior.tasa, anterior.precision)}: ${formatMonto(anterior.recibe, tasa.contramoneda)}`}
          </Ficha>
        )}
        {vencida && (
          <Button size="compact-xs" variant="light" onClick={recotizar}>
            Cotización vencida: recotizar
          </Button>
        )}
        {edited && (
          <Button size="compact-xs" variant="light" onClick={() => change({ tasa: null })}>
            Volver a {formatTasa(tasa.tasa, tasa.precision)}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The quote of the typed amount: it expires after its validity and is made again on demand. */
function useQuote(borrador: Borrador, calculo: Calculo, tasa: NonNullable<Calculo['tasa']>) {
  const ahora = useAhora()
  const vence = ahora + tasa.bloqueo_minutos * 60_000
  const { tipo, divisa_id, contramoneda_id, lado, valor } = borrador
  const quote = useCotizada(
    `${tipo} ${divisa_id} ${contramoneda_id} ${tasa.segmento}`,
    valor === null
      ? null
      : {
          ...{ historico_id: tasa.historico_id, tasa: tasa.tasa, precision: tasa.precision },
          envia: calculo.montos?.monto ?? null,
          recibe: calculo.montos?.contravalor ?? null,
          ...{ tecleado: `${lado} ${valor}`, hasta: new Date(vence).toISOString(), vence },
        },
  )
  return {
    ...quote,
    recotizar: () => {
      quote.recotizar()
      void invalidate(['compras-ventas'])
    },
  }
}
