import { formatFechaHora, formatMonto, type Simbolo } from '../../../core/formato.ts'
import type { Estado } from '../rules.ts'

interface Orden {
  numero: string
  estado: Estado
  envia: string
  envia_moneda: Simbolo
  recibe: string
  recibe_moneda: Simbolo
  tasa: string
  vence_en: string
  beneficiario: string
  completada_en: string | null
  pagos: readonly { referencia: string; estado: string; monto: string }[]
}

/** What a client is told of his order, ready to be sent: nothing of what it earns, no document and no account. */
export function mensaje(o: Orden): string {
  const lines = [
    `Orden ${o.numero}`,
    `Envía: ${formatMonto(o.envia, o.envia_moneda)}`,
    `Recibe: ${formatMonto(o.recibe, o.recibe_moneda)} (${o.beneficiario})`,
    `Tasa: ${o.tasa}`,
  ]
  const paid = o.pagos.filter(({ estado }) => estado === 'pagado')
  return [
    ...lines,
    ...ESTADO[o.estado](o),
    ...paid.map(({ referencia }) => `Operación: ${referencia}`),
  ].join('\n')
}

const ESTADO: Record<Estado, (o: Orden) => string[]> = {
  pendiente: (o) => [
    `Válida hasta ${formatFechaHora(o.vence_en)}. Envíenos su comprobante antes de esa hora.`,
  ],
  vencida: () => ['La cotización venció: escríbanos para confirmarle la nueva tasa.'],
  pagada: () => ['Recibimos su pago. Le avisaremos cuando el dinero esté en destino.'],
  en_proceso: () => ['Estamos haciendo el pago al beneficiario.'],
  completada: (o) => [
    `Pagada${o.completada_en ? ` el ${formatFechaHora(o.completada_en)}` : ''}. Gracias por su confianza.`,
  ],
  anulada: () => ['La orden se anuló.'],
}
