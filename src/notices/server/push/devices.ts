import { createECDH } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { readTimeZone } from '#app/mailings/server/hours.rules.ts'
import { MOST_DEVICES } from '#app/notices/notices.facts.ts'
import type { NewPushDevice, PushDevices } from '#app/notices/push.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { readSessionToken } from '#app/server/http/session-cookie.ts'
import { newId } from '#app/server/ids.ts'
import { notFound, Problem, signInRequired } from '#app/server/problem.ts'
import { hashToken } from '#app/server/tokens.ts'
import { BUSINESS_ZONE } from '#app/shared/dates.ts'
import { readPushKeys } from './keys.ts'
import {
  countDevicesBut,
  deleteDevice,
  findDevices,
  findSessionName,
  lockDevices,
  upsertDevice,
} from './push.queries.ts'

/** Lists the browsers on which a person gets alerts. */
export async function listDevices(
  ctx: AppContext,
  request: FastifyRequest,
  userId: string,
): Promise<PushDevices> {
  const [{ publicKey }, session, devices] = await Promise.all([
    readPushKeys(ctx),
    sessionOf(ctx, request),
    findDevices(ctx.db, userId),
  ])
  return {
    publicKey,
    isStandIn: ctx.config.push.isSandbox,
    devices: devices.map(({ id, browser, system, createdAt, lastSentAt, sessionId }) => ({
      id,
      browser,
      system,
      addedAt: createdAt.toISOString(),
      lastSentAt: lastSentAt?.toISOString() ?? null,
      isThis: sessionId === session?.id,
    })),
  }
}

/**
 * Registers a browser for alerts until it is signed out. Throws 422 for data that no browser would send, and
 * 409 if there are too many devices.
 */
export async function addDevice(
  ctx: AppContext,
  request: FastifyRequest,
  { userId, device }: { userId: string; device: NewPushDevice },
): Promise<void> {
  const { endpoint, keys, timeZone } = device
  if (!isEndpoint(ctx, endpoint) || !isPublicKey(keys.p256dh)) {
    throw new Problem(422, 'invalid-device', 'This browser’s answer cannot be understood.')
  }
  const session = await sessionOf(ctx, request)
  if (!session) throw signInRequired()
  await ctx.db.transaction().execute(async (trx) => {
    await lockDevices(trx, userId)
    if ((await countDevicesBut(trx, { userId, endpoint })) >= MOST_DEVICES) {
      const text = `Alerts go to ${MOST_DEVICES} browsers at most. Remove one to add another.`
      throw new Problem(409, 'too-many-devices', text)
    }
    await upsertDevice(trx, {
      id: newId(),
      userId,
      endpoint,
      ...keys,
      sessionId: session.id,
      browser: session.browser,
      system: session.system,
      createdAt: ctx.now(),
      timeZone: readTimeZone(timeZone) ?? BUSINESS_ZONE,
    })
  })
}

/** Throws the same 404 for a missing device and another person's. */
export async function removeDevice(
  ctx: AppContext,
  { userId, id }: { userId: string; id: string },
): Promise<void> {
  if (!(await deleteDevice(ctx.db, { userId, id }))) throw notFound('device')
}

function sessionOf(ctx: AppContext, request: FastifyRequest) {
  const token = readSessionToken(ctx, request)
  return token ? findSessionName(ctx.db, hashToken(token)) : undefined
}

/** Checks the form of the address; where it leads is checked whenever something is sent there. */
function isEndpoint({ config }: AppContext, endpoint: string): boolean {
  const url = URL.parse(endpoint)
  if (!url || url.username || url.password || url.hash) return false
  if (config.push.isSandbox && url.origin === config.http.ownOrigin) {
    return url.pathname.startsWith('/sandbox/push/')
  }
  return url.protocol === 'https:' && url.port === ''
}

/** Tells whether the key is a point on the curve; otherwise nothing could be encrypted for it. */
function isPublicKey(p256dh: string): boolean {
  try {
    const own = createECDH('prime256v1')
    own.generateKeys()
    own.computeSecret(Buffer.from(p256dh, 'base64url'))
    return true
  } catch {
    return false
  }
}
