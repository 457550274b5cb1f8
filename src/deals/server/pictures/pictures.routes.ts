import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { notFound } from '#app/server/problem.ts'
import { PICTURE_KEY } from '#app/server/storage/storage.ts'

/** A key always has the same content, so caches may keep it forever without revalidation. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  // Mail clients and webmail embed them as well.
  'cross-origin-resource-policy': 'cross-origin',
}

const CONTENT_TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
}

/** Serves stored pictures to everybody. The framework answers HEAD in the same way. */
export function picturesRoutes(http: Http, ctx: AppContext) {
  // A wildcard, so that names with slashes are rejected here as well.
  http.get<{ Params: { '*': string } }>(
    '/ndc-images/*',
    { config: { access: 'everyone', keeping: 'everybody' } },
    async (request, reply) => {
      const key = request.params['*']
      // Only keys that we generate reach the storage.
      const file = PICTURE_KEY.test(key) ? await ctx.storage.read(key) : undefined
      if (!file) throw notFound('picture')

      return reply
        .headers(HEADERS)
        .type(CONTENT_TYPES[key.split('.')[1] ?? ''] ?? 'application/octet-stream')
        .header('content-length', file.sizeBytes)
        .send(file.body)
    },
  )
}
