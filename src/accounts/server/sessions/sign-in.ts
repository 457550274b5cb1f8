import type { Credentials, User } from '#app/accounts/accounts.contract.ts'
import {
  findAccountByEmail,
  hasKnownDevices,
  isKnownDevice,
} from '#app/accounts/server/accounts.queries.ts'
import {
  ACCOUNT_FAILURES,
  ACCOUNT_WINDOW_SECONDS,
  FAILURES_WORTH_A_LOOK,
  NETWORK_FAILURES,
  NETWORK_WINDOW_SECONDS,
  WIDER_NETWORK_FAILURES,
} from '#app/accounts/server/accounts.rules.ts'
import type { Account } from '#app/accounts/server/accounts.ts'
import { isPassword } from '#app/accounts/server/passwords/passwords.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { queueMail } from '#app/server/mail/mail.ts'
import { networkOf, widerNetworkOf } from '#app/server/network.ts'
import { Problem } from '#app/server/problem.ts'
import { countOverall } from '#app/server/rate-limits/alarm.ts'
import type { Counter } from '#app/server/rate-limits/counters.queries.ts'
import { type CountedAttempt, countAttempt } from '#app/server/rate-limits/login-backoff.ts'
import { countSignIn } from '#app/server/rate-limits/sign-ins.ts'
import { hashToken, isTokenShaped } from '#app/server/tokens.ts'
import { DEVICE_IDLE_MS } from '#app/shared/retention.ts'
import { nameBrowser } from './browser-names.rules.ts'
import { type SessionTokens, startSession, toUser } from './sessions.ts'

type Attempt = Credentials & {
  ip: string
  /** The browser's long-lived device token from an earlier sign-in. */
  deviceToken: string | undefined
}

/**
 * Returns the account if this is its current password. An unknown address and a wrong password take the
 * same time and count as the same failure; throws 429 after too many.
 */
export async function findAccountByPassword(
  ctx: AppContext,
  attempt: Attempt,
): Promise<Account | undefined> {
  const proved = await checkPassword(ctx, attempt)
  await proved?.forgiving.execute(ctx.db)
  return proved?.account
}

/** The same, but the attempt counts as a failure until `forgiving` is executed. */
async function checkPassword(ctx: AppContext, { email, password, ip, deviceToken }: Attempt) {
  const account = await findAccountByEmail(ctx.db, email)
  const attempt = { email, ip, knownDevice: await findKnownDevice(ctx, deviceToken, account?.id) }

  const { refund, forgiving } = await countAttemptAt(ctx, attempt)
  const isRight = await isPassword(account?.passwordHash, password).catch(async (error) => {
    await refund()
    throw error
  })
  const isKnownBrowser = attempt.knownDevice !== undefined
  if (account && isRight) return { account, forgiving, isKnownBrowser }
  await countOverall(ctx, FAILURES_WORTH_A_LOOK)
  return
}

type SignIn = Attempt & {
  /** The browser's current session, which the new one replaces. */
  sessionToken: string | undefined
  /** The `User-Agent` header. */
  userAgent?: string | undefined
}

/**
 * Signs in and returns new tokens for the browser's cookies. An unknown address and a wrong password fail
 * alike: same text, same time.
 */
export function signIn(
  ctx: AppContext,
  attempt: SignIn,
): Promise<{ user: User; tokens: SessionTokens }> {
  return countSignIn('account', () => trySignIn(ctx, attempt))
}

async function trySignIn(ctx: AppContext, { sessionToken, userAgent, ...attempt }: SignIn) {
  const proved = await checkPassword(ctx, attempt)
  const browser = { deviceToken: attempt.deviceToken, sessionToken, userAgent }
  const tokens = proved && (await startSessionAndTell(ctx, proved, browser))
  if (!tokens) throw wrongCredentials()
  const { account } = proved
  return { user: toUser(account), tokens }
}

function wrongCredentials(): Problem {
  return new Problem(401, 'wrong-credentials', 'Invalid email or password')
}

type Proved = NonNullable<Awaited<ReturnType<typeof checkPassword>>>
type Browser = Pick<SignIn, 'deviceToken' | 'sessionToken' | 'userAgent'>

/** Starts the session, and mails the owner when the browser is new to the account. */
async function startSessionAndTell(
  ctx: AppContext,
  { account, forgiving, isKnownBrowser }: Proved,
  browser: Browser,
): Promise<SessionTokens | undefined> {
  const start = { account, forgiving, ...browser }
  if (isKnownBrowser || (await isFirstSignIn(ctx, account))) return startSession(ctx.db, ctx, start)
  return ctx.db.transaction().execute(async (trx) => {
    // The session comes last: it locks counters that other requests of this network wait for.
    await queueMail(trx, ctx, {
      key: `new-browser:${account.id}:${newId()}`,
      template: 'new-browser',
      to: account.email,
      data: { ...nameBrowser(browser.userAgent), at: ctx.now() },
    })
    const tokens = await startSession(trx, ctx, start)
    if (!tokens) throw wrongCredentials()
    return tokens
  })
}

/** Whether this is the first sign-in after signing up. An old account without known browsers had them purged. */
async function isFirstSignIn(ctx: AppContext, { id, createdAt }: Account): Promise<boolean> {
  if (ctx.now().getTime() - createdAt.getTime() > DEVICE_IDLE_MS) return false
  return !(await hasKnownDevices(ctx.db, id))
}

async function findKnownDevice(
  ctx: AppContext,
  token: string | undefined,
  userId: string | undefined,
) {
  if (!isTokenShaped(token)) return
  const tokenHash = hashToken(token)
  // Also queried for unknown accounts, so that both cases take the same number of queries.
  const isKnown = await isKnownDevice(ctx.db, { tokenHash, userId: userId ?? '' })
  return isKnown ? tokenHash : undefined
}

/** One attempt: the account, the network, and the device hash if the browser is known to the account. */
type Counted = { email: string; ip: string; knownDevice: string | undefined }

/**
 * Rate-limits guessing without locking the owner out: a browser that has signed in to the account before has a
 * bucket of its own, which strangers' attempts do not touch. Throws 429 with the seconds to wait.
 */
function countAttemptAt(
  ctx: Pick<AppContext, 'db' | 'now'>,
  { email, ip, knownDevice }: Counted,
): Promise<CountedAttempt> {
  // Counters store only a hash of the address.
  const account = hashToken(email)
  const network = networkOf(ip)
  const ofNetwork = counterOf('network', network, NETWORK_FAILURES, NETWORK_WINDOW_SECONDS)
  const wider = widerNetworkOf(ip)
  const ofNetworks = wider
    ? [ofNetwork, counterOf('wider-network', wider, WIDER_NETWORK_FAILURES, NETWORK_WINDOW_SECONDS)]
    : [ofNetwork]
  const ofAccount = counterOf('account', account, ACCOUNT_FAILURES, ACCOUNT_WINDOW_SECONDS)
  return countAttempt(ctx, {
    name: 'sign-in',
    bucket: `${account}|${knownDevice ?? network}`,
    bucketSeconds: ACCOUNT_WINDOW_SECONDS,
    shared: knownDevice ? [] : [...ofNetworks, ofAccount],
    forgiven: knownDevice ? [] : [ofAccount],
    message: 'Too many attempts.',
  })
}

function counterOf(name: string, key: string, limit: number, windowSeconds: number): Counter {
  return { key: `sign-in-${name}:${key}`, limit, windowSeconds }
}
