import path from 'node:path'
import { z } from 'zod'

const flag = z
  .enum(['0', '1'], 'is either 0 or 1')
  .transform((value) => value === '1')
  .optional()

const origin = z
  .url({ protocol: /^https?$/, error: 'is not an http(s) address' })
  .transform((value) => value.replace(/\/+$/, ''))
  .refine((value) => URL.canParse(value) && new URL(value).origin === value, 'is not a bare origin')

/** What plays a film inside a page of ours and leaves no cookies before it is started. */
const PLAYERS = [
  /^https:\/\/www\.youtube-nocookie\.com\/embed\/[\w-]+$/,
  /^https:\/\/player\.vimeo\.com\/video\/\d+(\?h=[0-9a-f]+)?$/,
]

/** Pasted secrets bring spaces and line ends along; those are not part of them. */
const secret = (shape: RegExp, error: string) => z.string().trim().regex(shape, error)

/**
 * Every setting the server has. Only `main.ts` and scripts read the environment; the rest is handed
 * a Config.
 */
const Environment = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
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
  /** Fills an empty database with the demo catalogue and demo logins. */
  DEMO: flag,
  /** How many reverse proxies in front of us write X-Forwarded-For; 0 trusts none. */
  TRUST_PROXY: z.coerce.number('is not a number of proxies').int().min(0).max(8).default(0),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** Where `/ndc-images/` is served from when a content network stands in front of the pictures. */
  IMAGE_CDN_URL: origin.optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'is not an http(s) address' }).optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  /** The payment provider. Unset means the built-in sandbox, which production refuses. */
  STRIPE_SECRET_KEY: secret(/^(sk|rk)_(test|live)_\w+$/, 'is not a secret key').optional(),
  /** Several, separated by commas, while one replaces the other. */
  STRIPE_WEBHOOK_SECRET: secret(
    /^whsec_[^\s,]+(\s*,\s*whsec_[^\s,]+)*$/,
    'is not a webhook secret',
  ).optional(),
  /** Prices of the plans. Unset means those with our lookup keys. */
  STRIPE_PRICE_ANNUAL: secret(/^price_\w+$/, 'is not a price id').optional(),
  STRIPE_PRICE_MONTHLY: secret(/^price_\w+$/, 'is not a price id').optional(),
  /** Another address for the payment API. */
  STRIPE_API_BASE: origin.optional(),
  /** Where mail goes out. Unset means the outbox, a folder in DATA_DIR. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'is not an smtp(s) address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@]+@[^\s@]+[^\r\n]*$/, 'is not an address')
    .optional(),
  /** The administrator's. Unset means one that is made up at the first start and printed once. */
  ADMIN_PASSWORD: z
    .string()
    .max(256, 'is longer than 256 characters')
    .regex(/^\S(.*\S)?$/s, 'begins or ends with white space')
    .optional(),
  /** Pages and calls for trying out payments by hand, which production refuses. */
  DEV_TOOLS: flag,
  /** The film of the front page. Unset means none. */
  VIDEO_URL: z
    .string()
    .refine(
      (value) => PLAYERS.some((player) => player.test(value)),
      'is not a player: https://www.youtube-nocookie.com/embed/... or https://player.vimeo.com/video/...',
    )
    .optional(),
  /** Claims that no stored row can prove are shown only with this on. */
  SHOW_SAMPLE_CLAIMS: flag,
})

const S3_NAMES = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

const SHORTEST_ADMIN_PASSWORD = 8

export type Config = ReturnType<typeof readConfig>

/** Throws one error that lists everything wrong with the environment, without its values. */
export function readConfig(environment: Record<string, string | undefined>) {
  // An empty variable means unset: shells and compose files cannot always leave one out.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  const wrong = [
    ...(parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')} ${issue.message}`),
    ...wrongTogether(given),
  ]
  if (!parsed.success || wrong.length > 0) {
    throw new Error(
      `The configuration is not valid:\n${wrong.map((line) => `  ${line}`).join('\n')}`,
    )
  }
  const env = parsed.data
  const isProduction = env.NODE_ENV === 'production'
  const isDemo = env.DEMO ?? !isProduction
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
    },
    log: { level: env.LOG_LEVEL },
    dataDir: path.resolve(env.DATA_DIR),
    database: { url: env.DATABASE_URL },
    payments: readPayments(env),
    mail: {
      smtpUrl: env.SMTP_URL,
      from: env.MAIL_FROM ?? 'Nouveau Designer Club <support@nouveaudesigner.club>',
    },
    pictures: { cdnUrl: env.IMAGE_CDN_URL, s3: readS3(env) },
    /** Where the demo's fictional retailers are played; unset when links go where they say. */
    retailerStandInUrl: isDemo ? `${publicUrl}/sandbox/retailers` : undefined,
    adminPassword: env.ADMIN_PASSWORD,
    devTools: env.DEV_TOOLS ?? false,
    videoUrl: env.VIDEO_URL,
    showSampleClaims: env.SHOW_SAMPLE_CLAIMS ?? isDemo,
  }
}

/** What no single setting shows: settings that go together, or that production refuses. */
function wrongTogether(given: Record<string, string | undefined>): string[] {
  const wrong: string[] = []
  if (S3_NAMES.some((name) => given[name])) {
    for (const name of S3_NAMES.filter((name) => !given[name])) {
      wrong.push(`${name} is missing: all S3_ settings go together`)
    }
  }
  if (given.STRIPE_SECRET_KEY && !given.STRIPE_WEBHOOK_SECRET) {
    wrong.push('STRIPE_WEBHOOK_SECRET is missing: STRIPE_SECRET_KEY does not work without it')
  }
  if (/^(sk|rk)_live_/.test(given.STRIPE_SECRET_KEY ?? '') && given.NODE_ENV !== 'production') {
    wrong.push('NODE_ENV must be production with a live STRIPE_SECRET_KEY: the demo is open to all')
  }
  if (given.DEV_TOOLS === '1' && /^(sk|rk)_live_/.test(given.STRIPE_SECRET_KEY ?? '')) {
    wrong.push('DEV_TOOLS cannot be 1 with a live STRIPE_SECRET_KEY: they are for test payments')
  }
  // Development shows everybody's mail to whoever asks.
  if ((given.NODE_ENV ?? 'development') === 'development' && isElsewhere(given.PUBLIC_URL)) {
    wrong.push('NODE_ENV must be production when PUBLIC_URL is not this machine')
  }
  if (given.NODE_ENV === 'production') {
    if (given.DEMO === '1') wrong.push('DEMO cannot be 1 in production: its passwords are public')
    for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SMTP_URL', 'MAIL_FROM']) {
      if (!given[name])
        wrong.push(`${name} is required in production: stand-ins are not for people`)
    }
    if (given.DEV_TOOLS === '1') wrong.push('DEV_TOOLS cannot be 1 in production')
    if (!given.ADMIN_PASSWORD) wrong.push('ADMIN_PASSWORD is required in production')
    else if (given.ADMIN_PASSWORD.length < SHORTEST_ADMIN_PASSWORD) {
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

/** Plain http to another machine; on this one there is no way to listen on. */
function isReadOnTheWay(publicUrl: string): boolean {
  return /^http:/i.test(publicUrl) && isElsewhere(publicUrl)
}

function isElsewhere(publicUrl = 'http://localhost'): boolean {
  if (!/^https?:/i.test(publicUrl)) return false
  return !/^https?:\/\/([\w-]+\.)?(localhost|127\.0\.0\.1|\[::1\])([:/?#]|$)/i.test(publicUrl)
}

function readS3(env: z.infer<typeof Environment>) {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}

/**
 * Keys that open nothing: the sandbox takes no money, production refuses it, and an event only makes
 * us read again what is so.
 */
const SANDBOX_KEY = 'sk_test_sandbox'
const SANDBOX_WEBHOOK_SECRET = 'whsec_sandbox'

function readPayments(env: z.infer<typeof Environment>) {
  const isSandbox = env.STRIPE_SECRET_KEY === undefined
  const secretKey = env.STRIPE_SECRET_KEY ?? SANDBOX_KEY
  return {
    isSandbox,
    secretKey,
    isLive: /^(sk|rk)_live_/.test(secretKey),
    webhookSecrets: (env.STRIPE_WEBHOOK_SECRET ?? SANDBOX_WEBHOOK_SECRET)
      .split(',')
      .map((each) => each.trim()),
    /** Undefined for the provider's own. */
    apiBase: env.STRIPE_API_BASE ?? (isSandbox ? ownOrigin(env) : undefined),
    priceIds: { annual: env.STRIPE_PRICE_ANNUAL, monthly: env.STRIPE_PRICE_MONTHLY },
  }
}
