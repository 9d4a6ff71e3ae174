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
  13: {
    cuenta: 'Interbank Soles',
    motivo: 'correccion',
    sentido: 'sale',
    monto: '490.00',
    observacion: 'Depósito abonado dos veces, que el banco retiró.',
  },
  15: {
    cuenta: 'Interbank Soles',
    motivo: 'correccion',
    sentido: 'entra',
    monto: '510.00',
    observacion: 'Transferencia devuelta por el banco del beneficiario.',
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

const APRUEBA = { nota: 'Revisado con el estado de la cuenta.' }

/** Registers the adjustment of a day, if it has one; another person approves what is above the limit. */
export async function ajustarDia(
  quien: Llamar,
  n: number,
  cuentas: ReadonlyMap<string, number>,
  aprueba: Llamar = quien,
): Promise<void> {
  const found = AJUSTES[n]
  if (!found) return
  const { cuenta, ...rest } = found
  const body = { ...rest, cuenta_id: cuentas.get(cuenta) ?? 0 }
  const { id, estado } = await quien(contrato.crear, { body })
  if (estado === 'pendiente') await aprueba(contrato.aprobar, { params: { id }, body: APRUEBA })
}
