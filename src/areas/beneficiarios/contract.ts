import { z } from 'zod'
import {
  alternado,
  type Contract,
  deColumna,
  endpoint,
  guardado,
  historial,
  idParam,
  instante,
  keyOf,
  siVersion,
  termParam,
} from '../../core/contract.ts'
import {
  faltaDocumento,
  limpiarDocumento,
  TIPOS_DOCUMENTO_PAGO,
} from '../../core/documento/documentos.ts'
import {
  type Campo,
  opcional,
  pais,
  referencia,
  seleccion,
  shape,
  texto,
} from '../../core/fields.ts'
import { textoPlano } from '../../core/texto/texto.ts'
import { MAX_DATO, TIPOS_CAMPO } from '../tipos-pagos/rules/datos-pago.ts'
import type { Parentesco } from './rules/pegado/palabras.ts'

export const PARENTESCOS = {
  propio: 'Cuenta propia',
  conyuge: 'Cónyuge o pareja',
  padre: 'Padre o madre',
  hijo: 'Hijo o hija',
  hermano: 'Hermano o hermana',
  familiar: 'Otro familiar',
  amigo: 'Amistad',
  proveedor: 'Proveedor',
  otro: 'Otro',
} as const satisfies Record<Parentesco, string>

/** A country where beneficiaries are paid; the reference market `usd` is not a country. */
const paisDePago: Campo<z.ZodType<string>> = {
  ...pais('País donde recibe'),
  schema: pais().schema.refine((slug) => slug !== 'usd', 'Elija un país.'),
}

const documento: Campo<z.ZodType<string>> = {
  ...texto('Número de documento', { max: 24 }),
  schema: textoPlano(1, 24).transform(limpiarDocumento),
}

/** The fields of every beneficiary; the way of paying adds its own. */
export const campos = {
  tipo_pago_id: referencia('Método', 'tipos-pagos'),
  pais: paisDePago,
  moneda_id: referencia('Moneda', 'monedas', ['iso', 'nombre']),
  entidad_id: opcional(
    referencia('Banco o entidad', 'entidades-financieras', ['nombre', 'codigo']),
  ),
  nombre: texto('Nombre del titular', { min: 2, max: 120 }),
  tipo_doc: seleccion('Tipo de documento', TIPOS_DOCUMENTO_PAGO),
  num_doc: documento,
  alias: opcional(texto('Alias', { max: 40, ayuda: 'Como lo llama el cliente: «mamá».' })),
  parentesco: opcional(seleccion('Parentesco', PARENTESCOS)),
}

/** Payment data by field key; the way of paying defines which keys exist. */
const datos = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]{0,29}$/, 'Ese dato no existe.'),
    textoPlano(0, MAX_DATO),
    { error: 'Debe ser un grupo de datos.' },
  )
  .default({})

interface ConDocumento {
  tipo_doc: keyof typeof TIPOS_DOCUMENTO_PAGO
  num_doc: string
}

function revisarDocumento({ tipo_doc, num_doc }: ConDocumento, ctx: z.core.$RefinementCtx): void {
  const message = faltaDocumento(tipo_doc, num_doc)
  if (message) ctx.addIssue({ code: 'custom', message, path: ['num_doc'], input: num_doc })
}

const campoPago = z.object({
  clave: z.string(),
  etiqueta: z.string(),
  tipo: keyOf(TIPOS_CAMPO),
  obligatorio: z.boolean(),
  patron: z.string().nullable(),
  ejemplo: z.string().nullable(),
})

const cuerpo = { ...shape(campos), campos: datos }

const persona = z.object({ id: z.int(), nombre: z.string() })

const beneficiario = z.object({
  id: z.int(),
  cliente: persona,
  alias: z.string().nullable(),
  nombre: z.string(),
  tipo_doc: z.string(),
  num_doc: z.string(),
  pais: z.string(),
  pais_nombre: z.string(),
  moneda: z.object({ id: z.int(), iso: z.string(), simbolo: z.string(), decimales: z.int() }),
  metodo: persona.extend({ codigo: z.string() }),
  entidad: persona
    .extend({ codigo: z.string(), servicio: z.string(), logo: z.string().nullable() })
    .nullable(),
  campos: z.record(z.string(), z.string()),
  /** The data to copy when paying him, in the order in which banks ask for them. */
  datos: z.array(z.object({ etiqueta: z.string(), valor: z.string() })),
  parentesco: z.string().nullable(),
  /** Who confirmed that the account is his, and when; null: nobody. */
  verificado: z.object({ por: z.string(), en: instante }).nullable(),
  estatus: z.boolean(),
  /** What the way of paying rejects in his data; empty when he can be paid. */
  reparos: z.array(z.object({ campo: z.string(), msg: z.string() })),
  /** Other clients with the same account in their agendas. */
  repetido_en: z.array(persona),
  creado_en: instante,
  version: z.int(),
})
export type Beneficiario = z.infer<typeof beneficiario>

const escrito = guardado.extend({
  /** Other clients with the same account: a warning, not a refusal. */
  repetido_en: z.array(persona),
})

const ver = { acceso: 'beneficiarios:ver' } as const
const editar = { acceso: 'beneficiarios:editar' } as const

/** The options of the form: ways of paying that pay out, banks and wallets, countries, currencies. */
const opciones = z.object({
  metodos: z.array(
    z.object({
      id: z.int(),
      codigo: z.string(),
      nombre: z.string(),
      pais: z.string().nullable(),
      moneda_id: z.int().nullable(),
      estatus: z.boolean(),
      campos: z.array(campoPago),
    }),
  ),
  entidades: z.array(
    z.object({
      id: z.int(),
      nombre: z.string(),
      alias: z.string().nullable(),
      codigo: z.string(),
      logo: z.string().nullable(),
      pais: z.string(),
      /** Countries that it serves besides its own. */
      paises: z.array(z.string()),
      algoritmo: deColumna<'entidades_financieras.algoritmo'>({
        ninguno: 1,
        cci: 1,
        ve20: 1,
      }),
      patron: z.string().nullable(),
      /** Codes of the ways to pay that it supports; none for any. */
      formas: z.array(z.string()),
      estatus: z.boolean(),
    }),
  ),
  paises: z.array(
    z.object({ id: z.string(), nombre: z.string(), documentos: z.array(z.string()).optional() }),
  ),
  monedas: z.array(z.object({ id: z.int(), iso: z.string(), nombre: z.string() })),
})

export const contrato = {
  opciones: endpoint({
    ...ver,
    method: 'GET',
    path: '/beneficiarios/opciones',
    resumen: 'Métodos de pago con los datos que piden, entidades, países y monedas',
    response: opciones,
  }),
  listar: endpoint({
    ...ver,
    method: 'GET',
    path: '/clientes/:id/beneficiarios',
    resumen: 'La agenda de un cliente, entera: los activos primero, por nombre',
    params: idParam,
    response: z.array(beneficiario),
  }),
  crear: endpoint({
    ...editar,
    method: 'POST',
    path: '/clientes/:id/beneficiarios',
    resumen: 'Agrega un beneficiario a la agenda de un cliente',
    params: idParam,
    body: z.strictObject(cuerpo).superRefine(revisarDocumento),
    response: escrito,
    status: 201,
  }),
  buscar: endpoint({
    ...ver,
    method: 'GET',
    path: '/beneficiarios/search/:term',
    privada: true,
    resumen: 'Busca beneficiarios de todos los clientes por nombre, documento o cuenta',
    params: termParam,
    response: z.array(beneficiario),
  }),
  obtener: endpoint({
    ...ver,
    method: 'GET',
    path: '/beneficiarios/:id',
    resumen: 'Un beneficiario con su historial',
    params: idParam,
    response: beneficiario.extend({ historial }),
  }),
  editar: endpoint({
    ...editar,
    method: 'PUT',
    path: '/beneficiarios/:id',
    resumen: 'Edita un beneficiario; si cambia su cuenta o su nombre, deja de estar verificado',
    params: idParam,
    body: z.strictObject({ ...cuerpo, version: z.int() }).superRefine(revisarDocumento),
    response: escrito,
  }),
  estatus: endpoint({
    ...editar,
    method: 'PUT',
    path: '/beneficiarios/estatus/:id',
    resumen: 'Activa o desactiva un beneficiario',
    params: idParam,
    query: siVersion,
    response: alternado,
  }),
  verificar: endpoint({
    ...editar,
    method: 'PUT',
    path: '/beneficiarios/verificar/:id',
    integra: false,
    resumen: 'Dice que la cuenta es de quien se escribió, o que ya no se sabe',
    params: idParam,
    body: z.strictObject({ verificado: z.boolean(), version: z.int() }),
    response: guardado,
  }),
} satisfies Contract
