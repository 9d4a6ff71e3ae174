import { formatDecimal, formatMonto, formatTasa } from '../../../core/formato.ts'
import { Ficha, TasaTexto, Vacio } from '../../../web/crud/valores.tsx'
import type { TipoRevisado } from '../contract/impacto.ts'
import classes from './impacto.module.css'

type Quoted = NonNullable<TipoRevisado['cotizadas']>

/** A number before and after; the new one is emphasised. */
export function Cambio({ antes, despues }: { antes: string; despues: string }) {
  if (antes === despues) return <span className="tenue">{despues}</span>
  return (
    <span className={classes.cambio}>
      <span className="tenue">{antes}</span>
      <span aria-hidden="true"> → </span>
      <span className="solo-lectores">pasa a</span>
      <strong>{despues}</strong>
    </span>
  )
}

export function Tasa({ tipo: { tasa, tasa_anterior, precision } }: { tipo: TipoRevisado }) {
  if (tasa === null) return <TasaTexto tasa={tasa_anterior} precision={precision} />
  return (
    <Cambio antes={formatTasa(tasa_anterior, precision)} despues={formatTasa(tasa, precision)} />
  )
}

export function Ejemplo({ tipo: { ejemplo, base, cotizacion } }: { tipo: TipoRevisado }) {
  if (!ejemplo) return <Vacio />
  const before = formatMonto(ejemplo.recibe_anterior, cotizacion)
  return (
    <span className={classes.ejemplo}>
      {base.simbolo} {formatDecimal(ejemplo.envia, 0)} ={' '}
      <Cambio antes={before} despues={formatMonto(ejemplo.recibe, cotizacion)} />
    </span>
  )
}

export function Margen({ tipo: { margen, margen_anterior } }: { tipo: TipoRevisado }) {
  if (margen == null) return <Vacio />
  const after = `${formatDecimal(margen, 2)} %`
  return (
    <Cambio
      antes={margen_anterior == null ? '—' : `${formatDecimal(margen_anterior, 2)} %`}
      despues={after}
    />
  )
}

export function Aviso({ tipo }: { tipo: TipoRevisado }) {
  if (tipo.tasa === null) return <Ficha tono="negativo">Sin tasa utilizable</Ficha>
  if (tipo.bajo_costo)
    return <Ficha tono="negativo">{tipo.manual ? 'Manual, bajo el costo' : 'Bajo el costo'}</Ficha>
  if (tipo.manual) return <Ficha tono="aviso">Manual: no se mueve</Ficha>
  if (tipo.tasa === tipo.tasa_anterior) return <span className="tenue">Sin cambio</span>
  if (tipo.bloqueo_minutos === 0 && !tipo.cotizadas) return <Vacio />
  return (
    <span className="tenue">
      Lo cotizado vale {tipo.bloqueo_minutos}&nbsp;min
      {tipo.cotizadas && <Cotizadas cotizadas={tipo.cotizadas} base={tipo.base} />}
    </span>
  )
}

/** The open orders quoted at the rate that would end. */
function Cotizadas({ cotizadas, base }: Pick<TipoRevisado, 'base'> & { cotizadas: Quoted }) {
  const { cuantas, envia, ordenes } = cotizadas
  const which = ordenes.map(({ numero }) => numero).join(', ')
  return (
    <span title={cuantas > ordenes.length ? `${which}…` : which}>
      {': '}
      {cuantas === 1 ? '1 orden abierta' : `${cuantas} órdenes abiertas`} por{' '}
      {formatMonto(envia, base)}
    </span>
  )
}
