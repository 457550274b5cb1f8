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
  port,
  secret,
} from './shapes.ts'
import { readTracking, trackingSettings, wrongTracking } from './tracking.ts'

/** Video players that can be embedded and set no cookies before playback. */
const PLAYERS = [
  /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]+$/,
  /^https:\/\/player\.vimeo\.com\/video\/\d+(\?h=[0-9a-f]+)?$/,
]

/**
 * All settings of the server. Only `main.ts` and scripts read the environment; everything else gets a
 * Config.
 */
const Environment = z.object({
  NODE_ENV: oneOf('development', 'test', 'production').default('development'),
  HOST: z
    .string()
    .refine(
      (host) => URL.canParse(ownOrigin({ HOST: host, PORT: 1 })),
      'is not a name or address of a machine',
    )
    .default('127.0.0.1'),
  PORT: port.default(3000),
  /**
   * The public origin. Links in mails and the Secure flag of cookies depend on it, never on the Host header.
   */
  PUBLIC_URL: origin.optional(),
  /** Folder of the embedded database, pictures, share images, outbox and the state of the sandbox. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** PostgreSQL 15 or newer. Unset means the embedded database in DATA_DIR. */
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' })
    .optional(),
  /** The same database without a pooler, for what needs a session: LISTEN, jobs, migrations. */
  DATABASE_LISTEN_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' })
    .optional(),
  /** A streaming replica of DATABASE_URL, for lists and figures. */
  DATABASE_REPLICA_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'is not a postgres:// address' })
    .optional(),
  /** Pool connections for requests, of one process or of all workers of a cluster together. */
  DATABASE_CONNECTIONS: numberOf('connections', 4, 1000).optional(),
  /** Confirms that production is meant to run on the embedded database. */
  EMBEDDED_IN_PRODUCTION: flag,
  /** Fills an empty database with the demo catalogue and demo logins. */
  DEMO: flag,
  /** Number of our own reverse proxies that set X-Forwarded-For; 0 trusts none. */
  TRUST_PROXY: numberOf('proxies', 0, 8).default(0),
  /**
   * How long our own proxy may cache visitors' pages; 0 disables it. The proxy must bypass its cache for requests
   * with our cookies.
   */
  PROXY_CACHE_SECONDS: numberOf('seconds', 0, 60).default(0),
  /** Open connections allowed per network; only applies when no proxy is trusted. */
  CONNECTIONS_PER_NETWORK: numberOf('connections', 10).default(1000),
  /** Number of worker processes of `npm run start:cluster`. */
  CLUSTER_WORKERS: numberOf('workers', 1, 64).default(() => availableParallelism()),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'),
  ...pictureSettings,
  ...paymentSettings,
  ...priceSettings,
  ...guaranteeSettings,
  ...clubSettings,
  /** Mail server. Unset means the sandbox's outbox, a folder in DATA_DIR. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is not an smtp(s) address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]+@[^\s@]+[^\r\n]*$/, 'is not an address')
    .optional(),
  /** Authenticates reports of bounces and complaints from the mail provider. Unset disables them. */
  MAIL_EVENTS_SECRET: secret(/^\S{24,}$/, 'has fewer than 24 characters').optional(),
  /** Checks the shop page of each live deal. */
  PRICE_CHECKS: flag,
  /** Administrator password. Unset means one is generated at the first start and printed once. */
  ADMIN_PASSWORD: z
    .string()
    .max(256, 'is longer than 256 characters')
    .regex(/^\S(.*\S)?$/s, 'begins or ends with white space')
    .optional(),
  /** Until when the administrator password opens the emergency door although an owner exists. */
  ADMIN_EMERGENCY_UNTIL: z.iso
    .datetime({ offset: true, error: 'is not a moment such as 2026-11-23T18:00:00Z' })
    .transform((text) => new Date(text))
    .optional(),
  /** Pages and calls for trying out payments by hand; refused in production. */
  DEV_TOOLS: flag,
  /** Film on the front page. Unset means none, except in the demo, which has its own. */
  VIDEO_URL: z
    .string()
    .refine(
      (value) => PLAYERS.some((player) => player.test(value)),
      'is not a player: https://www.youtube-nocookie.com/embed/... or https://player.vimeo.com/video/...',
    )
    .optional(),
  /** Shows claims that no stored row can prove. */
  SHOW_SAMPLE_CLAIMS: flag,
  ...trackingSettings,
  ...observabilitySettings,
})

/** Names of the environment variables. */
export const SETTINGS = Object.keys(Environment.shape)

/** Not sensitive: only the sandbox's outbox uses it; with a mail server its own secret counts. */
const OUTBOX_EVENTS_SECRET = 'the-outbox-of-the-sandbox'
const SHORTEST_ADMIN_PASSWORD = 8

export type Config = ReturnType<typeof readConfig>

/**
 * Throws one error that lists everything wrong with the environment, without values. `isServing` is set for a real
 * server, as opposed to a test.
 */
export function readConfig(environment: Given, { isServing = false } = {}) {
  // An empty variable counts as unset, because shells and compose files cannot always omit one.
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
      /** The address at which this process reaches itself. */
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
      /** An address without a pooler, where a connection is one session. */
      directUrl: env.DATABASE_LISTEN_URL ?? env.DATABASE_URL,
      replicaUrl: env.DATABASE_REPLICA_URL,
      connections: env.DATABASE_CONNECTIONS,
    },
    payments: readPayments(env, ownOrigin(env)),
    /** In cents, by plan. */
    prices: readPrices(env, { isDemo }),
    guarantee: readGuaranteeSettings(env),
    club,
    mail: {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM ?? `${club.name} <${club.supportEmail}>`,
      /** Without a mail server, the sandbox's outbox reports bounces. */
      eventsSecret: env.MAIL_EVENTS_SECRET ?? (env.SMTP_URL ? undefined : OUTBOX_EVENTS_SECRET),
    },
    /** Real push services are used in production only; elsewhere the sandbox plays one. */
    push: { isSandbox: !isProduction, contact: `mailto:${club.supportEmail}` },
    pictures: readPictures(env),
    /** Where the sandbox plays the demo's fictional retailers; undefined when links go to real shops. */
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

/** Checks across settings: combinations, and what production refuses. */
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
  // Outside production the outbox shows everybody's mail to anybody. Tests are exempt.
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
    // Whether it may be missing depends on the database: it may once there is an owner.
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
