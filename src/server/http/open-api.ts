import fastifySwagger from '@fastify/swagger'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { ErrorBody } from './errors.ts'
import type { Access } from './guards.ts'
import type { Http } from './http.ts'

/** The cookie that a call wants, by whom it is for. */
const SECURITY: Record<Access, { security?: Array<Record<string, string[]>> }> = {
  everyone: {},
  user: { security: [{ session: [] }] },
  admin: { security: [{ admin: [] }] },
  machine: {},
}

const PATH = '/api/openapi.json'

/**
 * Describes every call under `/api`, made from the schemas that check it. Register before the
 * routes.
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
      // Every call fails in the same way; routes need not say so one by one.
      const response = { ...(schema.response as object), default: ErrorBody }
      const security = SECURITY[route.route.config?.access ?? 'everyone']
      return jsonSchemaTransform({ ...route, schema: { ...schema, response, ...security } })
    },
  })
}

/** Serves the description; register after the routes. */
export function openApiRoutes(http: Http) {
  let document: Buffer | undefined
  http.get(PATH, { config: { access: 'everyone' } }, (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(http.swagger()))
    return reply.type('application/json; charset=utf-8').send(document)
  })
}
