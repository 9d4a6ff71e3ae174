import swagger from '@fastify/swagger'
import fastify, { type RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Endpoint } from '../../../core/contract.ts'
import { guarded, tagged } from '../../proceso/version.ts'
import { conRespuestas } from './errores.ts'
import { type Documento, nombrado } from './nombres.ts'

type Transform = typeof jsonSchemaTransform

const BINARIO = { type: 'string', format: 'binary' }

/** The library's own transform, with files described as bytes with their content types. */
const withFiles: Transform = (document) => {
  const { endpoint } = document.route.config ?? {}
  if (!endpoint?.sube && !endpoint?.baja) return jsonSchemaTransform(document)
  const { body: _, ...schema } = document.schema
  const made = jsonSchemaTransform({ ...document, schema })
  const content = endpoint.baja?.map((tipo) => [tipo, { schema: BINARIO }])
  return {
    ...made,
    schema: {
      ...made.schema,
      ...(endpoint.sube && { body: BINARIO, consumes: [...endpoint.sube.tipos] }),
      ...(content && {
        response: { 200: { description: 'El archivo', content: Object.fromEntries(content) } },
      }),
    },
  }
}

const INFO = {
  title: 'Cambista',
  version: '1',
  description:
    'API de la casa de cambio: la misma que usa la pantalla. Los importes y las tasas son texto decimal; los instantes, ISO 8601 con su zona; los días, AAAA-MM-DD. Un rechazo dice qué pasó en `message` y lleva su código en `codigo`.',
  contact: { name: 'El administrador de la casa' },
  license: { name: 'Uso de la casa, sin licencia pública', identifier: 'LicenseRef-Cambista' },
}

const SESION = {
  type: 'apiKey',
  in: 'header',
  name: 'x-token',
  description: 'Sesión de una persona.',
} as const

const CLAVE = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'cmb_…',
  description: 'Clave de API de otro programa (Administración › Claves de API).',
} as const

/** The document of these routes, generated from the schemas that check them. */
export async function describe(routes: readonly RouteOptions[]): Promise<object> {
  // A separate server that never listens, so that the plugin costs the serving one nothing.
  const app = fastify({ exposeHeadRoutes: false })
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => String)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: INFO,
      servers: [{ url: '/', description: 'Este servidor' }],
      components: { securitySchemes: { sesion: SESION, clave: CLAVE } },
      security: [{ sesion: [] }],
    },
    transform: withHeaders,
  })
  for (const { method, url, schema, config } of routes) {
    app.route({ method, url, ...(schema && { schema }), ...(config && { config }), handler })
  }
  await app.ready()
  const contratos = new Map(
    routes.flatMap(({ method, url, config }) =>
      config?.endpoint
        ? [[`${method} ${url.replace(/:(\w+)/g, '{$1}')}`, config.endpoint] as const]
        : [],
    ),
  )
  return conRespuestas(nombrado(app.swagger() as unknown as Documento), contratos)
}

const handler = async () => null
const text = (description: string) => ({ type: 'string', description })
const IF_MATCH = text('ETag que se leyó, en lugar de `version` en el cuerpo o además de ella.')
const KEY = {
  ...text('UUID nuevo por formulario: la misma clave no tiene un segundo efecto.'),
  format: 'uuid',
}
const CONSULTA = text(
  'Lo que nombra a una persona (buscar, nombre, term), escrito como consulta: no va en la dirección.',
)
const SUPUESTA = text(
  'Id de la moneda de los libros con que se escribieron los montos; si ya es otra, LIBROS_OTROS y nada cambia.',
)
const PARA_ARCHIVO = text(
  '`1`: la respuesta va a un archivo. Si la casa tiene una réplica, puede responder ella; `datos_hace` dice de cuántos segundos atrás.',
)
const ETAG = text('Versión de lo que se edita, por ejemplo `"v7"`.')

/** The headers that a call takes and answers follow from its contract, like everything else of it. */
const withHeaders: Transform = (document) => {
  const { schema, url } = withFiles(document)
  const { endpoint } = document.route.config ?? {}
  if (!endpoint || !schema) return { schema, url }
  const headers = {
    ...(guarded(endpoint) && { 'If-Match': IF_MATCH }),
    ...keyHeader(endpoint),
    ...personHeader(endpoint),
    ...(endpoint.replica === 'archivo' && { 'X-Para-Archivo': PARA_ARCHIVO }),
  }
  const answers = (schema.response ?? {}) as Record<number, object>
  return {
    url,
    schema: {
      ...schema,
      ...(Object.keys(headers).length > 0 && {
        headers: {
          type: 'object',
          properties: headers,
          required: endpoint.dinero ? ['Idempotency-Key'] : [],
        },
      }),
      ...(tagged(endpoint) && {
        response: {
          ...answers,
          [endpoint.status]: { ...answers[endpoint.status], headers: { ETag: ETAG } },
        },
      }),
    },
  }
}

/** Calls that search people, or name a file. */
function personHeader({ privada, query }: Endpoint) {
  const names = Object.keys((query as { shape?: object }).shape ?? {})
  return privada || names.includes('buscar') || names.includes('nombre')
    ? { 'X-Consulta': CONSULTA }
    : {}
}

function keyHeader({ method, acceso }: Endpoint) {
  return method === 'GET' || acceso === 'publico'
    ? {}
    : { 'Idempotency-Key': KEY, 'X-Moneda-Supuesta': SUPUESTA }
}
