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
  COTIZACION_IGUAL: [
    409,
    'A {quien} ya le prometió {cotizacion}. Úsela (está en la lista, con «Usar») o espere a que venza: a una misma persona se le promete un solo precio.',
  ],
  COTIZACION_CUPO: [
    409,
    'Ya tiene {cuantas}. Use las que correspondan o espere a que venzan; mientras tanto registre con la tasa vigente.',
  ],
  COTIZACION_LIMITE: [
    409,
    'Con esta, sus cotizaciones sin usar suman {suma} y pueden sumar {limite}. Use alguna o espere a que venza, o pida que la guarde quien tenga un límite mayor.',
  ],
  TURNO_PARA_AJUSTE: [
    409,
    '{cuenta} está cerrada, y {numero} entra con su turno abierto. {pida}; después apruébelo otra vez. Mientras tanto sigue pendiente.',
  ],
} as const satisfies Record<string, readonly [number, string]>
