import { formatFechaHora } from '../../../core/formato.ts'
import { Ficha, type Tono } from '../../../web/crud/valores.tsx'
import { type Envio, ESTADOS, type Estado } from '../contract.ts'

const TONOS: Record<Estado, Tono> = { pendiente: 'aviso', enviado: 'positivo', error: 'negativo' }

export function EstadoEnvio({ estado }: { estado: Estado }) {
  return <Ficha tono={TONOS[estado]}>{ESTADOS[estado]}</Ficha>
}

/** How it goes, in words. */
export function comoVa({ estado, motivo, enviado_en, proximo_en, intentos }: Envio): string {
  if (estado === 'enviado') return `Entregado ${formatFechaHora(enviado_en ?? '')}`
  if (estado === 'pendiente' && intentos > 0)
    return `${motivo ?? ''} Próximo intento ${formatFechaHora(proximo_en)}`.trim()
  return motivo ?? ''
}
