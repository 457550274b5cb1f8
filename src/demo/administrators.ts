import { addAdministrator } from '#app/admin/server/administrators/administrators.ts'
import type { Trx } from '#app/db/database.ts'
import { DEMO_PASSWORD } from '#app/devtools/devtools.facts.ts'
import type { AppContext } from '#app/server/context.ts'

/** Public on purpose: the demo shows how a code app works and protects nothing. */
const APP_SECRET = 'NOUVEAUDESIGNERCLUBDEMOKEY234567'

const EXAMPLES = [
  { email: 'curator@demo.test', name: 'Example curator', role: 'curator' },
  { email: 'analyst@demo.test', name: 'Example analyst', role: 'analyst' },
] as const

export const DEMO_ADMINISTRATORS = `${EXAMPLES.map(({ email }) => email).join(' and ')}, password ${DEMO_PASSWORD}, key for a code app ${APP_SECRET}`

/** A curator and an analyst, but no owner, so that the printed password still opens the back office. */
export async function addDemoAdministrators(
  ctx: { db: Trx } & Pick<AppContext, 'now'>,
): Promise<void> {
  for (const example of EXAMPLES) {
    await addAdministrator(ctx, { ...example, password: DEMO_PASSWORD, appSecret: APP_SECRET })
  }
}
