import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type Catalogue, catalogueOf } from '#app/deals/server/deals.ts'
import { afterQuiet } from '#app/mailings/server/hours.rules.ts'
import { noticeAction } from '#app/notices/notices.copy.ts'
import { readNotices } from '#app/notices/server/inbox/inbox.ts'
import { isStillSo } from '#app/notices/server/inbox/still-so.rules.ts'
import { type Breaker, createBreaker, NoAnswer } from '#app/server/breaker.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Queue } from '#app/server/jobs/job-workers.ts'
import { NotTaken } from '#app/server/jobs/jobs.ts'
import { counter } from '#app/server/observability/instruments.ts'
import { OutsideFailure } from '#app/server/outside-fetch.ts'
import { HOUR_MS } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { msUntilQuiet } from './clock.rules.ts'
import { readPushKeys } from './keys.ts'
import { type DeviceRow, deleteDevice, findDevice, markSent } from './push.queries.ts'
import { pushWords } from './words.copy.ts'

export const PUSH_QUEUE = 'push'

/** The age after which an undelivered alert is dropped: it is in the inbox, and no longer news. */
const OLDEST_MS = 12 * HOUR_MS
const TIMEOUT_MS = 5000

const Message = z.object({
  deviceId: z.string(),
  noticeIds: z.array(z.int()),
  askedAt: z.iso.datetime(),
})
type Message = z.infer<typeof Message>

const pushes = counter(
  'nouveau_pushes_total',
  'Messages to browsers by what became of an attempt',
  {
    fate: ['sent', 'later', 'needless', 'gone', 'refused'],
  },
)

/** Push services, each with its own circuit breaker: a failing one must not hold up the others. */
const SERVICES: Array<[name: string, host: RegExp]> = [
  ['push of Google', /(^|\.)googleapis\.com$/],
  ['push of Mozilla', /(^|\.)services\.mozilla\.com$/],
  ['push of Apple', /(^|\.)push\.apple\.com$/],
  ['push of Microsoft', /(^|\.)notify\.windows\.com$/],
]
const breakers = new Map<string, Breaker>()

function breakerOf(endpoint: string): Breaker {
  const { hostname } = new URL(endpoint)
  const to = SERVICES.find(([, host]) => host.test(hostname))?.[0] ?? 'push of others'
  const known = breakers.get(to)
  if (known) return known
  const made = createBreaker({ to, isSilence: (error) => error instanceof OutsideFailure })
  breakers.set(to, made)
  return made
}

/** Sends alerts to the browsers' push services, retrying until they are accepted or out of date. */
export const pushQueue: Queue = {
  policy: 'exclusive',
  atOnce: 5,
  longestSeconds: 60,
  work: (ctx, data) => deliver(ctx, catalogueOf(ctx), Message.parse(data)),
}

async function deliver(ctx: AppContext, catalogue: Catalogue, message: Message): Promise<void> {
  const now = ctx.now()
  const device = await findDevice(ctx.db, message.deviceId)
  if (!device || now.getTime() - Date.parse(message.askedAt) > OLDEST_MS) {
    return pushes.add({ fate: 'needless' })
  }
  const wakesAt = afterQuiet(now, device.timeZone)
  // A delayed retry: evening alerts must not wake anybody at night.
  if (wakesAt > now) return sendLater(ctx, message, wakesAt)
  const words = await wordsFor(ctx, catalogue, device.userId, message.noticeIds)
  if (!words) return pushes.add({ fate: 'needless' })
  const fate = await send(ctx, device, message, words)
  pushes.add({ fate })
  if (fate === 'sent') await markSent(ctx.db, device.id, now)
  if (fate === 'gone') await deleteDevice(ctx.db, { id: device.id })
  if (fate === 'later') throw new NotTaken('A push service did not take an alert.')
}

async function sendLater(ctx: AppContext, message: Message, startAfter: Date): Promise<void> {
  const later = { ...message, askedAt: startAfter.toISOString() }
  const singletonKey = `${message.deviceId} ${message.noticeIds[0]} ${later.askedAt}`
  await ctx.db
    .transaction()
    .execute((trx) => ctx.jobs.send(trx, PUSH_QUEUE, later, { startAfter, singletonKey }))
}

/** Writes the text as a visitor would see it, because anybody can read a locked screen. */
async function wordsFor(ctx: AppContext, catalogue: Catalogue, userId: string, ids: number[]) {
  const notices = await readNotices(ctx, catalogue, { viewer: { class: 'visitor' }, userId, ids })
  const now = ctx.now().toISOString()
  const told = notices.filter((each) => !each.isRead && isStillSo(each, now))
  const [first] = told
  if (!first) return
  return {
    ...pushWords(told),
    path: told.length === 1 ? noticeAction(first).path : paths.inbox(),
  }
}

type Words = { title: string; body: string; path: string }

async function send(
  ctx: AppContext,
  device: NonNullable<DeviceRow>,
  { noticeIds }: Message,
  words: Words,
): Promise<'sent' | 'later' | 'gone' | 'refused'> {
  const { endpoint, p256dh, auth, timeZone } = device
  // Loaded only when there is a device to notify.
  const { default: webPush } = await import('web-push')
  // A repeated message replaces the first one, at the service and on the screen.
  const tag = createHash('sha256').update(noticeIds.join()).digest('base64url').slice(0, 32)
  const request = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify({ ...words, tag }),
    {
      vapidDetails: { subject: ctx.config.push.contact, ...(await readPushKeys(ctx)) },
      // A phone that is off until the night must not light up during it.
      TTL: Math.floor(Math.min(msUntilQuiet(ctx.now(), timeZone), OLDEST_MS) / 1000),
      topic: tag,
      contentEncoding: 'aes128gcm',
    },
  )
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
  const posting = {
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: request.body ?? Buffer.alloc(0),
    timeoutMs: TIMEOUT_MS,
  }
  try {
    const { status } = await breakerOf(endpoint).call(() => ctx.postOutside(endpoint, posting))
    return fateOf(ctx, device.id, status)
  } catch (error) {
    if (error instanceof OutsideFailure || error instanceof NoAnswer) return 'later'
    throw error
  }
}

function fateOf(ctx: AppContext, deviceId: string, status: number) {
  if (status >= 200 && status < 300) return 'sent'
  // The browser has withdrawn its permission or no longer exists.
  if (status === 404 || status === 410) return 'gone'
  if (status === 429 || status >= 500) return 'later'
  ctx.log.warn({ deviceId, status }, 'a push service refuses an alert')
  return 'refused'
}
