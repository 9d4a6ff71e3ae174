/** Refusals of orders. */
export const DE_ORDENES = {
  SALDO_FAVOR_USADO: [
    409,
    'Del saldo a favor que dejó {numero} ya se usaron {usado}. Anule antes lo que se hizo con él.',
  ],
  ORDEN_CON_PAGOS: [
    409,
    'La orden {numero} ya tiene pagos al beneficiario: si rebotaron, regístrelo primero.',
  ],
  COBRO_RESUELTO: [409, 'Ese cobro ya está {estado}.'],
} as const satisfies Record<string, readonly [number, string]>
