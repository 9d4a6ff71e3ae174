/** Refusals of what one person may not do alone: what it is, and who can. */
export const DE_DOS_PERSONAS = {
  SOLICITUD_PROPIA: [
    409,
    'Usted hizo esta solicitud: la aprueba otra persona con permiso. Si no la hay, cree un segundo administrador en Usuarios.',
  ],
  APROBACION_LIMITE: [
    409,
    'Su permiso aprueba hasta {limite}: esta solicitud la aprueba un administrador.',
  ],
  DOS_PERSONAS: [
    409,
    'Desde {limite}, lo que una persona registra lo confirma otra: {que} le toca a otra persona ({quienes}).',
  ],
  SOLO_CONFIRME: [
    409,
    'Nadie más puede responder por {que}: confírmelo con su contraseña y quedará anotado como excepción. Para que lo haga otra persona, dele el permiso en Usuarios.',
  ],
  VISTO_FALTA: [
    409,
    'Falta el visto bueno de otra persona para {que}. Ya quedó pedido en Aprobaciones; puede darlo {quienes}. Cuando lo dé, registre lo mismo otra vez.',
  ],
  DIFERENCIA_PROPIA: [
    403,
    'Usted envió o recibió {numero}: quién responde por la diferencia lo dice otra persona ({quienes}).',
  ],
  CONCILIA_OTRO: [
    409,
    'Usted registró este movimiento: lo marca conciliado otra persona ({quienes}).',
  ],
  VISTO_IMPLICADO: [
    409,
    'Usted tomó parte en lo que se pide: lo responde otra persona ({quienes}).',
  ],
  DOBLE_CONTROL: [
    409,
    'Desde {limite}, quien verificó el cobro no paga la orden: debe pagarla otra persona ({quienes}).',
  ],
  DOS_PERSONAS_DIA: [
    409,
    'Con {que} van {suma} de ese día que usted mismo registró y confirmó; el límite es {limite}: le toca a otra persona ({quienes}).',
  ],
} as const satisfies Record<string, readonly [number, string]>
