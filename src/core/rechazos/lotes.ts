/** Refusals of batches of payouts, and of orders that wait for the bank in one. */
export const DE_LOTES = {
  ORDEN_EN_LOTE: [
    409,
    'La orden {numero} espera al banco en el lote {lote}: registre ahí lo que respondió el banco, o sáquela del lote.',
  ],
  LOTE_AGENDA: [
    409,
    'Los datos de {nombre} en la agenda ya no son los de {numero}. Cambie el beneficiario de la orden, o páguela aparte.',
  ],
  LOTE_RESUELTA: [409, '{numero} ya está {estado} en el lote {lote}.'],
  LOTE_DISTINTO: [
    409,
    'El banco dice otra cosa de {numero} que el lote {lote}, que manda {monto} a la cuenta {cuenta}. No la registre: revise con el banco qué archivo recibió.',
  ],
  LOTE_FORMATO: [409, '{numero} no entra en el archivo de {formato}: {porque}.'],
} as const satisfies Record<string, readonly [number, string]>
