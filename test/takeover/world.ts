import { createAccount } from '#app/accounts/server/accounts.ts'
import { createPasswordReset } from '#app/accounts/server/passwords/password-reset.ts'
import { createCheckoutLink } from '#app/membership/server/checkout/mailed-links.ts'
import { newId } from '#app/server/ids.ts'
import { newToken } from '#app/server/tokens.ts'
import { type Browser, openBrowser } from '#test/support/browser.ts'
import { createPerson, PASSWORD } from '#test/support/factories.ts'
import { createPaidCheckout, type PaidCheckout } from '#test/support/paying/membership.ts'
import type { TestApp } from '#test/support/test-app.ts'

const ATTACKERS_PASSWORD = 'what-the-attacker-chose'

export type Name = 'owner' | 'buyer' | 'attacker'

export type Actor = {
  name: Name
  email: string
  browsers: Browser[]
  /** Passwords that this person has chosen so far, here or elsewhere. */
  passwords: string[]
}

/** A secret sent by mail, and its recipient. */
export type Letter = { kind: 'reset' | 'link'; to: string; token: string; sentAt: number }

export type World = {
  app: TestApp
  actors: Record<Name, Actor>
  checkouts: PaidCheckout[]
  letters: Letter[]
  /** Tokens that have been presented, which anybody may have seen by then. */
  seen: Set<string>
  /** Advances the app's clock. */
  wait: (ms: number) => void
}

/**
 * Creates an account holder who has paid once signed out and once signed in, a person without an
 * account who has paid, and an attacker who has paid in every way: with their own address, with the
 * addresses of both others, and signed in. All of them know all session ids and addresses.
 */
export async function createWorld(app: TestApp): Promise<World> {
  const owner = await createPerson(app.ctx)
  const attacker = await createAccount(app.ctx, {
    email: `${newId()}@attackers.test`.toLowerCase(),
    password: ATTACKERS_PASSWORD,
  })
  const buyerEmail = `${newId()}@buyers.test`.toLowerCase()
  const [laptop, phone, buyers] = [newToken(), newToken(), newToken()]
  const [theirs, hidden] = [newToken(), newToken()]
  const checkouts = [
    await pay(app, { email: owner.email, binding: phone }),
    await pay(app, { email: owner.email, binding: theirs }),
    await pay(app, { email: buyerEmail, binding: buyers }),
    await pay(app, { email: attacker.email, binding: hidden }),
    await pay(app, { email: buyerEmail, binding: hidden }),
    await pay(app, { email: attacker.email, binding: laptop, buyer: owner }),
    await pay(app, { email: owner.email, binding: theirs, buyer: attacker }),
  ]
  const open = (binding: string, session = '') =>
    openBrowser(app, `co=${binding}${session && `; ${session}`}`)
  let now = Date.now()
  const world: World = {
    app,
    actors: {
      owner: {
        name: 'owner',
        email: owner.email,
        browsers: [open(laptop, owner.cookie), open(phone)],
        passwords: [PASSWORD],
      },
      buyer: { name: 'buyer', email: buyerEmail, browsers: [open(buyers)], passwords: [] },
      attacker: {
        name: 'attacker',
        email: attacker.email,
        browsers: [open(theirs), open(hidden)],
        passwords: [ATTACKERS_PASSWORD],
      },
    },
    checkouts,
    letters: [],
    seen: new Set(),
    wait: (ms) => {
      now += ms
      app.setNow(new Date(now))
    },
  }
  // Concurrent first requests for a CSRF token get two different ones, and one soon becomes invalid.
  for (const { browsers } of Object.values(world.actors)) {
    for (const browser of browsers) await browser.get('/api/csrf-token')
  }
  return world
}

function pay(app: TestApp, draft: Parameters<typeof createPaidCheckout>[1]) {
  return createPaidCheckout(app.ctx, draft)
}

/** Sends all promised mails; their secrets are created as they are sent. */
export async function deliver({ app, letters }: World): Promise<void> {
  const { db } = app
  const sentAt = app.ctx.now().getTime()
  const mails = await db
    .selectFrom('mails')
    .select(['id', 'template', 'recipient', 'data'])
    .where('state', '=', 'queued')
    .execute()
  for (const { id, template, recipient: to, data } of mails) {
    if (template === 'password-reset') {
      const reset = await createPasswordReset(app.ctx, to)
      if (reset) letters.push({ kind: 'reset', to, token: reset.token, sentAt })
    }
    if (template === 'finish-account') {
      const account = await db
        .selectFrom('users')
        .select('id')
        .where('email', '=', to)
        .executeTakeFirst()
      const checkoutId = String(data.checkoutId)
      const token = await createCheckoutLink(app.ctx, { checkoutId, userId: account?.id ?? null })
      letters.push({ kind: 'link', to, token, sentAt })
    }
    await db.updateTable('mails').set({ state: 'sent' }).where('id', '=', id).execute()
  }
}
