import { contrato as ajustesSaldo } from '../../src/areas/ajustes-saldo/contract.ts'
import { contrato as clientes } from '../../src/areas/clientes/contract.ts'
import { candidata } from './casa/plena.ts'
import { ventanillasDe } from './casa/ventanillas.ts'
import { contarCaja, fechaDe } from './documentos/cierres.ts'
import { gastar } from './documentos/gastos.ts'
import type { Paso } from './hoy.ts'
import type { Jornada } from './jornadas.ts'
import { entrar } from './llamada.ts'

/**
 * What only the whole demo leaves open today: requests of the administrator that the supervisor answers, the second till
 * of Lima closed with a shortage and not accepted yet, and a client who waits for compliance.
 */
export async function pasosPlenos(j: Jornada): Promise<Paso[]> {
  const [admin, cajera] = await Promise.all([entrar(j.app, 'admin'), entrar(j.app, 'cajera')])
  const [, segunda] = await ventanillasDe(j.app, j.plena)
  return [
    [26, () => gastar(admin, j.libros, fechaDe(j.dia), CARTEL)],
    [
      23,
      () => admin(ajustesSaldo.crear, { body: { ...CARGO, cuenta_id: cuenta(j, 'BCP Soles') } }),
    ],
    [17, () => cajera(clientes.crear, { body: candidata(j.trabajados) as never })],
    [9, async () => segunda && contarCaja(j.app, segunda, FALTANTE)],
  ]
}

const cuenta = ({ libros }: Jornada, nombre: string) => libros.cuentas.get(nombre) ?? 0

/** Within what the supervisor approves. */
const CARTEL = {
  codigo: 'otros',
  cuenta: 'BCP Soles',
  descripcion: 'Letrero luminoso de la puerta',
  monto: '1280.00',
  proveedor: 'Rótulos Demo S.A.C.',
} as const

const CARGO = {
  motivo: 'comision',
  monto: '560.00',
  observacion: 'Comisión anual de la cuenta corriente, según el estado del banco.',
} as const

const FALTANTE = {
  motivo: 'Di de más en un vuelto de la mañana, no recuerdo a quién',
  falta: { PEN: '20.00' },
}
