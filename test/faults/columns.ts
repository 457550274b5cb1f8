import { randomUUID } from 'node:crypto'
import { newToken } from '#app/server/tokens.ts'
import { madeUpEvent, sign } from '#test/payments/webhooks.ts'
import { PASSWORD } from '#test/support/factories.ts'
import { type Asked, ask } from './ask.ts'
import { ADMIN_PASSWORD, PICTURE_KEY, type World } from './world.ts'

/** `wellAs` is the expected status while nothing has failed. */
export type Answered = { what: string; asked: Asked; wellAs: number }

/** What people do in each part of the product: one or more requests, each with its answer. */
export const COLUMNS = {
  Landing: ({ product }) => [['the front page', () => ask(product.url)]],

  'Teaser/feed': ({ product }) => [
    ['the feed page of a visitor', () => ask(`${product.url}/daily-deals`)],
    ['the feed of a visitor', () => ask(`${product.url}/api/deals?page=1&limit=12`)],
  ],

  'Member feed/track': ({ product, member, dealId }) => {
    const headers = { cookie: member.cookie }
    return [
      ['the feed of a member', () => ask(`${product.url}/api/deals`, { headers })],
      ['a way out', () => ask(`${product.url}/api/track/deal/${dealId}`, { headers })],
    ]
  },

  'Login/reset': ({ product, member }) => [
    [
      'signing in',
      () => post(`${product.url}/api/login`, { email: member.email, password: PASSWORD }),
    ],
    [
      'a link for a new password',
      () => post(`${product.url}/api/forgot-password`, { email: newAddress() }),
    ],
    [
      'signing in without scripts',
      () => postForm(`${product.url}/sign-in`, { email: member.email, password: PASSWORD }),
      302,
    ],
    // The healthy answer says that this link opens nothing; a server that cannot know must not say so.
    [
      'a new password',
      () => post(`${product.url}/api/reset-password`, { token: newToken(), password: PASSWORD }),
      400,
    ],
    [
      'signing up',
      () => post(`${product.url}/api/sign-up`, { email: newAddress(), password: PASSWORD }),
    ],
    [
      'the door of the back office',
      () => post(`${product.url}/api/admin/session`, { password: ADMIN_PASSWORD }),
    ],
  ],

  Checkout: ({ product }) => [
    [
      'opening a payment page',
      () => post(`${product.url}/api/create-checkout-session`, { priceId: 'annual' }),
    ],
  ],

  Webhook: (world) => [
    ['an event that needs nothing', () => report(world, 'customer.created', 'cus_1')],
    [
      'an event about a subscription',
      () => report(world, 'customer.subscription.updated', 'sub_nobody'),
    ],
  ],

  Admin: ({ product, office }) => [
    [
      'the list of deals',
      () => ask(`${product.url}/api/admin/deals`, { headers: { cookie: office.cookie() } }),
    ],
  ],

  Pictures: ({ product }) => [['a picture', () => ask(`${product.url}/ndc-images/${PICTURE_KEY}`)]],
} satisfies Record<string, (world: World) => Ask[]>

type Ask = [what: string, send: () => Promise<Asked>, wellAs?: number]

export type Column = keyof typeof COLUMNS

/** Sends all requests of a column concurrently. */
export async function tryColumn(world: World, column: Column): Promise<Answered[]> {
  return Promise.all(
    COLUMNS[column](world).map(async ([what, send, wellAs = 200]: Ask) => {
      return { what, asked: await send(), wellAs }
    }),
  )
}

const post = (url: string, body: object) => ask(url, { method: 'POST', body })
const postForm = (url: string, fields: Record<string, string>) =>
  ask(url, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const newAddress = () => `${randomUUID()}@people.test`

/** Sends a signed event of the provider with a new id. */
function report({ product, now }: World, type: string, id: string) {
  const event = madeUpEvent({ type, data: { object: { id } } })
  const body = JSON.stringify({ ...event, id: `evt_${randomUUID()}` })
  const timestamp = Math.floor(now().getTime() / 1000)
  const headers = { 'stripe-signature': sign(body, { timestamp }), 'sec-fetch-site': 'none' }
  return ask(`${product.url}/api/stripe/webhook`, { method: 'POST', body, headers })
}
