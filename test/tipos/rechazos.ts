import { DomainError } from '../../src/core/errors.ts'

/** A refusal takes exactly the placeholders of its sentence. */
export const compilan = [
  new DomainError('SESION_REQUERIDA'),
  new DomainError('VALIDACION', {}, [{ msg: 'Escriba un texto.', campo: 'nombre' }]),
  new DomainError('SALDO_INSUFICIENTE', { cuenta: 'Caja', disponible: '1.00', necesario: '2.00' }),
  new DomainError('DUPLICADO', { que: 'ese cliente', cliente_id: 3 }),
  new DomainError('VERSION', { version: 2 }),
]

export const no_compilan = [
  // @ts-expect-error the sentence asks for {permiso}
  new DomainError('SIN_PERMISO'),
  // @ts-expect-error one of two placeholders is missing
  new DomainError('YA_RESUELTO', { numero: 'A-1' }),
  // @ts-expect-error misspelt: {que}
  new DomainError('NO_EXISTE', { qe: 'ese gasto' }),
  // @ts-expect-error a key that neither the sentence nor a screen reads
  new DomainError('NO_EXISTE', { que: 'ese gasto', gasto: 1 }),
  // @ts-expect-error the sentence has no placeholder
  new DomainError('SESION_REQUERIDA', { que: 'la sesión' }),
  // @ts-expect-error the link to the pair needs its id
  new DomainError('DESHACER_PAR', { par: 'USD/PEN' }),
  // @ts-expect-error there is no such refusal
  new DomainError('NO_EXITE', { que: 'ese gasto' }),
]
