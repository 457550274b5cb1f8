import { availableParallelism } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { DEMO_FILM } from '#app/shared/demo-film.ts'
import { clubSettings, readClub, wrongClub } from './club.ts'
import { guaranteeSettings, readGuaranteeSettings } from './guarantee.ts'
import { findMisspelt } from './misspelt.ts'
import { observabilitySettings, readObservability, wrongObservability } from './observability.ts'
import { paymentSettings, readPayments, wrongPayments } from './payments.ts'
import { pictureSettings, readPictures, wrongPictures } from './pictures.ts'
import { priceSettings, readPrices, wrongPrices } from './prices.ts'
import {
  flag,
  type Given,
  isElsewhere,
  isReadOnTheWay,
  numberOf,
  oneOf,
  origin,
  secret,
} from './shapes.ts'
import { readTracking, trackingSettings, wrongTracking } from './tracking.ts'

/** What plays a film inside a page of ours and leaves no cookies before it is started. */
const PLAYERS = [
  /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]+$/,
  /^https:\/\/player\.vimeo\.com\/video\/\d+(\?h=[0-9a-f]+)?$/,
]

/**
 * Every setting the server has. Only `main.ts` and scripts read the environment; the rest is handed
 * a Config.
 */
const Environment = z.object({
  NODE_ENV: oneOf('development', 'test', 'production').default('development'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number('is not a port').int().min(0).max(65_535).default(3000),
  /**
   * The public origin: links in mails and cookies' Secure flag follow it, never the Host header.
   */
  PUBLIC_URL: origin.optional(),
  /** Embedded database and pictures. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** PostgreSQL 15 or newer. Unset means the embedded database in DATA_DIR. */
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' })
    .optional(),
  /** The same database without a pooler in between, for what needs a session: listening, jobs, migrations. */
  DATABASE_LISTEN_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' })
    .optional(),
  /** A server that follows the one of DATABASE_URL, for lists and figures. */
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' })
    .optional(),
  /** Connections for requests, of one process or of all workers of a cluster together. */
  DATABASE_CONNECTIONS: numberOf('connections', 4, 1000).optional(),
  /** Says that production is meant to run on the embedded database. */
  EMBEDDED_IN_PRODUCTION: flag,
  /** Fills an empty database with the demo catalogue and demo logins. */
  DEMO: flag,
  /** How many reverse proxies in front of us write X-Forwarded-For; 0 trusts none. */
  TRUST_PROXY: numberOf('proxies', 0, 8).default(0),
  /**
   * For how long a proxy of ours may show a visitor's page to other visitors; 0 never. It has to know our
   * cookies.
   */
  PROXY_CACHE_SECONDS: numberOf('seconds', 0, 60).default(0),
  /** Connections that one network may have open; counts only where no proxy is trusted. */
  CONNECTIONS_PER_NETWORK: numberOf('connections', 10).default(1000),
  /** Processes of `npm run start:cluster` that serve. */
  CLUSTER_WORKERS: numberOf('workers', 1, 64).default(() => availableParallelism()),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'),
  ...pictureSettings,
  ...paymentSettings,
  ...priceSettings,
  ...guaranteeSettings,
  ...clubSettings,
  /** Where mail goes out. Unset means the outbox, a folder in DATA_DIR. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is not an smtp(s) address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]+@[^\s@]+[^\r\n]*$/, 'is not an address')
    .optional(),
  /** With which whoever handles our mail tells of bounces and complaints. Unset means nobody does. */
  MAIL_EVENTS_SECRET: secret(/^\S{24,}$/, 'has fewer than 24 characters').optional(),
  /** Looks at each living deal's page at its shop. */
  PRICE_CHECKS: flag,
  /** The administrator's. Unset means one that is made up at the first start and printed once. */
  ADMIN_PASSWORD: z
    .string()
    .max(256, 'is longer than 256 characters')
    .regex(/^\S(.*\S)?$/s, 'begins or ends with white space')
    .optional(),
  /** Until when the administrator's password opens the emergency door although there is an owner. */
  ADMIN_EMERGENCY_UNTIL: z.iso
    .datetime({ offset: true, error: 'is not a moment such as 2026-11-23T18:00:00Z' })
    .transform((text) => new Date(text))
    .optional(),
  /** Pages and calls for trying out payments by hand, which production refuses. */
  DEV_TOOLS: flag,
  /** The film of the front page. Unset means none, in the demo one of its own. */
  VIDEO_URL: z
    .string()
    .refine(
      (value) => PLAYERS.some((player) => player.test(value)),
      'is not a player: https://www.youtube-nocookie.com/embed/... or https://player.vimeo.com/video/...',
    )
    .optional(),
  /** Claims that no stored row can prove are shown only with this on. */
  SHOW_SAMPLE_CLAIMS: flag,
  ...trackingSettings,
  ...observabilitySettings,
})

/** By their names in the environment. */
export const SETTINGS = Object.keys(Environment.shape)

/** Opens nothing: production has a mail server, and then only its own secret counts. */
const OUTBOX_EVENTS_SECRET = 'the-outbox-of-the-sandbox'
const SHORTEST_ADMIN_PASSWORD = 8

export type Config = ReturnType<typeof readConfig>

/**
 * Throws one error that lists everything wrong with the environment, without its values. `isServing`:
 * for a server that people may reach, which is no test.
 */
export function readConfig(environment: Given, { isServing = false } = {}) {
  // An empty variable means unset: shells and compose files cannot always leave one out.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  const wrong = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...findMisspelt(Object.keys(given), SETTINGS),
    ...wrongTogether(given, isServing),
  ]
  if (!parsed.success || wrong.length > 0) {
    throw new Error(
      `The configuration is not valid:\n${wrong.map((line) => `  ${line}`).join('\n')}`,
    )
  }
  const env = parsed.data
  const isProduction = env.NODE_ENV === 'production'
  const isDemo = env.DEMO ?? !isProduction
  const club = readClub(env)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`

  return {
    isProduction,
    isDemo,
    http: {
      host: env.HOST,
      port: env.PORT,
      publicUrl,
      /** How this process reaches itself. */
      ownOrigin: ownOrigin(env),
      trustedProxies: env.TRUST_PROXY,
      proxyCacheSeconds: env.PROXY_CACHE_SECONDS,
      connectionsPerNetwork: env.CONNECTIONS_PER_NETWORK,
    },
    cluster: { workers: env.CLUSTER_WORKERS },
    log: { level: env.LOG_LEVEL },
    dataDir: path.resolve(env.DATA_DIR),
    database: {
      url: env.DATABASE_URL,
      /** Where a connection stays the same one for as long as it is open. */
      directUrl: env.DATABASE_LISTEN_URL ?? env.DATABASE_URL,
      replicaUrl: env.DATABASE_REPLICA_URL,
      connections: env.DATABASE_CONNECTIONS,
    },
    payments: readPayments(env, ownOrigin(env)),
    /** Of what is sold. */
    prices: readPrices(env, { isDemo }),
    guarantee: readGuaranteeSettings(env),
    club,
    mail: {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM ?? `${club.name} <${club.supportEmail}>`,
      /** The outbox, which is the sandbox's, tells of what it is made to. */
      eventsSecret: env.MAIL_EVENTS_SECRET ?? (env.SMTP_URL ? undefined : OUTBOX_EVENTS_SECRET),
    },
    /** Browsers' own push services are asked in production only; elsewhere one is played. */
    push: { isSandbox: !isProduction, contact: `mailto:${club.supportEmail}` },
    pictures: readPictures(env),
    /** Where the demo's fictional retailers are played; unset when links go where they say. */
    retailerStandInUrl: isDemo ? `${publicUrl}/sandbox/retailers` : undefined,
    priceChecks: { isOn: env.PRICE_CHECKS ?? isDemo },
    adminPassword: env.ADMIN_PASSWORD,
    adminEmergencyUntil: env.ADMIN_EMERGENCY_UNTIL,
    devTools: env.DEV_TOOLS ?? false,
    videoUrl: env.VIDEO_URL ?? (isDemo ? DEMO_FILM : undefined),
    showSampleClaims: env.SHOW_SAMPLE_CLAIMS ?? isDemo,
    tracking: readTracking(env),
    ...readObservability(env),
  }
}

/** What no single setting shows: settings that go together, or that production refuses. */
function wrongTogether(given: Given, isServing: boolean): string[] {
  const wrong = [
    ...wrongPictures(given),
    ...wrongPayments(given),
    ...wrongPrices(given),
    ...wrongClub(given),
    ...wrongTracking(given),
    ...wrongObservability(given),
  ]
  if (Number(given.PROXY_CACHE_SECONDS) > 0 && !(Number(given.TRUST_PROXY) > 0)) {
    wrong.push('PROXY_CACHE_SECONDS needs TRUST_PROXY: there is no proxy of ours')
  }
  // Anything else shows everybody's mail to whoever asks. Tests are no servers, and need addresses.
  const isOpenToAll = isServing
    ? given.NODE_ENV !== 'production'
    : (given.NODE_ENV ?? 'development') === 'development'
  if (isOpenToAll && isElsewhere(given.PUBLIC_URL)) {
    wrong.push('NODE_ENV must be production when PUBLIC_URL is not this machine')
  }
  for (const name of ['DATABASE_LISTEN_URL', 'DATABASE_REPLICA_URL']) {
    if (!given[name] || given.DATABASE_URL) continue
    wrong.push(`${name} needs a DATABASE_URL: it is another way to what is there`)
  }
  if (given.NODE_ENV === 'production') {
    if (given.DEMO === '1') wrong.push('DEMO cannot be 1 in production: its passwords are public')
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'MAIL_FROM']) {
      if (!given[name])
        wrong.push(`${name} is required in production: stand-ins are not for people`)
    }
    if (!given.DATABASE_URL && given.EMBEDDED_IN_PRODUCTION !== '1') {
      wrong.push(
        'DATABASE_URL is required in production: EMBEDDED_IN_PRODUCTION=1 runs on the embedded database, ' +
          'which is for one process and may lose rows with the power',
      )
    }
    if (given.DATABASE_URL && given.EMBEDDED_IN_PRODUCTION === '1') {
      wrong.push('EMBEDDED_IN_PRODUCTION cannot be 1 with a DATABASE_URL: one of them is not meant')
    }
    if (given.DEV_TOOLS === '1') wrong.push('DEV_TOOLS cannot be 1 in production')
    // Whether it can be left out is known with the database: once there is an owner.
    if (given.ADMIN_PASSWORD && given.ADMIN_PASSWORD.length < SHORTEST_ADMIN_PASSWORD) {
      wrong.push(`ADMIN_PASSWORD has fewer than ${SHORTEST_ADMIN_PASSWORD} characters`)
    }
    if (!given.PUBLIC_URL) wrong.push('PUBLIC_URL is required in production')
    else if (isReadOnTheWay(given.PUBLIC_URL)) {
      wrong.push('PUBLIC_URL must be https in production: cookies would travel in the clear')
    }
  }
  return wrong
}

function ownOrigin({ HOST, PORT }: { HOST: string; PORT: number }): string {
  const isEverywhere = HOST === '0.0.0.0' || HOST === '::'
  const host = isEverywhere ? '127.0.0.1' : HOST.includes(':') ? `[${HOST}]` : HOST
  return `http://${host}:${PORT}`
}
