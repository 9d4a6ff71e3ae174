/** Refusals of what one person does alone at a till: limits of a day, annulments, kept rates. */
export const DE_CAJA = {
  APROBACION_DIA: [
    409,
    'Hoy ya aprobó {suma} y su límite por día es {limite}: esta solicitud la aprueba otra persona ({quienes}).',
  ],
  COTIZACION_FALTA: [
    409,
    'La tasa {tasa} ya no rige y usted no guardó una cotización de este monto para este cliente mientras regía, o ya se usó o venció. Registre con la tasa de ahora; la próxima vez guarde el precio al decirlo (F10).',
  ],
} as const satisfies Record<string, readonly [number, string]>
