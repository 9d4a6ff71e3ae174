/** How the password is asked for when so many records are created together; of one alone its own refusal asks. */
export const preguntaDe = (registros: number): string | undefined =>
  registros === 1
    ? undefined
    : `Para crear ${registros} registros confirme que es usted: escriba su contraseña y, si tiene segundo factor, su código.`
