import type { Endpoint } from '../../../core/contract.ts'
import { REFUSALS } from '../../../core/rechazos.ts'
import { enCamello } from './llamada.ts'
import type { Documento, Operacion } from './nombres.ts'

/** What every refusal answers (`ErrorBody` of core/errors.ts). */
const ERROR = {
  type: 'object',
  description: 'Un rechazo: nada cambió. `codigo` es para el programa, `message` para la persona.',
  properties: {
    ok: { type: 'boolean', const: false, description: 'Solo donde la respuesta lleva `ok`.' },
    message: { type: 'string', description: 'Qué pasó y qué hacer, en español.' },
    errors: {
      type: 'array',
      description: 'Los datos que hay que revisar.',
      items: {
        type: 'object',
        properties: { msg: { type: 'string' }, campo: { type: 'string' } },
        required: ['msg'],
      },
    },
    codigo: { type: 'string', description: 'El código del rechazo.' },
    detalle: { type: 'object', additionalProperties: true, description: 'Los datos del rechazo.' },
  },
  required: ['message'],
}

const TITULOS: Readonly<Record<number, string>> = {
  400: 'Los datos no son válidos',
  401: 'Falta quién pregunta, o ya no vale',
  403: 'Quien pregunta no puede hacerlo',
  404: 'No existe, o no es de quien pregunta',
  409: 'Una regla de la casa no lo permite ahora',
  413: 'Es demasiado grande',
  415: 'El tipo de contenido no se acepta',
  429: 'Demasiadas solicitudes: espere lo que dice `Retry-After`',
  500: 'Un error del programa; `message` lleva el número con que se busca',
  503: 'No puede atender ahora: repita con la misma clave de idempotencia',
}

const codigosDe = (status: number) =>
  Object.entries(REFUSALS)
    .filter(([, [own]]) => own === status)
    .map(([code]) => `\`${code}\``)
    .join(', ')

const CONTENIDO = { 'application/json': { schema: { $ref: '#/components/schemas/Rechazo' } } }

/** What every answer to a session or a key says of its limit (draft-ietf-httpapi-ratelimit-headers). */
const CUOTA = {
  'RateLimit-Policy': {
    description: 'El límite: `q` solicitudes en `w` segundos de una sesión o de una clave.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'Lo que queda: `r` solicitudes; en `t` segundos vuelven todas.',
    schema: { type: 'string' },
  },
}

const RETRY = {
  description: 'Segundos hasta que conviene repetir.',
  schema: { type: 'integer', minimum: 1 },
}

function respuestas() {
  const known = Object.entries(TITULOS).map(([status, titulo]) => [
    `Error${status}`,
    {
      description: `${titulo}. Códigos: ${codigosDe(Number(status))}.`,
      content: CONTENIDO,
      ...(status === '429' && { headers: { 'Retry-After': RETRY, ...CUOTA } }),
    },
  ])
  return Object.fromEntries(known)
}

/**
 * The statuses with which a call is refused or fails, as far as they follow from its contract. All are named: with a
 * `default` among them, a generated client would not know an answer by its status.
 */
export function rechazosDe({ acceso, params, method, consulta }: Endpoint): number[] {
  const named = Object.keys((params as { shape?: object }).shape ?? {}).length > 0
  const writes = method !== 'GET'
  const known = acceso !== 'publico'
  return [
    ...[400, 401],
    ...(known ? [403] : []),
    ...(named || writes ? [404] : []),
    ...(known || (writes && !consulta) ? [409] : []),
    ...(writes ? [413, 415] : []),
    ...DE_TODAS,
  ]
}

const DE_TODAS = [429, 500, 503]

const EXITO: Readonly<Record<string, string>> = {
  GET: 'Lo que se pidió',
  POST: 'Hecho',
  PUT: 'Hecho',
}

function descripcion(endpoint: Endpoint): string {
  const { acceso, integra, dinero, consulta, pesada, pausada, ordena } = endpoint
  const quien =
    acceso === 'publico'
      ? 'Sin sesión.'
      : acceso === 'sesion' || acceso === 'ingreso'
        ? 'Cualquier persona con sesión.'
        : `Permiso: \`${acceso}\`.`
  return [
    quien,
    acceso !== 'publico' && !integra && 'Lo hace una persona: con una clave de API se rechaza.',
    dinero &&
      'Mueve dinero: exige `Idempotency-Key`; repetida con la misma clave, responde lo de la primera vez.',
    consulta && 'Solo lee: lo que pregunta no cabe en una dirección.',
    pesada && 'Lee mucho de los libros: unas pocas a la vez.',
    pausada && 'Una por segundo de cada dirección.',
    ordena.length > 0 &&
      `Ordena por ${ordena.map((one) => `\`${one}\``).join(', ')}; con \`-\` delante, de mayor a menor.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What calls of one tag have in common. */
function etiqueta(name: string, operations: readonly (Endpoint | undefined)[]) {
  const permisos = [
    ...new Set(operations.flatMap((one) => (one?.acceso.includes(':') ? [one.acceso] : []))),
  ]
  const said = permisos.map((permiso) => `\`${permiso}\``).join(', ')
  return {
    name,
    description: `Las llamadas de \`/api/${name}\`${said ? `. Permisos: ${said}` : ''}.`,
  }
}

const refDe = (name: string) => ({ $ref: `#/components/responses/${name}` })

/** The document with what each call is for, who may make it, and how it is refused. */
export function conRespuestas(
  document: Documento,
  contratos: ReadonlyMap<string, Endpoint>,
): Documento {
  const etiquetas = new Map<string, (Endpoint | undefined)[]>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const endpoint = contratos.get(`${method.toUpperCase()} ${path}`)
      const [tag = '', ...words] = path.split('/').slice(2)
      operation.tags ??= [tag]
      operation.operationId ??= enCamello([tag, ...words].join('-'))
      etiquetas.set(tag, [...(etiquetas.get(tag) ?? []), endpoint])
      completar(operation, method.toUpperCase(), endpoint)
    }
  document.tags = [...etiquetas].sort().map(([name, all]) => etiqueta(name, all))
  document.components.schemas = { Rechazo: ERROR, ...document.components.schemas }
  document.components.responses = respuestas()
  return document
}

function completar(operation: Operacion, method: string, endpoint: Endpoint | undefined): void {
  operation.description = endpoint ? descripcion(endpoint) : `${operation.summary}.`
  if (!endpoint || endpoint.acceso === 'publico') operation.security ??= []
  if (endpoint?.integra) operation.security = [{ sesion: [] }, { clave: [] }]
  for (const answer of Object.values(operation.responses)) {
    if (answer.description === 'Default Response') answer.description = EXITO[method] ?? 'Hecho'
    if (endpoint && endpoint.acceso !== 'publico') answer.headers = { ...answer.headers, ...CUOTA }
  }
  for (const status of endpoint ? rechazosDe(endpoint) : DE_TODAS)
    operation.responses[status] = refDe(`Error${status}`)
}
