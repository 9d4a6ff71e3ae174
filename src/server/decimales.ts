import { decimalesDe } from '../core/dinero/decimal.ts'
import { DomainError } from '../core/errors.ts'

/**
 * An amount in `campo` says no more than its currency has, where only the server knows which currency that is.
 * @throws DomainError VALIDACION naming the field
 */
export function exigirDecimales(campo: string, monto: string | undefined, decimales: number): void {
  if (monto === undefined || decimalesDe(monto) <= decimales) return
  const msg = decimales === 0 ? 'No admite decimales.' : `Admite hasta ${decimales} decimales.`
  throw new DomainError('VALIDACION', {}, [{ msg, campo }])
}
