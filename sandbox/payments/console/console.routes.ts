import type { FastifyReply } from 'fastify'
import type { Http } from '#app/server/http/http.ts'
import { noticePage } from '#sandbox/html.ts'
import type { Journey } from '#sandbox/payments/journey.ts'
import type { Form } from '#sandbox/payments/pages/card-form.ts'
import { type PageRequest, sendPage } from '#sandbox/payments/pages/hosted.ts'
import type { Processor, Switches } from '#sandbox/payments/processor.ts'
import { ProviderError } from '#sandbox/payments/provider-error.ts'
import { clockPage } from './clock.ts'
import { monthsAfter } from './due.ts'
import { eventsPage } from './events.ts'
import { objectsPage } from './objects.ts'
import { NUMBER_SWITCHES, switchesPage, YES_NO_SWITCHES } from './switches.ts'

const CONSOLE = '/sandbox/payments'
/** Longer leaps would take too long, because every renewal on the way is processed. */
const LONGEST_LEAP_SECONDS = 5 * 366 * 24 * 3600
const LARGEST_NUMBER = 1_000_000
const SECONDS: Record<string, number> = { minutes: 60, hours: 3600, days: 86_400 }

/** The console: controls for the stand-in's clock, switches, events and objects. */
export function consoleRoutes(
  http: Http,
  {
    processor,
    travel,
    destination,
  }: {
    processor: Processor
    travel: (seconds: number) => Promise<Journey>
    destination: () => Date | undefined
  },
) {
  // Shows refusals, such as a second refund, with the provider's message.
  http.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof ProviderError)) throw error
    return sendPage(reply, refusedPage(error.message), error.status)
  })

  http.get(CONSOLE, (request, reply) => {
    const { moved, told } = (request as PageRequest).query
    const arrival = { movedSeconds: Number(moved), told: Number(told) }
    return sendPage(reply, clockPage(processor, { arrival, destination: destination() }))
  })
  http.get(`${CONSOLE}/switches`, (_request, reply) => sendPage(reply, switchesPage(processor)))
  http.get(`${CONSOLE}/events`, (request, reply) => {
    const page = Number((request as PageRequest).query.page)
    return sendPage(reply, eventsPage(processor, page >= 1 ? Math.floor(page) : 1))
  })
  http.get(`${CONSOLE}/objects`, (request, reply) => {
    const { kind } = (request as PageRequest).query
    return sendPage(reply, objectsPage(processor, typeof kind === 'string' ? kind : undefined))
  })

  /** Registers a form post that changes something and returns to its page. */
  const change = (path: string, page: string, work: (form: Form) => void) =>
    http.post(`${CONSOLE}/${path}`, (request, reply: FastifyReply) => {
      work((request as PageRequest).body)
      return reply.redirect(`${CONSOLE}${page}`, 303)
    })

  // Responds once the clock has arrived and all events on the way are delivered, however long that takes.
  const asLongAsItTakes = { config: { access: 'everyone', requestClass: 'none' } } as const
  http.post(`${CONSOLE}/clock`, asLongAsItTakes, async (request, reply: FastifyReply) => {
    const { body, headers } = request as PageRequest
    const seconds = secondsOf(body, processor.now())
    const { from, to, stops, told } = await travel(Math.max(seconds, 0))
    if (headers.accept?.includes('application/json')) {
      return reply.send({ isFinished: true, from, to, stops, told })
    }
    const moved = Math.round((to.getTime() - from.getTime()) / 1000)
    return reply.redirect(`${CONSOLE}?moved=${moved}&told=${told}`, 303)
  })
  change('switches', '/switches', (form) => processor.setSwitches(switchesOf(form)))
  change('resend', '/events', ({ id }) => id && processor.resend(id))
  change('refund', '/objects?kind=charge', ({ id, amount }) => id && refund(id, amount))
  change('refund/fail', '/objects?kind=refund', ({ id }) => id && processor.failRefund(id))
  change('pause', '/objects?kind=subscription', ({ id }) => id && processor.pausePayments(id))
  change('dispute/close', '/objects?kind=dispute', ({ id, outcome }) => {
    if (id && (outcome === 'won' || outcome === 'lost')) processor.closeDispute(id, outcome)
  })
  change('dispute', '/objects?kind=charge', ({ id }) => id && processor.openDispute(id))

  const refund = (id: string, amount = '') => {
    const cents = Math.round(Number(amount) * 100)
    processor.refund(id, ...(amount.trim() !== '' && cents > 0 ? [cents] : []))
  }
}

function refusedPage(text: string): string {
  const link = { href: CONSOLE, text: 'Back to the console' }
  return noticePage({ title: 'That was refused', text, link })
}

/** The seconds to move the clock by: calendar days or months, or a number of some unit. */
function secondsOf({ by, many, unit }: Form, now: Date): number {
  const [, days, months] = /^(?:(\d{1,4})d|(\d{1,3})m)$/.exec(by ?? '') ?? []
  if (days) return Number(days) * 86_400
  if (months) return (monthsAfter(now, Number(months)).getTime() - now.getTime()) / 1000
  const seconds = Math.round(Number(many) * (SECONDS[unit ?? ''] ?? 0))
  return Number.isFinite(seconds) ? Math.min(seconds, LONGEST_LEAP_SECONDS) : 0
}

/** Unchecked boxes are not sent, so a missing one is off. */
function switchesOf(form: Form): Switches {
  const entries = [
    ...YES_NO_SWITCHES.map(({ name }) => [name, form[name] === 'on'] as const),
    ...NUMBER_SWITCHES.map(({ name }) => {
      const number = Math.round(Number(form[name] ?? 0))
      return [name, Math.min(Math.max(number || 0, 0), LARGEST_NUMBER)] as const
    }),
  ]
  return Object.fromEntries(entries) as Switches
}
