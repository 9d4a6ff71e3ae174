import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import type { Endpoint } from '../core/contract.ts'
import { guarded, tagged } from './version.ts'

type Transform = typeof jsonSchemaTransform

/** The schemas of a call as the framework takes them; a file that comes down has none. */
export function schemaOf(endpoint: Endpoint) {
  return {
    summary: endpoint.resumen,
    tags: [endpoint.path.split('/')[1] ?? ''],
    params: endpoint.params,
    querystring: endpoint.query,
    ...(endpoint.method !== 'GET' && { body: endpoint.body }),
    ...(!endpoint.baja && { response: { [endpoint.status]: endpoint.response } }),
  }
}

const BINARIO = { type: 'string', format: 'binary' }

/** As the library does it; what travels as a file is said as bytes with their content types. */
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

/** Serves the document of every call, generated from the schemas that check them. */
export function documentApi(app: FastifyInstance): void {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Cambista', version: '1', description: 'API de la casa de cambio.' },
      components: {
        securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'x-token' } },
      },
      security: [{ token: [] }],
    },
    transform: withHeaders,
  })
  app.register(async (scope) => {
    scope.get('/api/openapi.json', { schema: { hide: true } }, async () => scope.swagger())
  })
}

const text = (description: string) => ({ type: 'string', description })
const IF_MATCH = text('ETag que se leyó, en lugar de `version` en el cuerpo o además de ella.')
const KEY = text('UUID nuevo por formulario: la misma clave no tiene un segundo efecto.')
const ETAG = text('Versión de lo que se edita, por ejemplo `"v7"`.')

/** The headers that a call takes and answers follow from its contract, like everything else of it. */
const withHeaders: Transform = (document) => {
  const { schema, url } = withFiles(document)
  const { endpoint } = document.route.config ?? {}
  if (!endpoint || !schema) return { schema, url }
  const headers = { ...(guarded(endpoint) && { 'If-Match': IF_MATCH }), ...keyHeader(endpoint) }
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

function keyHeader({ method, acceso }: Endpoint) {
  return method === 'GET' || acceso === 'publico' ? {} : { 'Idempotency-Key': KEY }
}
