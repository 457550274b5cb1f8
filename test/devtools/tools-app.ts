import { devtoolsRoutes } from '#app/devtools/server/devtools.routes.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { ensureMembership } from '#app/stand-ins.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import type { TestPayments } from '#test/support/paying/payments.ts'

/** Options of a test app with the developer tools. */
export function withDevTools(payments: () => TestPayments) {
  return {
    environment: { ADMIN_PASSWORD, DEV_TOOLS: '1' },
    hasPayments: true,
    extend: (http: Http, ctx: AppContext) =>
      devtoolsRoutes(http, ctx, (draft) => ensureMembership(ctx, payments(), draft)),
  }
}
