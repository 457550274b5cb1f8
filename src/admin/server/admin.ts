import type { FastifyRequest } from 'fastify'
import type { AppContext } from '#app/server/context.ts'
import { Problem } from '#app/server/problem.ts'
import type { Actor } from './audit.ts'

/** Whoever has opened the back office in this browser; throws 401 `admin-required` otherwise. */
export async function requireAdmin(_ctx: AppContext, _request: FastifyRequest): Promise<Actor> {
  throw new Problem(401, 'admin-required', 'Open the back office first.')
}
