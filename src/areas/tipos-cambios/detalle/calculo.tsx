import { formatDecimal, formatTasa } from '../../../core/formato.ts'
import { useAnswer } from '../../../web/api/query.ts'
import { usePuede } from '../../../web/sesion/sesion.ts'
import { type Par, contrato as pares } from '../../pares-divisas/contract.ts'
import type { TipoCambio } from '../contract.ts'
import { porcentaje } from '../palabras.ts'
import { costoDe, tasaCosto } from '../rules.ts'
import classes from '../tipos.module.css'

/** One leg in words: what we do with the client's currency, at which of the pair's prices. */
function tramo(par: Par, de: number): string {
  const { divisa_base: b, divisa_cotizacion: q, precision } = par
  const said = par.base_id === de ? ['compramos', par.compra] : ['vendemos', par.venta]
  return `En ${par.pais_nombre} ${said[0]} 1 ${b.iso} a ${formatTasa(said[1] ?? '', precision)} ${q.iso}.`
}

/** The derivation of a rate, step by step, from the prices as they are now. */
function pasosDe(tipo: TipoCambio, all: readonly Par[]): string[] {
  const find = (id: number | null) => all.find((par) => par.id === id) ?? null
  const [origen, destino] = [find(tipo.par_origen_id), find(tipo.par_destino_id)]
  const costo = costoDe(tipo, { origen, destino })
  if (!costo) return []
  const { divisa_base: de, divisa_cotizacion: a, metodo_calculo, precision } = tipo
  const first = origen && tramo(origen, tipo.base_id)
  const second = destino && tramo(destino, costo.puente_id ?? tipo.base_id)
  const value = formatDecimal(tasaCosto(costo, metodo_calculo, 8), 8)
  const cost =
    metodo_calculo === 'm'
      ? `Al costo, por 1 ${de.iso} se entregan ${value} ${a.iso}.`
      : `Al costo, 1 ${a.iso} cuesta ${value} ${de.iso}.`
  const rounded = `redondeado a ${precision} decimales a favor de la casa`
  const margin =
    metodo_calculo === 'm'
      ? `Se descuenta el margen de ${porcentaje(tipo.margen ?? '0')}, ${rounded}: ${formatTasa(tipo.tasa_automatica ?? '', precision)}.`
      : `Se carga el margen de ${porcentaje(tipo.margen ?? '0')} dividiendo entre lo que queda, ${rounded}: ${formatTasa(tipo.tasa_automatica ?? '', precision)}.`
  return [first, second, cost, tipo.tasa_automatica ? margin : null].filter((step) => step !== null)
}

/** "¿Cómo se calcula?" in words, for who may see cost. */
export function ComoSeCalcula({ tipo }: { tipo: TipoCambio }) {
  const [ganancia, precios] = [usePuede('ganancia:ver'), usePuede('pares-divisas:ver')]
  const { data } = useAnswer(pares.listar, {}, { activa: ganancia && precios })
  if (!ganancia || !precios) return null
  const steps = data ? pasosDe(tipo, data) : []
  const { tasa, precision, tasa_manual, margen_efectivo } = tipo
  return (
    <details className={classes.calculo} open>
      <summary>¿Cómo se calcula?</summary>
      {steps.length > 0 && (
        <ol>
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
      {tasa_manual ? (
        <p>
          Hoy la tasa es manual: {formatTasa(tasa, precision)}, escrita por una persona
          {margen_efectivo && `; deja un margen de ${porcentaje(margen_efectivo)}`}.
        </p>
      ) : (
        <p>Cambia sola, en el mismo momento, cada vez que se publican precios de sus pares.</p>
      )}
    </details>
  )
}
