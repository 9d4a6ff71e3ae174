import type { Palabras } from '../../base.ts'
import {
  esCedulaEc,
  esCpf,
  esCuit,
  esDniEs,
  esNie,
  esNifDeEntidad,
  esNit,
  esRif,
  esRut,
} from './digitos.ts'

/** Document types of the countries besides Peru, Venezuela's cédula and Colombia's; of any country last. */
export const DE_OTROS_PAISES = {
  DNE: 'DNI de España',
  NIE: 'NIE de España',
  NIF: 'NIF de España',
  RUT: 'RUT de Chile',
  DNA: 'DNI de Argentina',
  CUI: 'CUIT de Argentina',
  CUR: 'CURP de México',
  INE: 'INE de México',
  RFC: 'RFC de México',
  CEC: 'Cédula de Ecuador',
  RUE: 'RUC de Ecuador',
  CIB: 'Cédula de Bolivia',
  NIB: 'NIT de Bolivia',
  CPF: 'CPF de Brasil',
  CNP: 'CNPJ de Brasil',
  EIN: 'EIN de EE. UU.',
  RIF: 'RIF de Venezuela',
  NIT: 'NIT de Colombia',
  OTR: 'Otro documento',
} as const satisfies Partial<Record<Palabras['clientes.tipo_doc'], string>>

type Otro = keyof typeof DE_OTROS_PAISES

export interface Regla {
  patron: RegExp
  /** Spanish sentence for a number that does not match. */
  mensaje: string
  /** Whether its check digit agrees; left out where the country publishes none, or not all numbers have one. */
  digito?: (numero: string) => boolean
}

/** What a number of each type looks like, once `limpiarDocumento` took its dots and hyphens away. */
export const REGLAS_DE_OTROS: Record<Otro, Regla> = {
  DNE: {
    patron: /^\d{8}[A-Z]$/,
    mensaje: 'El DNI de España tiene 8 dígitos y una letra: 12345678Z.',
    digito: esDniEs,
  },
  NIE: {
    patron: /^[XYZ]\d{7}[A-Z]$/,
    mensaje: 'El NIE es X, Y o Z, 7 dígitos y una letra: X1234567L.',
    digito: esNie,
  },
  NIF: {
    patron: /^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/,
    mensaje: 'El NIF de una entidad es una letra, 7 dígitos y su control: B12345674.',
    digito: esNifDeEntidad,
  },
  RUT: {
    patron: /^\d{7,8}[\dK]$/,
    mensaje: 'El RUT tiene 7 u 8 dígitos y su dígito verificador: 12345678-5.',
    digito: esRut,
  },
  DNA: { patron: /^\d{7,8}$/, mensaje: 'El DNI de Argentina tiene 7 u 8 dígitos.' },
  CUI: { patron: /^\d{11}$/, mensaje: 'El CUIT tiene 11 dígitos.', digito: esCuit },
  CUR: {
    patron: /^[A-ZÑ]{4}\d{6}[HMX][A-ZÑ]{5}[A-Z\d]\d$/,
    mensaje: 'La CURP tiene 18 letras y números, como en su documento.',
  },
  INE: {
    patron: /^([A-ZÑ]{6}\d{8}[HM]\d{3}|\d{9,13})$/,
    mensaje: 'Escriba la clave de elector, 18 letras y números, o el número de la credencial.',
  },
  RFC: {
    patron: /^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/,
    mensaje: 'El RFC tiene 12 letras y números, o 13 el de una persona.',
  },
  CEC: {
    patron: /^\d{10}$/,
    mensaje: 'La cédula de Ecuador tiene 10 dígitos.',
    digito: esCedulaEc,
  },
  RUE: { patron: /^\d{10}(?!000)\d{3}$/, mensaje: 'El RUC de Ecuador tiene 13 dígitos.' },
  CIB: {
    patron: /^\d{4,10}[A-Z\d]{0,3}$/,
    mensaje: 'La cédula de Bolivia empieza con 4 a 10 dígitos; puede llevar un complemento.',
  },
  NIB: { patron: /^\d{7,12}$/, mensaje: 'El NIT de Bolivia tiene de 7 a 12 dígitos.' },
  CPF: { patron: /^\d{11}$/, mensaje: 'El CPF tiene 11 dígitos.', digito: esCpf },
  CNP: { patron: /^[A-Z\d]{12}\d{2}$/, mensaje: 'El CNPJ tiene 14 números o letras.' },
  EIN: { patron: /^\d{9}$/, mensaje: 'El EIN tiene 9 dígitos.' },
  RIF: { patron: /^[JGVEPC]\d{8,9}$/, mensaje: 'El RIF es una letra y 9 dígitos: J123456789.' },
  NIT: { patron: /^\d{9,10}$/, mensaje: 'El NIT tiene 9 o 10 dígitos.' },
  OTR: { patron: /^[A-Z0-9]{4,20}$/, mensaje: 'Escriba de 4 a 20 letras o números.' },
}

type Cualquiera = Palabras['clientes.tipo_doc']

/** The documents of people in each country, the usual one first, and the number by which it knows an entity. */
const DE_PAIS: Readonly<Record<string, { personas: Cualquiera[]; entidad?: Cualquiera }>> = {
  ar: { personas: ['DNA', 'CUI'], entidad: 'CUI' },
  bo: { personas: ['CIB'], entidad: 'NIB' },
  br: { personas: ['CPF'], entidad: 'CNP' },
  cl: { personas: ['RUT'], entidad: 'RUT' },
  co: { personas: ['CCO'], entidad: 'NIT' },
  ec: { personas: ['CEC'], entidad: 'RUE' },
  es: { personas: ['DNE', 'NIE'], entidad: 'NIF' },
  mx: { personas: ['INE', 'CUR', 'RFC'], entidad: 'RFC' },
  pe: { personas: ['DNI', 'CE', 'PAS', 'PTP', 'CPP', 'CVE', 'CCO', 'RUC'], entidad: 'RUC' },
  us: { personas: ['OTR'], entidad: 'EIN' },
  ve: { personas: ['CVE', 'RIF'], entidad: 'RIF' },
}

/** The documents of the people of a country, the usual one first; a passport where none is known. */
export const documentosDe = (pais: string): Cualquiera[] => DE_PAIS[pais]?.personas ?? ['PAS']

/** The type by which a house of this country knows an entity: its tax number; `OTR` where none is known. */
export const fiscalDePais = (pais: string): Cualquiera => DE_PAIS[pais]?.entidad ?? 'OTR'

/** What is wrong with the check digit of a tax number that only a client's is held to, in Spanish; null when nothing. */
export function faltaDigitoFiscal(tipo: Cualquiera, numero: string): string | null {
  if (tipo === 'RIF' && /^[VEJPG]/.test(numero) && !esRif(numero))
    return 'El RIF no es válido: revise los dígitos.'
  if (tipo === 'NIT' && numero.length === 10 && !esNit(numero))
    return 'El NIT no es válido: revise los dígitos.'
  return null
}
