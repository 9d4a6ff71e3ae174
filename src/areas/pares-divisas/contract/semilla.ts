import { completarMoneda, type Fila, numeroTexto, precisionDe } from '../../../core/semilla.ts'

const SIN_DECIR = {
  ...{ pais: '', pais_nombre: '', alerta_pct: '100', fuente: null },
  ...{ actualizado_en: '', actualizado_por: null, rancio: false, dependientes: 0 },
  ...{ ayer_compra: null, ayer_venta: null, estatus: true, version: 0 },
}

/** A pair of the original brief: id, compra, divisa_base with its nombre. */
export function completarPar(par: Fila): Fila {
  const compra = numeroTexto(par.compra)
  const divisa_base = completarMoneda(par.divisa_base)
  const divisa_cotizacion = completarMoneda(par.divisa_cotizacion)
  return {
    ...SIN_DECIR,
    ...{ base_id: divisa_base.id, cotizacion_id: divisa_cotizacion.id },
    ...par,
    ...{ compra, venta: numeroTexto(par.venta), precision: precisionDe(par.precision, compra) },
    ...{ divisa_base, divisa_cotizacion },
  }
}
