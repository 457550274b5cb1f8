import fc from 'fast-check'
import { newId } from '#app/server/ids.ts'
import type { Browser } from '#test/support/browser.ts'
import type { PaidCheckout } from '#test/support/paying/membership.ts'
import type { Actor, Letter, Name, World } from './world.ts'

const MINUTE_MS = 60_000
/** How long any secret sent by mail stays valid. */
const LETTER_MS = 30 * MINUTE_MS

const name = fc.constantFrom<Name>('owner', 'buyer', 'attacker')
const index = fc.nat(20)
/** A password that this person has chosen before, or another one. */
const password = fc.constantFrom('known', 'known', 'new', 'guess')

/** What people do; the numbers are indexes into the choices that exist by then. */
export const anyAction = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('complete-own'), name, index, password }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ does: fc.constant('complete-any'), name, index, password },
      checkout: index,
      email: fc.constantFrom<Name | 'right'>('right', 'right', 'owner', 'buyer', 'attacker'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('follow-letter'),
      name,
      index,
      letter: index,
      password,
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('forget'), name, email: name }) },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('sign-in'), name, index, email: name, password }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('sign-out'), name, index }) },
)

type Choice = {
  does: string
  name: Name
  index?: number
  password?: string
  checkout?: number
  letter?: number
  email?: Name | 'right'
}

/** A resolved action: what will be sent, and from which browser. */
export type Action = {
  does: string
  actor: Actor
  browser: Browser
  url: string
  payload: Record<string, string>
  checkout?: PaidCheckout | undefined
  letter?: Letter | undefined
}

/** Resolves the choices against the current state. */
export function choose(world: World, choice: Choice): Action {
  const actor = world.actors[choice.name]
  const browser = pick(actor.browsers, choice.index ?? 0)
  const base = { does: choice.does, actor, browser }
  const password = passwordOf(actor, choice.password)
  const emailOf = (who: Choice['email']) => world.actors[who as Name]?.email ?? ''

  switch (choice.does) {
    case 'forget':
      return { ...base, url: '/api/forgot-password', payload: { email: emailOf(choice.email) } }
    case 'sign-in':
      return { ...base, url: '/api/login', payload: { email: emailOf(choice.email), password } }
    case 'follow-letter':
      return { ...base, ...followLetter(world, { actor, password, at: choice.letter ?? 0 }) }
    case 'complete-own':
    case 'complete-any': {
      const mine = world.checkouts.filter(({ binding }) => binding === browser.cookies.get('co'))
      const from = choice.does === 'complete-own' ? mine : world.checkouts
      const checkout = pick(from, choice.checkout ?? choice.index ?? 0)
      const email =
        choice.email && choice.email !== 'right' ? emailOf(choice.email) : checkout.email
      const payload = { session_id: checkout.sessionId, email, password }
      return { ...base, url: '/api/complete-checkout', payload, checkout }
    }
    default:
      return { ...base, url: '/api/logout', payload: {} }
  }
}

/** People have the mails of their own inbox; an attacker also has the ones that others have used. */
function followLetter(
  { actors, letters, checkouts, seen }: World,
  { actor, password, at }: { actor: Actor; password: string; at: number },
) {
  const own = letters.filter(
    ({ to, token }) => to === actor.email || (actor === actors.attacker && seen.has(token)),
  )
  const letter = own.length > 0 ? pick(own.toReversed(), at) : undefined
  const token = letter?.token ?? `${newId()}${newId()}${newId()}xxxxxxx`
  if (letter?.kind === 'reset') {
    return { url: '/api/reset-password', payload: { token, password }, letter }
  }
  const email = letter?.to ?? pick(checkouts, at).email
  return { url: '/api/complete-checkout', payload: { link: token, email, password }, letter }
}

function passwordOf(actor: Actor, which: string | undefined): string {
  if (which === 'guess') return 'everybody-guesses-this'
  if (which === 'known' && actor.passwords.length > 0) return actor.passwords.at(-1) ?? ''
  return `chosen-by-${actor.name}-${newId()}`
}

function pick<T>(from: T[], at: number): T {
  const picked = from[at % from.length]
  if (picked === undefined) throw new Error('nothing to choose from')
  return picked
}

/** Sends the action; its actor remembers the password if it was accepted. */
export async function act(world: World, { browser, actor, url, payload, letter }: Action) {
  const response = url.endsWith('complete-checkout')
    ? await browser.postWithToken(url, payload)
    : await browser.post(url, payload)
  if (letter) world.seen.add(letter.token)
  if (payload.password && response.statusCode === 200) actor.passwords.push(payload.password)
  return response
}

/** Whether the mail was still valid, as far as its reader can know. */
export function isFresh(world: World, { sentAt }: Letter): boolean {
  return world.app.ctx.now().getTime() - sentAt < LETTER_MS
}
