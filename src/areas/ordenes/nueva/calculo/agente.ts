/**
 * To whom an order's commission goes, in words: without a typed agent to the client's own, which is kept without asking
 * null where it has none.
 */
export function agenteDeOrden(
  suyo: { id: number; nombre: string } | null,
  agente_id: number | null,
): string | null {
  if (agente_id === null)
    return (
      suyo &&
      `Agente: ${suyo.nombre}, del cliente. Recibirá la comisión que le toque por esta orden.`
    )
  if (agente_id === suyo?.id) return `Es el agente del cliente.`
  return suyo
    ? `El del cliente es ${suyo.nombre}. Otro necesita el visto bueno de otra persona.`
    : 'Sin escribirlo es el del cliente. Otro necesita el visto bueno de otra persona.'
}
