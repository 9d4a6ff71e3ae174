/** Refusals of a clock that is not trusted to date anything (ADR 0041). */
export const DE_RELOJ = {
  RELOJ_ATRASADO: [
    409,
    'El reloj de este equipo marca {ahora} y lo último registrado es del {ultimo}, que es después. Corrija la hora del equipo. Si es la correcta, un administrador la confirma en Ajustes.',
  ],
  RELOJ_DISTINTO: [
    409,
    'La base de datos, que fecha todo, marca {ahora}: va {lapso} de la hora del equipo del programa. Corrija el reloj que esté mal. Si {ahora} es la hora correcta, un administrador la confirma en Ajustes.',
  ],
  RELOJ_SALTO: [
    409,
    'El reloj que fecha todo cambió de golpe: marca {ahora} y va {lapso} de como iba. Si está mal, corrija la hora del equipo. Si es la correcta, un administrador la confirma en Ajustes.',
  ],
  RELOJ_ADELANTADO: [
    409,
    'El reloj de este equipo marca {ahora} y lo último registrado es del {ultimo}. Si la fecha es correcta, un administrador la confirma en Ajustes; si no, corrija la hora del equipo.',
  ],
} as const satisfies Record<string, readonly [number, string]>
