import { z } from 'zod'
import type { Palabras } from '../../../core/base.ts'
import {
  type Contract,
  deColumna,
  decimalText,
  deSucursal,
  empresa,
  endpoint,
  filtroSucursal,
  filtrosLista,
  guardado,
  historial,
  idParam,
  idQuery,
  impreso,
  instante,
  keyOf,
  listado,
  pagina,
} from '../../../core/contract.ts'
import { clasePieza, denominacionesSchema } from '../../../core/dinero/conteo.ts'
import { decimalSchema, idSchema, opcional, textoMotivo } from '../../../core/fields.ts'

export const ESTADOS = {
  abierto: 'Abierto',
  en_conteo: 'En conteo',
  cerrado: 'Por aprobar',
  aprobado: 'Aprobado',
} as const satisfies Record<Palabras['turnos.estado'], string>
export type Estado = keyof typeof ESTADOS
const estado = keyOf(ESTADOS, 'Elija un estado de la lista.')

/** Who bears a shortage. */
export const CARGOS = {
  casa: 'La asume la casa',
  personal: 'Se cobra al cajero',
} as const satisfies Record<Palabras['turnos.cargo'], string>
export type Cargo = keyof typeof CARGOS
const cargo = keyOf(CARGOS, 'Elija quién asume el faltante.')

export const campos = {
  motivo: textoMotivo(),
  nota: opcional(textoMotivo('Nota')),
  devolucion: textoMotivo('Nota'),
}
const motivoOpcional = opcional(campos.motivo).schema

/** The count of one account: by notes and coins where its currency has them, otherwise its amount; empty: amount 0. */
export const conteoCuenta = z.strictObject({
  cuenta_id: idSchema,
  denominaciones: denominacionesSchema.nullable().default(null),
  monto: decimalSchema({ decimales: 8 }).nullable().default(null),
})
export type ConteoCuenta = z.input<typeof conteoCuenta>
const conteos = z
  .array(conteoCuenta)
  .min(1, 'El conteo está vacío.')
  .max(40, 'Son demasiadas cuentas.')

const pieza = z.object({ clase: clasePieza, valor: decimalText })
const piezas = z.array(pieza.extend({ cantidad: z.int() }))

/** An account to be counted; never with its balance in the books. */
export const cuentaContable = z.object({
  cuenta_id: z.int(),
  cuenta: z.string(),
  iso: z.string(),
  simbolo: z.string(),
  decimales: z.int(),
  piezas: z.array(pieza),
})
export type CuentaContable = z.infer<typeof cuentaContable>

/** A stored count and how it compares with the books. */
export const conteo = z.object({
  id: z.int(),
  momento: keyOf<Exclude<Palabras['conteos.momento'], 'arqueo'>>({ apertura: 1, cierre: 1 }),
  vuelta: z.int(),
  fecha: instante,
  cuenta_id: z.int(),
  contado: decimalText,
  /** Null for its own cashier until another person approved it; the same below. */
  esperado: decimalText.nullable(),
  diferencia: decimalText.nullable(),
  denominaciones: piezas.nullable(),
})

/** An account of a turn; the count is null until it was counted at the close. */
const cuentaTurno = cuentaContable.omit({ piezas: true }).extend({
  contado: decimalText.nullable(),
  esperado: decimalText.nullable(),
  diferencia: decimalText.nullable(),
})
export type CuentaTurno = z.infer<typeof cuentaTurno>

const fila = z.object({
  id: z.int(),
  numero: z.string(),
  usuario_id: z.int(),
  cajero: z.string(),
  estado,
  fecha_negocio: z.string(),
  abierto_en: instante,
  cerrado_en: instante.nullable(),
  aprobado_en: instante.nullable(),
  aprobado_por: z.string().nullable(),
  motivo: z.string().nullable(),
  cuentas: z.array(cuentaTurno),
  ...deSucursal,
})
export type TurnoFila = z.infer<typeof fila>

/** What the opening of a turn took for its count. */
export const deApertura = deColumna<'turnos.apertura'>({
  conteo: 1,
  ultimo_cierre: 1,
  saldo_inicial: 1,
})

const detalle = fila.extend({
  apertura: deApertura,
  conteo_en: instante.nullable(),
  cargo: cargo.nullable(),
  nota: z.string().nullable(),
  /** For approvers: the shortage in the functional currency, and whether a note is required. Null for other users. */
  aprobacion: z.object({ faltante: decimalText, pide_nota: z.boolean() }).nullable(),
  /** While it waits for approval: the other users who may approve it. */
  aprueban: z.array(z.string()),
  conteos: z.array(conteo),
  impresiones: z.int(),
  empresa,
  historial,
  version: z.int(),
})
export type Turno = z.infer<typeof detalle>

const miCaja = z.object({
  cuentas: z.array(cuentaContable),
  /** The open turn or the one being counted, otherwise the last one; null before the first. */
  turno: detalle.nullable(),
  /**
   * Amounts with which the turn may open without a count, of its last close or, before the first turn, of the opening
   * balances; null when something moved since, or when somebody else counted them.
   */
  sin_contar: z
    .object({
      de: keyOf<Exclude<Palabras['turnos.apertura'], 'conteo'>>({
        ultimo_cierre: 1,
        saldo_inicial: 1,
      }),
      cuentas: z.array(z.object({ cuenta_id: z.int(), contado: decimalText })),
    })
    .nullable(),
  exigir_turno: z.boolean(),
  hoy: z.string(),
  /** Today is closed: no turn opens until tomorrow. */
  dia_cerrado: z.boolean(),
})
export type MiCaja = z.infer<typeof miCaja>

/** The first count of an account at the close of a turn, and the last recount beside it. */
const diferencia = z.object({
  id: z.int(),
  turno_id: z.int(),
  numero: z.string(),
  fecha: instante,
  usuario_id: z.int(),
  cajero: z.string(),
  cuenta: z.string(),
  iso: z.string(),
  simbolo: z.string(),
  decimales: z.int(),
  esperado: decimalText,
  contado: decimalText,
  diferencia: decimalText,
  recuentos: z.int(),
  recuento: z
    .object({
      fecha: instante,
      contado: decimalText,
      esperado: decimalText,
      diferencia: decimalText,
    })
    .nullable(),
  motivo: z.string().nullable(),
  estado,
  cargo: cargo.nullable(),
  aprobado_en: instante.nullable(),
  aprobado_por: z.string().nullable(),
  ...deSucursal,
})
export type DiferenciaFila = z.infer<typeof diferencia>

const filtros = {
  ...filtrosLista,
  ...filtroSucursal,
  usuario_id: idQuery('El usuario no es válido.', 9),
}

/** A step of the cashier's own turn. */
const paso = { method: 'PUT', acceso: 'cierres:turno', params: idParam, dinero: true } as const

export const turnos = {
  miCaja: endpoint({
    method: 'GET',
    path: '/cierres/mi-caja',
    acceso: 'cierres:turno',
    resumen: 'La caja propia: sus cuentas y su turno, sin lo que dicen los libros',
    response: miCaja,
  }),
  listarTurnos: endpoint({
    method: 'GET',
    path: '/cierres/turnos',
    acceso: 'cierres:ver',
    resumen: 'Turnos de caja, los más recientes primero',
    ...listado({ ...filtros, estado: estado.optional() }),
    response: pagina(fila),
  }),
  diferencias: endpoint({
    method: 'GET',
    path: '/cierres/diferencias',
    acceso: 'cierres:ver',
    resumen: 'Faltantes y sobrantes: el primer conteo de cada turno y, al lado, el último recuento',
    ...listado({
      ...filtros,
      signo: z.enum(['faltante', 'sobrante'], { error: 'Elija faltante o sobrante.' }).optional(),
    }),
    response: pagina(diferencia),
  }),
  obtenerTurno: endpoint({
    method: 'GET',
    path: '/cierres/turnos/:id',
    acceso: 'cierres:ver',
    resumen: 'Un turno con sus conteos y su historial',
    params: idParam,
    response: detalle,
  }),
  abrir: endpoint({
    method: 'POST',
    path: '/cierres/turnos',
    acceso: 'cierres:turno',
    resumen:
      'Abre la caja propia: contada, o con el último cierre o el saldo inicial (conteos: null)',
    body: z.strictObject({ conteos: conteos.nullable().default(null) }),
    status: 201,
    dinero: true,
    response: guardado.extend({ numero: z.string() }),
  }),
  contar: endpoint({
    ...paso,
    path: '/cierres/turnos/:id/contar',
    resumen: 'Empieza el conteo: la caja deja de recibir movimientos',
    response: guardado,
  }),
  seguir: endpoint({
    ...paso,
    path: '/cierres/turnos/:id/seguir',
    resumen: 'Deja el conteo sin haber contado y sigue operando',
    response: guardado,
  }),
  guardarConteo: endpoint({
    ...paso,
    path: '/cierres/turnos/:id/conteo',
    resumen: 'Guarda un conteo; con los libros lo compara quien aprueba el cierre',
    body: z.strictObject({ conteos }),
    response: guardado,
  }),
  cerrarTurno: endpoint({
    ...paso,
    path: '/cierres/turnos/:id/cerrar',
    resumen: 'Cierra la caja con lo contado',
    body: z.strictObject({ motivo: motivoOpcional }),
    response: guardado,
  }),
  aprobar: endpoint({
    ...paso,
    acceso: 'cierres:aprobar',
    path: '/cierres/turnos/:id/aprobar',
    resumen: 'Acepta el cierre de otro: la diferencia entra a los libros',
    body: z.strictObject({ cargo: cargo.nullable().default(null), nota: campos.nota.schema }),
    response: guardado,
  }),
  devolver: endpoint({
    ...paso,
    acceso: 'cierres:aprobar',
    path: '/cierres/turnos/:id/devolver',
    resumen: 'Devuelve un cierre para que se cuente de nuevo',
    body: z.strictObject({ nota: campos.devolucion.schema }),
    response: guardado,
  }),
  imprimirTurno: endpoint({
    method: 'POST',
    path: '/cierres/turnos/:id/imprimir',
    acceso: 'sesion',
    resumen: 'Cuenta una impresión del cierre: desde la segunda el papel dice COPIA',
    params: idParam,
    response: impreso,
  }),
} satisfies Contract
