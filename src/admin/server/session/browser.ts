import type { FastifyRequest } from 'fastify'
import { nameBrowser } from '#app/accounts/server/sessions/browser-names.rules.ts'

/** Names a browser so that its owner recognizes it in a list: `Firefox on Linux`. */
export function browserOf(request: Pick<FastifyRequest, 'headers'>): string {
  const { browser, system } = nameBrowser(request.headers['user-agent'])
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ')
}
