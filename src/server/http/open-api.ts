import fastifySwagger from '@fastify/swagger'
import type { FastifyRequest } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { ErrorBody } from './errors.ts'
import type { Access } from './guards.ts'
import type { Http } from './http.ts'
import { type Packable, packable, sendPacked } from './packed.ts'

/** The security scheme of a call, by its access. */
const SECURITY: Record<Access, { security?: Array<Record<string, string[]>> }> = {
  everyone: {},
  user: { security: [{ session: [] }] },
  admin: { security: [{ admin: [] }] },
  machine: {},
}

const PATH = '/api/openapi.json'

/**
 * Generates the OpenAPI description of every call under `/api` from its validation schemas. Register before
 * the routes.
 */
export async function describeCalls(http: Http, { title }: { title: string }) {
  await http.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title, version: '1' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'session' },
          admin: { type: 'apiKey', in: 'cookie', name: 'admin' },
        },
      },
    },
    transform: (route) => {
      const { url, schema } = route
      if (!url.startsWith('/api/') || url === PATH)
        return { url, schema: { ...schema, hide: true } }
      // All calls fail in the same way, so routes need not declare it.
      const response = { ...(schema.response as object), default: ErrorBody }
      const security = SECURITY[route.route.config?.access ?? 'everyone']
      return jsonSchemaTransform({ ...route, schema: { ...schema, response, ...security } })
    },
  })
}

/**
 * Serves the description; register after the routes. Calls of the back office are listed only for
 * administrators.
 */
export function openApiRoutes(
  http: Http,
  isBackOfficeOpen: (request: FastifyRequest) => Promise<boolean>,
) {
  let whole: Packable | undefined
  let open: Packable | undefined
  http.get(PATH, { config: { access: 'everyone' } }, async (request, reply) => {
    whole ??= packable(Buffer.from(JSON.stringify(http.swagger())))
    open ??= packable(Buffer.from(JSON.stringify(withoutBackOffice(http))))
    reply.type('application/json; charset=utf-8').header('vary', 'cookie')
    return sendPacked(request, reply, (await isBackOfficeOpen(request)) ? whole : open)
  })
}

function withoutBackOffice(http: Http) {
  const { components, paths = {}, ...document } = http.swagger() as unknown as Document
  const { admin, ...securitySchemes } = components?.securitySchemes ?? {}
  const isOpen = (path: string, method: string) => {
    const url = path.replace(/\{(\w+)\}/g, ':$1')
    const route = http.routeTable.find(
      (each) => each.url === url && each.method === method.toUpperCase(),
    )
    return route?.access === 'everyone' || route?.access === 'user'
  }
  const open = Object.entries(paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).filter(([method]) => isOpen(path, method))),
  ])
  return {
    ...document,
    components: { ...components, securitySchemes },
    paths: Object.fromEntries(open.filter(([, methods]) => Object.keys(methods ?? {}).length > 0)),
  }
}

type Document = {
  components?: { securitySchemes?: Record<string, object> }
  paths?: Record<string, Record<string, object>>
}
