import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { securityPolicy, securityTxt } from './security-contact.copy.ts'

const TEXT = 'text/plain; charset=utf-8'
const A_DAY = 'public, max-age=86400'

/** Where to report vulnerabilities. Generated on every request, so that it never expires. */
export function securityContactRoutes(http: Http, ctx: AppContext) {
  const everyone = { config: { access: 'everyone', keeping: 'everybody' } } as const

  http.get('/.well-known/security.txt', everyone, async (_request, reply) => {
    const { club, http } = ctx.config
    const today = ctx.now().toISOString().slice(0, 10)
    return reply
      .header('cache-control', A_DAY)
      .type(TEXT)
      .send(securityTxt(club, { origin: http.publicUrl, today }))
  })

  http.get('/.well-known/security-policy.txt', everyone, async (_request, reply) =>
    reply.header('cache-control', A_DAY).type(TEXT).send(securityPolicy(ctx.config.club)),
  )
}
