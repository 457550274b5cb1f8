import type { Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from './free-port.ts'

/**
 * How the server treats mail: accepts it, accepts it after three seconds, rejects the recipient temporarily or
 * permanently, or the message itself, never answers after it, drops the connection after it, or accepts it and drops
 * the connection before saying so, with or without a proper end.
 */
export type Mood =
  | 'takes'
  | 'is slow'
  | '4xx'
  | '5xx'
  | '554'
  | 'hangs'
  | 'breaks'
  | 'takes-and-breaks'
  | 'takes-and-resets'

export type MailServer = {
  /** Has short timeouts, so that a test need not wait. */
  url: string
  setMood: (mood: Mood) => void
  /** Accepted mails, in the order of arrival. */
  received: Email[]
  /** Envelope recipients, whatever the headers say; one entry each. */
  recipients: string[]
  start: () => Promise<void>
  stop: () => Promise<void>
}

const SLOW_MS = 3000

/** A mail server on loopback. Until started, it refuses connections. */
export async function createMailServer(host = '127.0.0.1'): Promise<MailServer> {
  const port = await freePort()
  const received: Email[] = []
  const recipients: string[] = []
  const sockets = new Set<Socket>()
  let mood: Mood = 'takes'
  let server: SMTPServer | undefined

  const start = () =>
    new Promise<void>((resolve, reject) => {
      server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['AUTH', 'STARTTLS'],
        disableReverseLookup: true,
        closeTimeout: 200,
        onRcptTo: (_address, _session, answer) => {
          if (mood === '4xx') return answer(refusal(450, '4.2.0 Come back later'))
          if (mood === '5xx') return answer(refusal(550, '5.1.1 No such person'))
          answer()
        },
        onData: (stream, { envelope }, answer) => {
          const chunks: Buffer[] = []
          stream.on('data', (chunk: Buffer) => chunks.push(chunk))
          stream.on('end', async () => {
            const taken = mood
            if (taken === 'hangs') return
            if (taken === '554') return answer(refusal(554, '5.7.1 Not like this'))
            if (taken !== 'breaks') {
              received.push(await PostalMime.parse(Buffer.concat(chunks)))
              recipients.push(...envelope.rcptTo.map(({ address }) => address))
            }
            if (taken === 'is slow') return void setTimeout(answer, SLOW_MS)
            if (taken === 'takes') return answer()
            for (const socket of sockets) {
              if (taken === 'takes-and-resets') socket.resetAndDestroy()
              else socket.destroy()
            }
          })
        },
      })
      server.server.on('connection', (socket: Socket) => {
        sockets.add(socket)
        socket.on('close', () => sockets.delete(socket))
      })
      server.on('error', () => {})
      server.server.once('error', reject)
      server.listen(port, host, resolve)
    })

  return {
    url: `smtp://${host}:${port}?connectionTimeout=2000&greetingTimeout=2000&socketTimeout=2000`,
    setMood: (next) => {
      mood = next
    },
    received,
    recipients,
    start,
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))
      server = undefined
    },
  }
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}
