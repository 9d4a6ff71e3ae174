/** Refusals of what one person does alone at a till: limits of a day, annulments, kept rates. */
export const DE_CAJA = {
  APROBACION_DIA: [
    409,
    'Hoy ya aprobó {suma} y su límite por día es {limite}: esta solicitud la aprueba otra persona ({quienes}).',
  ],
} as const satisfies Record<string, readonly [number, string]>
