import { Button } from '@mantine/core'
import { decimalesDeLado } from '../../../core/dinero/cotizador.ts'
import { SEGMENTOS } from '../../../core/dinero/tramos.ts'
import { formatHora, formatMonto, formatTasa } from '../../../core/formato.ts'
import { invalidate } from '../../../web/api/query.ts'
import { useCotizada } from '../../../web/cotizacion.ts'
import { DecimalInput } from '../../../web/crud/formulario/decimal-input.tsx'
import { Ficha, Hace } from '../../../web/crud/valores.tsx'
import { useAhora } from '../../../web/reloj.ts'
import type { BloqueProps, Borrador, Corredor, Escalon } from './calculo/tipos.ts'
import classes from './nueva.module.css'

type MontosProps = Omit<BloqueProps, 'opciones'> & { corredor: Corredor; tramo: Escalon }

/** Both amounts and the rate between them. */
export function Montos(props: MontosProps) {
  const { borrador, calculo, change, corredor } = props
  const side = (lado: Borrador['lado']) => {
    const moneda = lado === 'envia' ? corredor.base : corredor.cotizacion
    return (
      <DecimalInput
        // A new key remounts the field, so that another corridor focuses its amount.
        key={`${lado}-${corredor.clave}`}
        autoFocus={lado === 'envia' && (borrador.cliente === null || borrador.valor === null)}
        id={`campo-${lado}`}
        label={`${lado === 'envia' ? 'Entrega' : 'Recibe'} ${moneda.simbolo}`}
        description={moneda.nombre}
        size="sm"
        decimales={decimalesDeLado(lado, moneda)}
        leftSection={<span className="simbolo">{moneda.simbolo}</span>}
        leftSectionWidth={56}
        value={borrador.lado === lado ? borrador.valor : calculo[lado]}
        onChange={(valor) => change({ lado, valor })}
      />
    )
  }
  return (
    <div className="montos">
      {side('envia')}
      <TasaViva {...props} />
      {side('recibe')}
    </div>
  )
}

/** The rate in force for the amount, the end of its lock, and the earlier quote when it changed. */
function TasaViva({ borrador, calculo, corredor, tramo }: MontosProps) {
  const ahora = useAhora()
  const vence = ahora + tramo.bloqueo_minutos * 60_000
  const { historico_id, tasa, precision, metodo_calculo } = tramo
  const { envia, recibe } = calculo
  const quote = useCotizada(
    `${corredor.clave} ${tramo.segmento}`,
    borrador.valor === null
      ? null
      : {
          ...{ historico_id, tasa, precision, envia, recibe },
          ...{
            tecleado: `${borrador.lado} ${borrador.valor}`,
            hasta: new Date(vence).toISOString(),
            vence,
          },
        },
  )
  const { anterior, cotizada, vencida, pronto, falta } = quote
  return (
    <div>
      <p className="fuerte">{`Tasa ${metodo_calculo === 'm' ? '(×)' : '(÷)'}`}</p>
      <output className={classes.valorTasa}>{formatTasa(tasa, precision)}</output>
      <p className="nota">
        Confirmada <Hace momento={tramo.actualizado_en} />
        {cotizada && !vencida && ` · válida hasta ${formatHora(cotizada.hasta)}`}
        {pronto && `, ${falta}`}
      </p>
      <div className="montos-notas">
        {tramo.segmento !== 'publico' && <Ficha tono="info">{SEGMENTOS[tramo.segmento]}</Ficha>}
        {tramo.vencida && <Ficha tono="negativo">Tasa vencida</Ficha>}
        {!tramo.vencida && tramo.rancia && <Ficha tono="aviso">Tasa sin confirmar hoy</Ficha>}
        {anterior?.recibe && (
          <Ficha tono="aviso">
            {`Antes ${formatTasa(anterior.tasa, anterior.precision)}: ${formatMonto(anterior.recibe, corredor.cotizacion)}`}
          </Ficha>
        )}
        {vencida && (
          <Button
            size="compact-xs"
            variant="light"
            onClick={() => {
              quote.recotizar()
              void invalidate(['ordenes'])
            }}
          >
            Cotización vencida: recotizar
          </Button>
        )}
      </div>
    </div>
  )
}
