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
/** No server that trickles its answers holds a delivery up for longer. */
const LONGEST_MS = 60_000
const CONNECTIONS = 3
/** Streams have connections of their own: what somebody waits for never stands behind an edition. */
export const STREAM_CONNECTIONS = 8
/** Nobody waits for them, and one that is given up too soon may have been taken. */
const STREAM_TIMEOUT_MS = 5 * 60_000
const LONGEST_STREAM_MS = 10 * 60_000

type OutgoingMail = {
  id: string
  to: string
  subject: string
  html: string
  text: string
  /** What many mails begin with, and the rest of this one. */
  beginning?: Beginning
  rest?: Beginning
  at: Date
  /** Of which it is, and where one click switches that off (RFC 8058). */
  stream?: MailLane
  unsubscribeUrl?: string
}

export type MailTransport = {
  /** Resolves once the mail has been taken over; throws MailNotSent. */
  send: (mail: OutgoingMail) => Promise<void>
  /** Resolves when the mail server answers and lets us in; throws MailNotSent. Sends nothing. */
  check: () => Promise<void>
  close: () => void
}

/** Says why without naming anybody: its text is stored and logged. */
export class MailNotSent extends Error {
  override name = 'MailNotSent'
  /** Whether the mail server has turned the recipient away for good: trying again is no use. */
  readonly isFinal: boolean
  /** Whether the server may have taken it all the same: it has not said no. */
  readonly mayBeTaken: boolean
  /** Nobody was there to be asked. */
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

/** By SMTP when that is configured, otherwise into the outbox, a folder of the data directory. */
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
        // Of the request that asked for it, which the log names as well.
        ...(reqId && { 'X-Request-Id': reqId }),
        ...(stream && { 'List-Id': `<${stream}.${hostname}>` }),
        ...(unsubscribeUrl && {
          'List-Unsubscribe': `<${unsubscribeUrl}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
      }
      // The same for every attempt: should one have got through unnoticed, the second is known.
      const messageId = `<${id}@${hostname}>`
      const about = {
        from: config.mail.from,
        // An object is one address, whatever is in it; a text could be a list of them.
        to: { name: '', address: to },
        // A line end in a header begins the next header.
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

/** Settings in the address, such as `?requireTLS=false` or `?socketTimeout=30000`, win over ours. */
function openSmtp(url: string, { connections, timeoutMs, longestMs }: ConnectionLimits): Delivery {
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname)
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: Number.POSITIVE_INFINITY,
    // Trying again is the queue's business: it remembers.
    maxRequeues: 0,
    requireTLS: !isHere,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: timeoutMs,
    dnsTimeout: TIMEOUT_MS,
  })
  return {
    deliver: async (message) => {
      // A signal that ends by itself stays, with all that hangs on it, until its time has come.
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

/** Codes only: what servers write in their answers often repeats the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, responseCode, command, response } = error as Error & Record<string, unknown>
  const status = String(response ?? '').match(/\b[245]\.\d{1,3}\.\d{1,3}\b/)?.[0]
  const parts = [code ?? error.name, connectionFault(error), responseCode, status]
  return [...parts, command && `at ${command}`].filter(Boolean).join(' ')
}

/** A refused connection and a certificate that is not believed have the same code. */
function connectionFault({ message, errno }: Error & { errno?: unknown }): string | undefined {
  if (typeof errno === 'number') return getSystemErrorMap().get(errno)?.[0]
  if (/certificate|altnames/i.test(message)) return 'CERTIFICATE'
  return message.includes('SSL routines') ? 'TLS' : undefined
}

/** Not what the server says of us, of the letter or of the connection: that may pass. */
function isRecipientRefused(error: unknown): boolean {
  const { responseCode, command } = (error ?? {}) as { responseCode?: number; command?: string }
  return command === 'RCPT TO' && Number(responseCode) >= 500 && Number(responseCode) < 600
}

/** Before a connection to the server stood there was nothing that it could have taken. */
function isUnreachable(error: unknown): boolean {
  const { code, syscall, message = '' } = (error ?? {}) as Record<string, string | undefined>
  if (syscall === 'connect' || (code && NEVER_CONNECTED.has(code))) return true
  return code === 'ETIMEDOUT' && /^(Connection timeout|Greeting never received)/.test(message)
}

const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2'])

/** A connection that broke, or silence, at a moment that nobody can tell from the one after the letter. */
function mayBeTaken(error: unknown): boolean {
  const { responseCode, code } = (error ?? {}) as { responseCode?: number; code?: string }
  // A file that could not be written was not.
  if (responseCode !== undefined || isUnreachable(error)) return false
  return code === undefined || MAY_BE_TAKEN.has(code)
}

const MAY_BE_TAKEN = new Set(['ETIMEDOUT', 'ECONNECTION', 'ESOCKET', 'ECONNRESET', 'EPIPE'])

/** Where mail goes when nothing sends it: one readable file each, the newest last by name. */
function openOutbox(dataDir: string): Delivery {
  const folder = path.join(dataDir, 'outbox')
  const composer = nodemailer.createTransport({ streamTransport: true, buffer: true })
  return {
    deliver: async (message) => {
      const { message: bytes } = await composer.sendMail(message)
      const time = message.date.toISOString().replaceAll(':', '-')
      const id = message.messageId.slice(1).split('@')[0]
      const file = path.join(folder, `${time}_${id}.eml`)
      // These files hold links that open accounts.
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
