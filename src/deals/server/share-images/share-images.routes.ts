import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Catalogue } from '#app/deals/server/deals.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { publicFor } from '#app/server/http/public-for.ts'
import { networkOf } from '#app/server/network.ts'
import { createShareImages, type ShareImage } from './share-images.ts'

/** Always a visitor's view, because shared images are public. */
const ANYBODY = { class: 'visitor' } as const

/** Prices change and deals end, so caches revalidate by ETag after an hour. */
const AN_HOUR = 3600
const HEADERS = {
  // Meant to be embedded by other sites.
  'cross-origin-resource-policy': 'cross-origin',
}

/** Open Graph images, shown by other sites beside links to us. */
export function shareImagesRoutes(http: Http, ctx: AppContext, catalogue: Catalogue) {
  const pictures = createShareImages(ctx)
  http.addHook('onClose', async () => pictures.stop())

  http.get<{ Params: { dealId: string } }>(
    '/share/deal/:dealId.jpg',
    { config: { access: 'everyone', keeping: 'everybody' } },
    async (request, reply) => {
      const teaser = await catalogue.readDeal(ANYBODY, request.params.dealId)
      return send(request, reply, pictures.ofDeal(teaser), publicFor(ctx, AN_HOUR))
    },
  )

  http.get(
    '/share/site.jpg',
    { config: { access: 'everyone', keeping: 'everybody' } },
    (request, reply) => send(request, reply, pictures.ofSite(), publicFor(ctx, AN_HOUR)),
  )
}

/** Answers 304 without drawing when the caller has the image already. */
async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, draw }: ShareImage,
  keeping: string,
) {
  const etag = `"${key}"`
  const jpeg = request.headers['if-none-match']?.includes(etag)
    ? undefined
    : await draw(networkOf(request.ip))
  reply.headers(HEADERS).headers({ etag, 'cache-control': keeping })
  return jpeg ? reply.type('image/jpeg').send(jpeg) : reply.code(304).send()
}
