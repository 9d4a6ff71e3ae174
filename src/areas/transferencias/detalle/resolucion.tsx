import type { ReactNode } from 'react'
import { conteoTexto } from '../../../core/dinero/conteo.ts'
import { Fecha, Monto } from '../../../web/crud/valores.tsx'
import type { Detalle } from '../contract.ts'

export type Par = readonly [string, ReactNode]

/** How a transfer ended: who received or rejected it, what was counted, who bears a difference. */
export function resolucion(t: Detalle): Par[] {
  if (t.estado === 'enviada')
    return [['La recibe', t.responsable_destino ?? `Quien cuida ${t.destino}`]]
  const who = t.resuelta_por
    ? [
        [
          t.contado === null ? 'Rechazada' : 'Recibida',
          <span key="r">
            {t.resuelta_por} · <Fecha valor={t.resuelta_en} hora />
          </span>,
        ] as const,
      ]
    : []
  return [
    ...who,
    ...(t.contado
      ? [['Contado', <Monto key="k" valor={t.contado} moneda={t.moneda} />] as const]
      : []),
    ...(t.denominaciones ? [['Billetes y monedas', conteoTexto(t.denominaciones)] as const] : []),
    ...(t.diferencia
      ? [
          [
            'Diferencia en tránsito',
            <span key="x">
              <Monto valor={t.diferencia} moneda={t.moneda} /> · espera a que una tercera persona
              diga quién responde
            </span>,
          ] as const,
        ]
      : []),
    ...(t.diferencia_resuelta_por
      ? [
          [
            'Diferencia resuelta',
            `${t.diferencia_resuelta_por}: ${t.diferencia_nota ?? ''}`,
          ] as const,
        ]
      : []),
    ...(t.cargo
      ? [['La diferencia la asume', t.cargo === 'casa' ? 'La casa' : t.cargo_usuario] as const]
      : []),
    ...(t.nota ? [['Explicación', t.nota] as const] : []),
    ...(t.motivo_anulacion
      ? [['Anulada', `${t.motivo_anulacion} (${t.anulada_por})`] as const]
      : []),
  ]
}
