import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { isPassword } from '#app/accounts/server/passwords/passwords.ts'
import { hashToken } from '#app/server/tokens.ts'
import { useTestApp } from '#test/support/test-app.ts'
import { type Action, act, anyAction, choose, isFresh } from '#test/takeover/actions.ts'
import { createWorld, deliver, type World } from '#test/takeover/world.ts'

const app = useTestApp()
/** Enough to find faults that were planted; more runs only take longer. */
const RUNS = 12
afterAll(() => app.setNow(undefined))

type Account = {
  email: string
  passwordHash: string
  sessions: string[]
  subscriptions: string[]
}

/** All accounts, by id, with everything that ties each of them to somebody. */
async function accountsOf({ actors }: World): Promise<Map<string, Account>> {
  const emails = Object.values(actors).map(({ email }) => email)
  const users = await app.db.selectFrom('users').selectAll().where('email', 'in', emails).execute()
  const ids = users.map(({ id }) => id)
  const sessions = await app.db
    .selectFrom('sessions')
    .select(['userId', 'tokenHash'])
    .where('userId', 'in', ids)
    .orderBy('tokenHash')
    .execute()
  const subscriptions = await app.db
    .selectFrom('subscriptions')
    .select(['userId', 'id'])
    .where('userId', 'in', ids)
    .orderBy('id')
    .execute()
  return new Map(
    users.map(({ id, email, passwordHash }) => [
      id,
      {
        email,
        passwordHash,
        sessions: sessions.flatMap((row) => (row.userId === id ? [row.tokenHash] : [])),
        subscriptions: subscriptions.flatMap((row) => (row.userId === id ? [row.id] : [])),
      },
    ]),
  )
}

/** The account that has claimed each payment so far, if any; also checks that all rows of a payment agree. */
async function claimsOf({ checkouts }: World): Promise<Map<string, string | null>> {
  const rows = await app.db
    .selectFrom('checkouts')
    .innerJoin('subscriptions', 'subscriptions.id', 'checkouts.subscriptionId')
    .innerJoin('payments', 'payments.subscriptionId', 'subscriptions.id')
    .select(['checkouts.id', 'claimedAt', 'claimedUserId'])
    .select(['subscriptions.userId as owner', 'payments.userId as payer'])
    .where(
      'checkouts.id',
      'in',
      checkouts.map(({ id }) => id),
    )
    .execute()
  for (const { owner, payer, claimedAt, claimedUserId } of rows) {
    expect([owner, payer]).toEqual([claimedUserId, claimedUserId])
    expect(claimedAt === null).toBe(claimedUserId === null)
  }
  return new Map(rows.map(({ id, claimedUserId }) => [id, claimedUserId]))
}

type Proofs = { session: boolean; password: boolean; inbox: boolean }

/** What the people of one step can prove for an account, judged without asking the server. */
function proofsFor(
  world: World,
  { actions, account, current }: { actions: Action[]; account: Account; current: string },
): Proofs {
  const isIts = (email: string | undefined) => email?.trim().toLowerCase() === account.email
  return {
    session: actions.some(({ browser }) =>
      account.sessions.includes(hashToken(browser.cookies.get('session') ?? '')),
    ),
    password: actions.some(({ payload }) => payload.password === current),
    inbox: actions.some(({ letter }) => letter && isIts(letter.to) && isFresh(world, letter)),
  }
}

/** Counts how often each way was taken, so that the property does not hold vacuously. */
const ways = new Map<string, number>()
const count = (way: string) => ways.set(way, (ways.get(way) ?? 0) + 1)

const step = fc.record({
  choices: fc.array(anyAction, { minLength: 1, maxLength: 3 }),
  waitMinutes: fc.oneof(
    { weight: 9, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constant(32) },
  ),
})

/** Who knows a password is judged by what people have chosen: the latest one that an account has accepted. */
async function takeStep(world: World, passwords: Map<string, string>, actions: Action[]) {
  const before = await accountsOf(world)
  const claimsBefore = await claimsOf(world)
  const proofs = new Map(
    [...before].map(([id, account]) => {
      const current = passwords.get(account.email) ?? ''
      return [id, proofsFor(world, { actions, account, current })]
    }),
  )

  const responses = await Promise.all(actions.map((action) => act(world, action)))
  responses.forEach(({ statusCode, body }, at) => {
    expect(statusCode, body).toBeLessThan(500)
    count(`${actions[at]?.url} ${statusCode} ${actions[at]?.letter ? 'by letter' : ''}`)
  })

  const after = await accountsOf(world)
  for (const [id, account] of after) {
    const was = before.get(id)
    const shown = proofs.get(id) ?? { session: false, password: false, inbox: false }
    const what = `${account.email}: ${JSON.stringify({ shown, actions: actions.map(inWords) })}`
    if (was) expectOnlyWithProof({ was, account, shown, what })
    if (account.passwordHash !== was?.passwordHash) {
      passwords.set(account.email, await chosenFor(account, actions))
    }
  }
  for (const id of before.keys()) expect(after.has(id)).toBe(true)
  expect(new Set([...after.values()].map(({ email }) => email)).size).toBe(after.size)

  for (const [id, userId] of await claimsOf(world)) {
    const was = claimsBefore.get(id) ?? null
    if (was) expect(userId).toBe(was)
    else if (userId) expect(mayClaim(world, { actions, checkoutId: id })).toBe(true)
  }
}

/**
 * Claimed from the browser it was opened in, where signing in finishes it as well, or by a fresh
 * letter about it.
 */
function mayClaim(
  world: World,
  { actions, checkoutId }: { actions: Action[]; checkoutId: string },
): boolean {
  const wanted = world.checkouts.find(({ id }) => id === checkoutId)
  return actions.some(({ browser, checkout, letter, does }) =>
    letter
      ? letter.to === wanted?.email && isFresh(world, letter)
      : (checkout?.id === checkoutId || does === 'sign-in') &&
        browser.cookies.get('co') === wanted?.binding,
  )
}

function expectOnlyWithProof(change: {
  was: Account
  account: Account
  shown: Proofs
  what: string
}) {
  const { was, account, shown, what } = change
  const hasAny = shown.session || shown.password || shown.inbox
  if (!hasAny) expect(account, what).toEqual(was)
  if (!shown.inbox) expect(account.passwordHash, what).toBe(was.passwordHash)
  const opened = account.sessions.filter((each) => !was.sessions.includes(each))
  if (!shown.inbox && !shown.password) expect(opened, what).toEqual([])
  const ended = was.sessions.filter((each) => !account.sessions.includes(each))
  if (!shown.inbox && !shown.session) expect(ended, what).toEqual([])
  expect(account.subscriptions, what).toEqual(expect.arrayContaining(was.subscriptions))
  // Nothing that opened the account before a new password opens it afterwards.
  if (account.passwordHash !== was.passwordHash) {
    count('a new password')
    expect(account.sessions.filter((each) => was.sessions.includes(each))).toEqual([])
  }
}

/** Which of the passwords sent in this step the account has now. */
async function chosenFor({ passwordHash }: Account, actions: Action[]): Promise<string> {
  for (const { payload } of actions) {
    const { password } = payload
    if (password && (await isPassword(passwordHash, password))) return password
  }
  throw new Error('a password that nobody has sent')
}

function inWords({ does, actor, url, payload, letter }: Action) {
  return { does, who: actor.name, url, payload, letter }
}

test('an account changes only by its session, its current password or its inbox, whatever anybody does in any order, also at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      app.setNow(undefined)
      const world = await createWorld(app)
      const passwords = new Map(
        Object.values(world.actors).map(({ email, passwords: [first = ''] }) => [email, first]),
      )
      for (const { choices, waitMinutes } of steps) {
        // The limits on guessing are tested elsewhere; here everybody may try without limit.
        await app.db.deleteFrom('throttles').execute()
        world.wait(1000 + waitMinutes * 60_000)
        await takeStep(
          world,
          passwords,
          choices.map((choice) => choose(world, choice)),
        )
        await deliver(world)
      }
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  const gone = [...ways.keys()].join('\n')
  for (const way of [
    '/api/complete-checkout 200 by letter',
    '/api/complete-checkout 200 ',
    '/api/complete-checkout 409 ',
    'a new password',
  ]) {
    expect(gone).toContain(way)
  }
})
