import type { SetupCheck } from '#app/admin/operations/setup.contract.ts'
import type { SetupPart, SetupState } from '#app/admin/operations/setup.facts.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatMoment, HOUR_MS, MINUTE_MS } from '#app/shared/dates.ts'
import { offer, type Plan } from '#app/shared/offer.ts'

type Line = SetupCheck['lines'][number]
type Asked<T> = { is: 'known'; value: T } | { is: 'unknown'; cause: string }

/** The facts that the lines are written from. */
type SetupFacts = {
  now: Date
  isProduction: boolean
  payments: {
    isSandbox: boolean
    isLive: boolean
    key: Asked<{ isLive: boolean }>
    endpoint: Asked<{
      url: string
      isThere: boolean
      isEnabled: boolean
      missing: string[]
      apiVersion: string | null
      isOurVersion: boolean
    }>
    prices: Asked<Array<{ plan: Plan; isThere: boolean; difference: string | undefined }>>
    portal: Asked<{ isOn: boolean }>
    lastEventAt: Date | null
    refusal: { at: Date; cause: string } | null
    aheadMs: number
  }
  mail: { isOutbox: boolean; fault: string | null; letter: { at: Date; words: string } | null }
  storage: { isBucket: boolean; fault: string | null }
  backup: { takenAt: Date; place: string } | null
  database: { aheadMs: number }
  /** Settings that still have the demo's value. */
  demoDetails: string[]
  failedJobs: Array<{ queue: string; jobs: number }>
}

/** The same age as that of the alarm for an old backup. */
const OLDEST_BACKUP_MS = 26 * HOUR_MS
/** Most difference between clocks; webhook signatures expire after five minutes. */
const FARTHEST_CLOCK_MS = MINUTE_MS
/** The words of the mark that a successful test letter leaves. */
export const LETTER_TAKEN = 'taken'

/** Describes each part in words: that it is fine, or what to do. */
export function setupLines(facts: SetupFacts): Line[] {
  return [
    paymentKey(facts),
    webhook(facts),
    prices(facts),
    portal(facts),
    mail(facts),
    storage(facts),
    backup(facts),
    clock(facts),
    company(facts),
    jobs(facts),
  ]
}

function line(part: SetupPart, state: SetupState, says: string, todo = ''): Line {
  return { part, state, says, todo }
}

function paymentKey({ payments: { key, isSandbox, isLive } }: SetupFacts): Line {
  const part = 'payment-key'
  if (key.is === 'unknown') {
    const todo =
      'Look whether STRIPE_SECRET_KEY is the key of this account and not an old one, then whether this server may connect to the provider.'
    return line(part, 'bad', `The provider could not be asked: ${key.cause}.`, todo)
  }
  if (isSandbox) return line(part, 'note', 'The built-in sandbox answers. No money moves.')
  if (key.value.isLive !== isLive) {
    return line(
      part,
      'bad',
      'The key and what the provider answers are of different modes.',
      'Set STRIPE_SECRET_KEY anew.',
    )
  }
  return isLive
    ? line(part, 'good', 'The live key is answered.')
    : line(
        part,
        'note',
        'A test key is answered. No money moves.',
        'Set the live key when you open.',
      )
}

function webhook({ payments: { endpoint, lastEventAt, refusal } }: SetupFacts): Line {
  const part = 'webhook'
  const isRefused = refusal !== null && (lastEventAt === null || refusal.at > lastEventAt)
  if (endpoint.is === 'unknown') {
    return line(
      part,
      'bad',
      `Whether the endpoint is there could not be asked: ${endpoint.cause}.`,
      'See to the payment key first; a restricted key needs to read webhook endpoints.',
    )
  }
  const { url, isThere, isEnabled, missing, apiVersion, isOurVersion } = endpoint.value
  if (!isThere) {
    return line(
      part,
      'bad',
      'The provider has no endpoint for this server.',
      `Make one at the provider for ${url}, and put its signing secret into STRIPE_WEBHOOK_SECRET.`,
    )
  }
  if (!isEnabled) {
    return line(
      part,
      'bad',
      'The endpoint is there, and turned off.',
      `Turn ${url} on at the provider.`,
    )
  }
  if (missing.length > 0) {
    return line(
      part,
      'bad',
      `The endpoint is not told of ${missing.join(', ')}.`,
      'Add these events to it at the provider.',
    )
  }
  if (isRefused) {
    return line(
      part,
      'bad',
      `The last event was refused on ${formatMoment(refusal.at)}: ${refusal.cause}.`,
      'If it came from the provider, put the signing secret of this endpoint into STRIPE_WEBHOOK_SECRET, beside the old one while they change. Anybody can send nonsense here: if the provider says that all was delivered, nothing is wrong, and the next event turns this green.',
    )
  }
  const version =
    isOurVersion || apiVersion === null
      ? ''
      : ` It writes in version ${apiVersion}; nothing but ids is read of it.`
  if (lastEventAt === null) {
    return line(
      part,
      'note',
      `The endpoint is there. No event has come yet.${version}`,
      'Send a test event from the provider’s pages, or wait for the first payment.',
    )
  }
  return line(
    part,
    'good',
    `The last event came on ${formatMoment(lastEventAt)}, rightly signed.${version}`,
  )
}

function prices({ payments }: SetupFacts): Line {
  const part = 'prices'
  if (payments.prices.is === 'unknown') {
    return line(
      part,
      'bad',
      `The prices could not be read: ${payments.prices.cause}.`,
      'See to the payment key first.',
    )
  }
  const name = (plan: Plan) => offer.plans[plan].name
  const differing = payments.prices.value.filter(({ difference }) => difference !== undefined)
  if (differing.length > 0) {
    const said = differing.map(({ plan, difference }) => `${name(plan)}: ${difference}`)
    return line(
      part,
      'bad',
      `${said.join('; ')}. Nobody can pay by it.`,
      'Make a price at the provider that is what we offer, and name it in the settings.',
    )
  }
  const missing = payments.prices.value.filter(({ isThere }) => !isThere)
  if (missing.length > 0) {
    return line(
      part,
      'note',
      `The provider has no price yet for: ${missing.map(({ plan }) => name(plan)).join(', ')}. It is made with the first checkout, as we offer it.`,
    )
  }
  return line(part, 'good', 'The provider charges what we offer.')
}

function portal({ payments }: SetupFacts): Line {
  const part = 'portal'
  if (payments.portal.is === 'unknown') {
    return line(
      part,
      'bad',
      `Whether the billing portal is on could not be asked: ${payments.portal.cause}.`,
      'See to the payment key first.',
    )
  }
  return payments.portal.value.isOn
    ? line(part, 'good', 'The billing portal is on.')
    : line(
        part,
        'bad',
        'The billing portal is off: nobody can change a card.',
        'Turn it on at the provider, under Billing, Customer portal, and save its settings once.',
      )
}

function mail({ isProduction, mail: { isOutbox, fault, letter } }: SetupFacts): Line {
  const part = 'mail'
  const last =
    letter === null
      ? 'No letter was sent from here yet.'
      : letter.words === LETTER_TAKEN
        ? `The last letter from here was taken on ${formatMoment(letter.at)}.`
        : `The last letter from here was not taken, on ${formatMoment(letter.at)}: ${letter.words}.`
  if (fault !== null) {
    return line(
      part,
      'bad',
      `The mail server does not answer, or does not let us in: ${fault}.`,
      'Look at SMTP_URL, its password, and whether this server may connect to it.',
    )
  }
  if (letter !== null && letter.words !== LETTER_TAKEN) {
    return line(
      part,
      'bad',
      last,
      'Look at MAIL_FROM and at what the mail provider says of it, then send a letter again.',
    )
  }
  if (isOutbox) {
    return line(
      part,
      isProduction ? 'bad' : 'note',
      `Mail goes into the outbox and to nobody. ${last}`,
      isProduction ? 'Set SMTP_URL.' : '',
    )
  }
  return letter === null
    ? line(
        part,
        'note',
        `The mail server answers. ${last}`,
        'Send yourself a letter, and look whether it arrives.',
      )
    : line(part, 'good', `The mail server answers. ${last}`)
}

function storage({ storage: { isBucket, fault } }: SetupFacts): Line {
  const where = isBucket ? 'The bucket' : 'The folder'
  return fault === null
    ? line('storage', 'good', `${where} for pictures takes files and gives them back.`)
    : line(
        'storage',
        'bad',
        `${where} for pictures does not take files: ${fault}.`,
        isBucket
          ? 'Look at the bucket’s settings, its key and its rights.'
          : 'Look whether the disk of DATA_DIR is full or read-only.',
      )
}

function backup({ backup: last, now, isProduction }: SetupFacts): Line {
  const part = 'backup'
  const todo = 'Start npm run backup every night, and look why it did not run.'
  if (last === null) {
    return line(
      part,
      isProduction ? 'bad' : 'note',
      'There is no backup.',
      isProduction ? todo : '',
    )
  }
  const says = `The last whole backup is of ${formatMoment(last.takenAt)}.`
  const isOld = now.getTime() - last.takenAt.getTime() > OLDEST_BACKUP_MS
  return isOld ? line(part, 'bad', says, todo) : line(part, 'good', says)
}

function clock({ payments: { aheadMs, isSandbox, key }, database }: SetupFacts): Line {
  const part = 'clock'
  const todo = 'Let the clock be kept by the network (timedatectl set-ntp true) on every machine.'
  const isOff = (ms: number) => Math.abs(ms) > FARTHEST_CLOCK_MS
  if (isOff(database.aheadMs)) {
    return line(
      part,
      'bad',
      `This server’s clock is ${apart(database.aheadMs)} from the database’s.`,
      todo,
    )
  }
  if (key.is === 'known' && isOff(aheadMs)) {
    return isSandbox
      ? line(part, 'note', `The sandbox’s clock was moved: it is ${apart(aheadMs)} from ours.`)
      : line(
          part,
          'bad',
          `This server’s clock is ${apart(aheadMs)} from the payment provider’s; at five minutes events are refused.`,
          todo,
        )
  }
  return key.is === 'known'
    ? line(part, 'good', 'The clock agrees with the database’s and the payment provider’s.')
    : line(part, 'good', 'The clock agrees with the database’s. The provider could not be asked.')
}

function apart(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS)
  if (minutes < 120) return countOf(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? countOf(hours, 'hour') : countOf(Math.round(hours / 24), 'day')
}

function company({ demoDetails, isProduction }: SetupFacts): Line {
  if (demoDetails.length === 0) return line('company', 'good', 'Company, address and law are said.')
  return line(
    'company',
    isProduction ? 'bad' : 'note',
    `Pages and mails say what the demo says: ${demoDetails.join(', ')}.`,
    isProduction ? 'Set them.' : 'Set them before you open.',
  )
}

function jobs({ failedJobs }: SetupFacts): Line {
  if (failedJobs.length === 0) return line('jobs', 'good', 'No job was given up within a day.')
  const said = failedJobs.map(({ queue, jobs: count }) => `${queue} (${count})`).join(', ')
  return line(
    'jobs',
    'bad',
    `Given up within a day, after every try: ${said}.`,
    'The log says why at each: look for ‘a job failed’ with the name of the queue.',
  )
}
