import fs from 'node:fs/promises'
import path from 'node:path'
import { getSystemErrorMap } from 'node:util'
import nodemailer from 'nodemailer'
import type { Config } from '#app/server/config/config.ts'
import { outbound } from '#app/server/observability/outbound.ts'
import { whatIsUnderWay } from '#app/server/under-way.ts'
import type { MailLane } from '#app/shared/mail-streams.ts'
import { type Beginning, sharedMessage } from './shared-part.ts'

const TIMEOUT_MS = 10_000
/** Overall limit, against servers that trickle their answers. */
const LONGEST_MS = 60_000
const CONNECTIONS = 3
/** Streams have connections of their own, so that mail somebody waits for never queues behind an edition. */
export const STREAM_CONNECTIONS = 8
/** Longer, because nobody waits for them, and a mail given up too soon may have been accepted. */
const STREAM_TIMEOUT_MS = 5 * 60_000
const LONGEST_STREAM_MS = 10 * 60_000

type OutgoingMail = {
  id: string
  to: string
  subject: string
  html: string
  text: string
  /** The beginning shared by many mails, and the rest of this one. */
  beginning?: Beginning
  rest?: Beginning
  at: Date
  /** Stream it belongs to, and its one-click unsubscribe address (RFC 8058). */
  stream?: MailLane
  unsubscribeUrl?: string
}

export type MailTransport = {
  /** Resolves once the mail server has accepted the mail; throws MailNotSent. */
  send: (mail: OutgoingMail) => Promise<void>
  /** Resolves when the mail server accepts our login; throws MailNotSent. Sends nothing. */
  check: () => Promise<void>
  close: () => void
}

/** Its message never names anybody, because it is stored and logged. */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
  /** Whether the recipient was permanently rejected, so that retrying is pointless. */
  readonly isFinal: boolean
  /** Whether the server may have accepted the mail although no answer came. */
  readonly mayBeTaken: boolean
  /** Whether the server could not be reached. */
  readonly isUnreachable: boolean

  constructor(
    reason: string,
    about: { isFinal: boolean; mayBeTaken?: boolean; isUnreachable?: boolean },
  ) {
    super(reason)
    this.isFinal = about.isFinal
    this.mayBeTaken = about.mayBeTaken ?? false
    this.isUnreachable = about.isUnreachable ?? false
  }
}

/** Sends by SMTP if configured, otherwise to the outbox, a folder in the data directory. */
export function createMailTransport(config: Config): MailTransport {
  const { hostname } = new URL(config.http.publicUrl)
  const { smtpUrl } = config.mail
  const one = smtpUrl ? openSmtp(smtpUrl, FOR_ONE) : openOutbox(config.dataDir)
  // Opened by the first edition.
  let many: Delivery | undefined
  const ofStreams = () => {
    many ??= smtpUrl ? openSmtp(smtpUrl, FOR_STREAMS) : one
    return many
  }

  return {
    send: async ({ id, to, subject, html, text, at, stream, unsubscribeUrl, ...shared }) => {
      const { reqId } = whatIsUnderWay()
      const { beginning, rest } = shared
      const headers = {
        'Auto-Submitted': 'auto-generated',
        'X-Entity-Ref-ID': id,
        // Id of the request that caused it, for finding its log lines.
        ...(reqId && { 'X-Request-Id': reqId }),
        ...(stream && { 'List-Id': `<${stream}.${hostname}>` }),
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }
      // The same for every attempt, so that duplicates can be recognized.
      const messageId = `<${id}@${hostname}>`
      const about = {
        from: config.mail.from,
        // An object is always one address; a string could be parsed as a list.
        to: { name: '', address: to },
        // A line break in a header would start another header.
        subject: subject.replace(/[\s\p{Cc}]+/gu, ' ').trim(),
        date: at,
      }
      const message = {
        ...about,
        messageId,
        ...(stream && beginning && rest
          ? {
              raw: sharedMessage(
                { ...headers, ...about, 'message-id': messageId },
                beginning,
                rest,
              ),
            }
          : { html, text, headers }),
        disableFileAccess: true,
        disableUrlAccess: true,
      }
      try {
        const { deliver } = stream ? ofStreams() : one
        await outbound('mail', 'send', () => deliver(message))
      } catch (error) {
        throw new MailNotSent(reasonOf(error), {
          isFinal: isRecipientRefused(error),
          mayBeTaken: mayBeTaken(error),
          isUnreachable: isUnreachable(error),
        })
      }
    },
    check: async () => {
      try {
        await outbound('mail', 'check', one.check)
      } catch (error) {
        throw new MailNotSent(reasonOf(error), {
          isFinal: false,
          isUnreachable: isUnreachable(error),
        })
      }
    },
    close: () => {
      one.close()
      if (many !== one) many?.close()
    },
  }
}

type Message = { messageId: string; date: Date } & object
type Delivery = {
  deliver: (message: Message) => Promise<unknown>
  check: () => Promise<unknown>
  close: () => void
}

type ConnectionLimits = { connections: number; timeoutMs: number; longestMs: number }

const FOR_ONE: ConnectionLimits = {
  connections: CONNECTIONS,
  timeoutMs: TIMEOUT_MS,
  longestMs: LONGEST_MS,
}
const FOR_STREAMS: ConnectionLimits = {
  connections: STREAM_CONNECTIONS,
  timeoutMs: STREAM_TIMEOUT_MS,
  longestMs: LONGEST_STREAM_MS,
}

/** Settings in the URL, such as `?requireTLS=false` or `?socketTimeout=30000`, override ours. */
function openSmtp(url: string, { connections, timeoutMs, longestMs }: ConnectionLimits): Delivery {
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname)
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    // The job queue retries instead, because it survives restarts.
    maxRequeues: 0,
    requireTLS: !isHere,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: timeoutMs,
    dnsTimeout: TIMEOUT_MS,
  })
  return {
    deliver: async (message) => {
      // `AbortSignal.timeout` would keep everything it references in memory until it fires.
      const given = new AbortController()
      const tooLong = new DOMException('The mail server took too long.', 'TimeoutError')
      const timer = setTimeout(() => given.abort(tooLong), longestMs)
      try {
        return await transport.sendMail({ ...message, signal: given.signal })
      } finally {
        clearTimeout(timer)
      }
    },
    check: () => transport.verify(),
    close: () => transport.close(),
  }
}

/** Codes only, because servers often repeat the address in their answers. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseCode, command, response } = error as Error & Record<string, unknown>
  const status = String(response ?? '').match(/\b[245]\.\d{1,3}\.\d{1,3}\b/)?.[0]
  const parts = [code ?? error.name, connectionFault(error), responseCode, status]
  return [...parts, command && `at ${command}`].filter(Boolean).join(' ')
}

/** Tells a refused connection from an untrusted certificate, which have the same code. */
function connectionFault({ message, errno }: Error & { errno?: unknown }): string | undefined {
  if (typeof errno === 'number') return getSystemErrorMap().get(errno)?.[0]
  if (/certificate|altnames/i.test(message)) return 'CERTIFICATE'
  return message.includes('SSL routines') ? 'TLS' : undefined
}

/** Whether the error is about the recipient. Errors about us, the mail or the connection may be temporary. */
function isRecipientRefused(error: unknown): boolean {
  const { responseCode, command } = (error ?? {}) as { responseCode?: number; command?: string }
  return command === 'RCPT TO' && Number(responseCode) >= 500 && Number(responseCode) < 600
}

/** Whether it failed before there was a connection, so that the server cannot have accepted anything. */
function isUnreachable(error: unknown): boolean {
  const { code, syscall, message = '' } = (error ?? {}) as Record<string, string | undefined>
  if (syscall === 'connect' || (code && NEVER_CONNECTED.has(code))) return true
  return code === 'ETIMEDOUT' && /^(Connection timeout|Greeting never received)/.test(message)
}

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2'])

/** Whether the connection broke or timed out so late that the server may have accepted the mail. */
function mayBeTaken(error: unknown): boolean {
  const { responseCode, code } = (error ?? {}) as { responseCode?: number; code?: string }
  // File system errors of the outbox are not ambiguous.
  if (responseCode !== undefined || isUnreachable(error)) return false
  return code === undefined || MAY_BE_TAKEN.has(code)
}

const MAY_BE_TAKEN = new Set(['ETIMEDOUT', 'ECONNECTION', 'ESOCKET', 'ECONNRESET', 'EPIPE'])

/** Stores mails as files instead of sending them: one readable file each, sorted by time. */
function openOutbox(dataDir: string): Delivery {
  const folder = path.join(dataDir, 'outbox')
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    deliver: async (message) => {
      const { message: bytes } = await composer.sendMail(message)
      const time = message.date.toISOString().replaceAll(':', '-')
      const id = message.messageId.slice(1).split('@')[0]
      const file = path.join(folder, `${time}_${id}.eml`)
      // These files contain links that open accounts.
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      try {
        await fs.writeFile(`${file}.part`, bytes as Buffer, { mode: 0o600 })
        await fs.rename(`${file}.part`, file)
      } catch (error) {
        await fs.rm(`${file}.part`, { force: true }).catch(() => {})
        throw error
      }
    },
    check: () => fs.mkdir(folder, { recursive: true, mode: 0o700 }),
    close: () => {},
  }
}
