import type { z } from 'zod'
import type { Palabras } from '../../core/base.ts'
import { leerDecimal, suma } from '../../core/dinero/decimal.ts'
import { monedaFuncional } from '../../core/dinero/moneda.ts'
import { faltaDocumento, type TipoDocumento } from '../../core/documento/documentos.ts'
import { nombreFiscal } from '../../core/documento/fiscal.ts'
import { documentosDe, faltaDigitoFiscal, fiscalDePais } from '../../core/documento/paises/tipos.ts'

export type TipoPersona = Palabras['clientes.tipo_persona']

/** Fields that exist for only one type of person; they are empty for the other. */
export const SOLO_DE = {
  natural: [
    'nombres',
    'apellidos',
    'fecha_nac',
    'nacionalidad',
    'ocupacion',
    'centro_trabajo',
    'pep',
    'pep_cargo',
    'pep_entidad',
    'pep_hasta',
  ],
  juridica: [
    'razon_social',
    'objeto_social',
    'representante',
    'representante_doc',
    'beneficiarios_finales',
    'sin_beneficiario_final',
  ],
} as const

const OBLIGATORIOS = {
  natural: ['nombres', 'apellidos'],
  juridica: ['razon_social'],
} as const

/** The document with which a new client begins: the usual one of the house's country, a passport where none is known. */
export const documentoInicial = (pais: string): TipoDocumento => documentosDe(pais)[0] ?? 'PAS'

type Valores = Readonly<Record<string, unknown>>

const vacio = (valor: unknown) =>
  valor === null || valor === undefined || valor === '' || (Array.isArray(valor) && !valor.length)

function otra(persona: TipoPersona): TipoPersona {
  return persona === 'natural' ? 'juridica' : 'natural'
}

/** Removes the fields of the other type of person, which a form keeps while the user switches. */
export function soloDeSuPersona(valores: Valores): Record<string, unknown> {
  const persona = valores.tipo_persona === 'juridica' ? 'juridica' : 'natural'
  const ajenos: readonly string[] = SOLO_DE[otra(persona)]
  return Object.fromEntries(Object.entries(valores).filter(([campo]) => !ajenos.includes(campo)))
}

interface Revisable extends Valores {
  tipo_persona: TipoPersona
  tipo_doc: TipoDocumento
  num_doc: string
  pep: boolean
}

/** Checks across fields: document by type and person, required names of each type of person, PEP. */
export function revisarCliente(cliente: Revisable, ctx: z.core.$RefinementCtx): void {
  const falla = (campo: string, message: string) =>
    ctx.addIssue({ code: 'custom', message, path: [campo], input: cliente[campo] })
  const { tipo_persona: persona, tipo_doc, num_doc } = cliente
  const documento = faltaDocumento(tipo_doc, num_doc) ?? faltaDigitoFiscal(tipo_doc, num_doc)
  if (documento) falla('num_doc', documento)
  if (persona === 'juridica' && tipo_doc !== fiscalDePais(monedaFuncional().pais)) {
    falla('tipo_doc', `Una persona jurídica se identifica con ${nombreFiscal()}.`)
  } else if (
    tipo_doc === 'RUC' &&
    !documento &&
    num_doc.startsWith('20') === (persona === 'natural')
  ) {
    falla(
      'num_doc',
      persona === 'natural'
        ? 'Un RUC que empieza con 20 es de una persona jurídica.'
        : 'El RUC de una persona jurídica empieza con 20.',
    )
  }
  for (const campo of OBLIGATORIOS[persona]) {
    if (vacio(cliente[campo])) falla(campo, 'Este dato es obligatorio.')
  }
  for (const campo of SOLO_DE[otra(persona)]) {
    if (!vacio(cliente[campo]) && cliente[campo] !== false) {
      falla(
        campo,
        `Este dato es solo de una persona ${otra(persona) === 'natural' ? 'natural' : 'jurídica'}.`,
      )
    }
  }
  revisarBeneficiarios(cliente, falla)
  if (!cliente.pep) return
  for (const campo of ['pep_cargo', 'pep_entidad']) {
    if (vacio(cliente[campo])) falla(campo, 'Una persona expuesta políticamente debe indicarlo.')
  }
}

/** A beneficial owner as typed; the fields' own schemas check each value. */
interface Beneficiario {
  porcentaje: string
}

function revisarBeneficiarios(cliente: Valores, falla: (campo: string, msg: string) => void): void {
  const filas = (cliente.beneficiarios_finales ?? []) as readonly Beneficiario[]
  if (filas.length > 0 && cliente.sin_beneficiario_final === true) {
    falla('sin_beneficiario_final', 'Quite los beneficiarios o esta marca.')
  }
  const partes = filas.flatMap(({ porcentaje }) => leerDecimal(porcentaje) ?? [])
  if (suma(partes).gt(100)) {
    falla('beneficiarios_finales', 'Los porcentajes suman más de 100 %.')
  }
}

export const RIESGOS = ['bajo', 'medio', 'alto'] as const satisfies Palabras['clientes.riesgo'][]
export type Riesgo = (typeof RIESGOS)[number]

/**
 * The risk of a client: as somebody judged it, else by rule; an exposed person's is high whatever was judged. Twin of the
 * column `reforzado` and of the list of high risk.
 */
export function riesgoDe({ pep, riesgo, tipo_persona }: Valores): Riesgo {
  if (pep === true) return 'alto'
  if (RIESGOS.includes(riesgo as Riesgo)) return riesgo as Riesgo
  return tipo_persona === 'juridica' ? 'medio' : 'bajo'
}

const EDAD = { min: 18, max: 110 }

/** What is wrong with a birth date on the business day `hoy` (both ISO dates); null when nothing is. */
export function faltaEdad(fecha_nac: string | null | undefined, hoy: string): string | null {
  if (!fecha_nac) return null
  const cumplio = hoy.slice(5) >= fecha_nac.slice(5)
  const edad = Number(hoy.slice(0, 4)) - Number(fecha_nac.slice(0, 4)) - (cumplio ? 0 : 1)
  if (edad < EDAD.min) return `El cliente debe tener al menos ${EDAD.min} años.`
  return edad > EDAD.max ? `La fecha de nacimiento da más de ${EDAD.max} años.` : null
}

export const NIVELES = ['N0', 'N1', 'N2', 'N3'] as const
export type Nivel = (typeof NIVELES)[number]
