import { contrato as ajustesSaldo } from '../../src/areas/ajustes-saldo/contract.ts'
import { contrato as clientes } from '../../src/areas/clientes/contract.ts'
import { VENCIDA } from './casa/clientes.ts'
import { candidata } from './casa/plena.ts'
import { ventanillasDe } from './casa/ventanillas.ts'
import { contarCaja, fechaDe } from './documentos/cierres.ts'
import { gastar } from './documentos/gastos.ts'
import type { Paso } from './hoy.ts'
import type { Jornada } from './jornadas.ts'
import { entrar, type Llamar } from './llamada.ts'

/**
 * What only the whole demo leaves open today: requests of the administrator that the supervisor answers, the second till
 * of Lima closed and not accepted yet, and a client who waits for compliance. Nothing warns of most of them, so that they
 * are approved together.
 */
export async function pasosPlenos(j: Jornada): Promise<Paso[]> {
  const [admin, cajera, cumplimiento] = await Promise.all([
    entrar(j.app, 'admin'),
    entrar(j.app, 'cajera'),
    entrar(j.app, 'cumplimiento'),
  ])
  const [, segunda] = await ventanillasDe(j.app, j.plena)
  return [
    [26, () => gastar(admin, j.libros, fechaDe(j.dia), CARTEL)],
    [24.5, () => gastar(admin, j.libros, fechaDe(j.dia), CURSO)],
    [
      23,
      () => admin(ajustesSaldo.crear, { body: { ...CARGO, cuenta_id: cuenta(j, 'BCP Soles') } }),
    ],
    [18.5, () => observarVencida(cumplimiento)],
    [17, () => cajera(clientes.crear, { body: candidata(j.trabajados) as never })],
    [9, async () => segunda && contarCaja(j.app, segunda, null)],
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

const CURSO = {
  codigo: 'otros',
  cuenta: 'BCP Soles',
  descripcion: 'Curso anual de prevención de lavado de activos',
  monto: '1060.00',
  proveedor: 'Capacitación Demo E.I.R.L.',
} as const

/** The client whose document expired is served for small amounts only, until she brings the new one. */
async function observarVencida(cumplimiento: Llamar): Promise<void> {
  const query = { buscar: VENCIDA, limite: '5' } as never
  const { items } = await cumplimiento(clientes.listar, { query })
  const id = items.find(({ num_doc }) => num_doc === VENCIDA)?.id
  const motivo = 'Su carné venció; tiene cita en Migraciones para renovarlo.'
  if (id)
    await cumplimiento(clientes.estado, { params: { id }, body: { estado: 'observado', motivo } })
}
