import type { FastifyRequest } from 'fastify'
import { isbot } from 'isbot'

/** Returns the headers that tell a person's click from a program following links. */
export function describeRequest({ method, headers }: FastifyRequest) {
  const purposes = [headers['sec-purpose'], headers.purpose, headers['x-moz']]
  return {
    method,
    purposes: purposes.map((purpose) => purpose?.toString()),
    fetchSite: headers['sec-fetch-site'],
    isBot: isbot(headers['user-agent']) || !headers['user-agent'],
  }
}
