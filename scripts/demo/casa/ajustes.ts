import { contrato, type Propuesta } from '../../../src/areas/ajustes-saldo/contract.ts'
import type { Llamar } from '../llamada.ts'

type Ajuste = Omit<Propuesta, 'cuenta_id'> & { cuenta: string }

/**
 * Balance adjustments by working day, counted from the first of the month. None is of a till account, because the count
 * at its closing finds its differences.
 */
const AJUSTES: Record<number, Ajuste> = {
  2: {
    cuenta: 'BCP Soles',
    motivo: 'comision',
    monto: '18.50',
    observacion: 'Mantenimiento de cuenta del mes, según el estado del banco.',
  },
  5: {
    cuenta: 'Bóveda Lima PEN',
    motivo: 'sobrante',
    monto: '20.00',
    observacion: 'Un billete de más al contar la bóveda entre dos personas.',
  },
  8: {
    cuenta: 'BCP Dólares',
    motivo: 'comision',
    monto: '4.00',
    observacion: 'Comisión por transferencia recibida del exterior.',
  },
  11: {
    cuenta: 'Bóveda Lima PEN',
    motivo: 'billete_falso',
    monto: '100.00',
    observacion: 'Billete de S/ 100 retenido por el banco como falso.',
  },
  16: {
    cuenta: 'Yape Negocio',
    motivo: 'correccion',
    sentido: 'entra',
    monto: '35.00',
    observacion: 'Yape devuelto por la entidad y no registrado el lunes.',
  },
  20: {
    cuenta: 'Interbank Soles',
    motivo: 'faltante',
    monto: '12.80',
    observacion: 'Cargo que el banco no reconoce; reclamo presentado.',
  },
  22: {
    cuenta: 'BCP Soles',
    motivo: 'aporte',
    monto: '8000.00',
    observacion: 'Aporte de los socios para la campaña de fin de año.',
  },
  24: {
    cuenta: 'Bóveda Lima PEN',
    motivo: 'retiro',
    monto: '2500.00',
    observacion: 'Retiro acordado por los socios en la reunión del mes.',
  },
}

/** Registers the adjustment of a day, if it has one; above the limit it waits for the approval of another user. */
export async function ajustarDia(
  admin: Llamar,
  n: number,
  cuentas: ReadonlyMap<string, number>,
): Promise<void> {
  const found = AJUSTES[n]
  if (!found) return
  const { cuenta, ...rest } = found
  await admin(contrato.crear, { body: { ...rest, cuenta_id: cuentas.get(cuenta) ?? 0 } })
}
