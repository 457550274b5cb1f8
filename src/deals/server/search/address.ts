import type { FastifyRequest } from 'fastify'

/** The query parameters of a request as typed, including repeated ones. */
export function addressOf({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : url.slice(start))
}
