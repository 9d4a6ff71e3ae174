import type { FastifyInstance, RouteOptions } from 'fastify'
import type { Endpoint } from '../../core/contract.ts'

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

/** Serves the document of every call. What makes it is loaded, and it is made, when first asked for. */
export function documentApi(app: FastifyInstance): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && route.method !== 'HEAD') routes.push(route)
  })
  let document: Promise<object> | undefined
  app.get('/api/openapi.json', { schema: { hide: true } }, () => {
    document ??= import('./openapi-documento.ts').then(({ describe }) => describe(routes))
    return document
  })
}
