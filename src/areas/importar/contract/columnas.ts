import { type Campo, type Campos, texto } from '../../../core/fields.ts'
import { campos as beneficiarios } from '../../beneficiarios/contract.ts'
import { campos as clientes } from '../../clientes/contract.ts'
import { camposSaldo, campos as cuentas } from '../../cuentas/contract.ts'
import type { Columna } from '../rules/columnas.ts'

/** What may be imported, with the maximum of rows in a file: a larger one would block other users. */
export const QUE = {
  clientes: { titulo: 'Clientes', filas: 5000 },
  beneficiarios: { titulo: 'Beneficiarios', filas: 2000 },
  cuentas: { titulo: 'Cuentas y saldos', filas: 500 },
} as const

export type Que = keyof typeof QUE

/**
 * What may also come in a file of so many rows, which is worked in portions. Accounts may not: opening balances
 * are all written or none.
 */
export const LARGAS = { clientes: 50_000, beneficiarios: 50_000 } as const

export type Larga = keyof typeof LARGAS

/** From so many rows on the screen leaves a file to the portions: nobody waits some seconds for a request. */
export const EN_PARTES = 1_000

export const filasDe = (que: Que): number => (que in LARGAS ? LARGAS[que as Larga] : QUE[que].filas)

/** Words that other programs use for a column, and the sample value in the template. */
interface Extra {
  alias?: readonly string[]
  ejemplo?: string
}

const EXTRA: Record<Que, Readonly<Record<string, Extra>>> = {
  clientes: {
    tipo_persona: { alias: ['tipo de persona'], ejemplo: 'Natural' },
    tipo_doc: { alias: ['tipo doc', 'tipo documento'], ejemplo: 'DNI' },
    num_doc: {
      alias: ['documento', 'nro documento', 'n documento', 'numero documento', 'dni', 'ruc', 'doc'],
      ejemplo: '70000001',
    },
    nombres: { alias: ['nombre'], ejemplo: 'María Elena' },
    apellidos: { alias: ['apellido'], ejemplo: 'Ejemplo Paredes' },
    razon_social: { alias: ['empresa'] },
    celular: { alias: ['telefono', 'movil', 'whatsapp', 'tel'], ejemplo: '987654321' },
    correo: {
      alias: ['email', 'e mail', 'mail', 'correo electronico'],
      ejemplo: 'maria@example.com',
    },
    fecha_nac: { alias: ['nacimiento', 'fecha nacimiento', 'fec nac'], ejemplo: '25/03/1990' },
    vence_doc: { alias: ['vencimiento', 'vence'] },
    direccion: { alias: ['domicilio'], ejemplo: 'Av. Arequipa 1234' },
    distrito: { ejemplo: 'Lince' },
    ocupacion: { alias: ['profesion'], ejemplo: 'Comerciante' },
    residencia: { alias: ['pais', 'residencia'] },
    agente_id: { alias: ['agente', 'referidor', 'documento del agente'] },
    segmento: { ejemplo: 'Público' },
    etiquetas: { ejemplo: 'frecuente | remesas' },
    pep: { alias: ['pep'] },
    notas: { alias: ['observaciones', 'comentarios', 'nota'] },
  },
  beneficiarios: {
    cliente_id: {
      alias: ['cliente', 'documento cliente', 'dni cliente', 'doc cliente'],
      ejemplo: 'DNI 70000001',
    },
    tipo_pago_id: { alias: ['tipo de pago', 'forma de pago', 'metodo de pago'] },
    pais: { alias: ['pais', 'pais destino'] },
    entidad_id: { alias: ['banco', 'entidad'] },
    nombre: { alias: ['titular', 'beneficiario', 'nombre'], ejemplo: 'Rosa Ejemplo' },
    tipo_doc: { alias: ['tipo doc', 'tipo documento'], ejemplo: 'CVE' },
    num_doc: { alias: ['documento', 'cedula', 'numero documento', 'doc'], ejemplo: 'V12345678' },
    alias: { ejemplo: 'mamá' },
    parentesco: { ejemplo: 'Padre o madre' },
  },
  cuentas: {
    nombre: { alias: ['cuenta', 'nombre de la cuenta'], ejemplo: 'Caja principal dólares' },
    tipo: { alias: ['tipo de cuenta'], ejemplo: 'Caja' },
    moneda_id: { alias: ['divisa', 'iso'], ejemplo: 'USD' },
    pais: { ejemplo: 'Perú' },
    entidad_id: { alias: ['banco', 'entidad'] },
    numero: { alias: ['numero', 'nro cuenta', 'cci'] },
    titular: { ejemplo: 'Casa de Cambio Ejemplo S.A.C.' },
    saldo_inicial: { alias: ['saldo', 'saldo de apertura', 'saldo actual'], ejemplo: '12500.00' },
    tasa_costo: { alias: ['costo', 'tasa', 'tipo de cambio', 'costo promedio'], ejemplo: '3.745' },
  },
}

const cliente: Campo = {
  ...texto('Documento del cliente', { max: 40 }),
  control: { tipo: 'busqueda', recurso: 'clientes', muestra: ['num_doc'] },
}

const { nombre, tipo, moneda_id, ...deCuenta } = cuentas

/** The fields of each kind, as its own screens have them. */
const CAMPOS: Record<Que, Campos> = {
  clientes,
  beneficiarios: { cliente_id: cliente, ...beneficiarios },
  // The balance comes first: people import accounts mostly for their balances.
  cuentas: { nombre, tipo, moneda_id, ...camposSaldo, ...deCuenta },
}

/** A column with the field that parses its cells. */
export interface ColumnaCampo extends Columna {
  campo: Campo
}

const OWNERS = 3

/** The columns of the fields; a field that is a list has columns for each of its first `OWNERS` rows. */
function columnasDe(campos: Campos, extra: Readonly<Record<string, Extra>>): ColumnaCampo[] {
  return Object.entries(campos).flatMap(([clave, campo]) => {
    const { control } = campo
    if (control.tipo !== 'lista') return [columna(clave, campo, extra[clave])]
    return Array.from({ length: OWNERS }, (_, n) =>
      Object.entries(control.campos).map(([own, each]) => {
        const etiqueta = `${control.singular} ${n + 1}: ${each.etiqueta}`
        const titulo = etiqueta.charAt(0).toUpperCase() + etiqueta.slice(1)
        return columna(`${clave}.${n}.${own}`, { ...each, etiqueta: titulo, requerido: false })
      }),
    ).flat()
  })
}

export function columna(
  clave: string,
  campo: Campo,
  { alias = [], ejemplo = '' }: Extra = {},
): ColumnaCampo {
  const { control, etiqueta, requerido } = campo
  return {
    clave,
    titulo: etiqueta,
    requerida: requerido,
    alias,
    opciones: opcionesDe(campo),
    decimal: control.tipo === 'decimal',
    ejemplo,
    campo,
  }
}

function opcionesDe({ control }: Campo): string[] {
  if (control.tipo === 'booleano') return ['Sí', 'No']
  return control.tipo === 'seleccion' ? control.opciones.map(({ etiqueta }) => etiqueta) : []
}

/** The columns that every house has; `columnas` in queries.ts adds what its ways of paying ask for. */
export const COLUMNAS: Record<Que, readonly ColumnaCampo[]> = {
  clientes: columnasDe(CAMPOS.clientes, EXTRA.clientes),
  beneficiarios: columnasDe(CAMPOS.beneficiarios, EXTRA.beneficiarios),
  cuentas: columnasDe(CAMPOS.cuentas, EXTRA.cuentas),
}
