/** Refusals about who a client is. */
export const DE_CLIENTES = {
  CLIENTE_PARECIDO: [
    409,
    '{nombre} se parece a un cliente bloqueado ({por}). No opera hasta que cumplimiento lo vea en Aprobaciones ({quienes}): avísele, y si es otra persona operará sin más preguntas.',
  ],
  PARECIDO_PROPIO: [
    403,
    'Usted registró a este cliente: si es otra persona lo dice otro ({quienes}), en Aprobaciones.',
  ],
  PARECIDO_CAMBIO: [
    409,
    'Los clientes bloqueados a los que se parece {nombre} ya no son los que usted vio. Vuelva a mirar en Aprobaciones.',
  ],
  DOCUMENTO_CAMBIO: [
    409,
    'Ese documento ya no es el que usted vio: otra persona lo cambió. Mírelo y repita si hace falta.',
  ],
  DOCUMENTO_DE_OBSERVADO: [
    403,
    '{nombre} está {estado}: sus documentos los reemplaza cumplimiento. Avísele.',
  ],
} as const satisfies Record<string, readonly [number, string]>
