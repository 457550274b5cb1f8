import type { FastifyRequest } from 'fastify'

/** What an address asks for, as it was typed: each value as often as it is there. */
export function addressOf({ url }: Pick<FastifyRequest, 'url'>): URLSearchParams {
  const start = url.indexOf('?')
  return new URLSearchParams(start === -1 ? '' : url.slice(start))
}
