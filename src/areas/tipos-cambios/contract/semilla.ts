import { completarMoneda, type Fila, numeroTexto, precisionDe } from '../../../core/semilla.ts'

/** `m` multiplies, anything else divides. */
function tasaDe(fila: Fila): Fila {
  const tasa = numeroTexto(fila.tasa)
  const metodo_calculo = fila.metodo_calculo === 'm' ? 'm' : 'd'
  return { ...fila, tasa, metodo_calculo, precision: precisionDe(fila.precision, tasa) }
}

const SIN_DECIR = {
  ...{ pais: '', pais_nombre: '', segmento: 'publico', tasa_manual: false, vigente_desde: '' },
  ...{ par_origen_id: null, par_destino_id: null, monto_min: null, monto_max: null, hasta: null },
  ...{ bloqueo_minutos: null, edad_horas: 0, rancia: false, vencida: false },
  ...{ estatus: true, version: 0 },
}

/** A tipo de cambio of the original brief: its rate, precision and method. */
export function completarTipo(tipo: Fila): Fila {
  const divisa_base = completarMoneda(tipo.divisa_base)
  const divisa_cotizacion = completarMoneda(tipo.divisa_cotizacion)
  return {
    ...SIN_DECIR,
    ...{ base_id: divisa_base.id, cotizacion_id: divisa_cotizacion.id },
    ...tasaDe(tipo),
    ...{ divisa_base, divisa_cotizacion },
  }
}

const PASO = {
  ...{
    segmento: 'publico',
    vigente_desde: '',
    valida_hasta: '',
    bloqueo_minutos: 0,
    rancia: false,
  },
  ...{ desde: '0', hasta: null, tope: null },
}

/** The brief's lookup: tasa, precision, metodo_calculo, historicoTipoCambioId; without steps it is the only one. */
export function completarConsulta(answer: unknown): unknown {
  const consulta = tasaDe(answer as Fila)
  if (Array.isArray(consulta.tramos)) return answer
  return { ...consulta, tramos: [{ ...PASO, ...consulta }] }
}

const SIN_HISTORIA = {
  ...{ origen: 'automatico', vigente_desde: '', vigente_hasta: null, usuario: null, motivo: null },
  ...{ deshecha: false, operaciones: 0 },
}

/** A history of the original brief is a list; ours comes in pages. */
export function completarHistoria(answer: unknown): unknown {
  const page = Array.isArray(answer) ? { items: answer, siguiente: null } : (answer as Fila)
  const rows = (page.items ?? []) as Fila[]
  return { ...page, items: rows.map((fila) => ({ ...SIN_HISTORIA, ...tasaDe(fila) })) }
}
