import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'

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
    transform: jsonSchemaTransform,
  })
  app.register(async (scope) => {
    scope.get('/api/openapi.json', { schema: { hide: true } }, async () => scope.swagger())
  })
}
