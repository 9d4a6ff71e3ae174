/** Refusals of what loosens a control: who has to prove himself, and who else has to agree. */
export const DE_EXCEPCIONES = {
  CONFIRME: [
    409,
    'Para {que} confirme que es usted: escriba su contraseña y, si tiene segundo factor, su código.',
  ],
  SOLO_SIN_FACTOR: [
    409,
    'Nadie más puede responder por {que}, y solo se confirma con segundo factor: actívelo en Mi perfil.',
  ],
  FUENTE_LEJOS: [
    409,
    'Una fuente no mueve sola un precio más de {hora} % en una hora, ni más de {dia} % desde el último que alguien confirmó: publíquelo una persona.',
  ],
  LIMITE_PROPIO: [
    403,
    'Sus propios límites, su desvío y sus cajas los cambia otra persona ({quienes}).',
  ],
} as const satisfies Record<string, readonly [number, string]>
