import { fromSeconds, moment } from '#sandbox/format.ts'
import { type Html, html } from '#sandbox/html.ts'
import type { DeliveryReport, Processor } from '#sandbox/payments/processor.ts'
import { consolePage, json, table } from './page.ts'

const PAGE_SIZE = 50

type Listed = ReturnType<Processor['events']>[number]

/** The events sent to the shop, newest first, with the state of their delivery. */
export function eventsPage(processor: Processor, page: number): string {
  const all = processor.events()
  const shown = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const hasOlder = all.length > page * PAGE_SIZE
  return consolePage(
    processor,
    '/events',
    'Events',
    html`${shown.length === 0 ? html`<p class="soft">No events${page > 1 ? ' this far back' : ' yet'}.</p>` : table('Events', ['Time (UTC)', 'Event', 'Delivery', 'Next try', ''], shown.map(eventRow))}
    <nav class="pages" aria-label="Pages">
      ${page > 1 && html`<a href="?page=${page - 1}">Newer</a>`}
      ${hasOlder && html`<a href="?page=${page + 1}">Older</a>`}</nav>`,
  )
}

function eventRow({ event, deliveries }: Listed): Html {
  const { id, type, created, data } = event
  const about = (data.object as { id?: string }).id
  return html`<tbody><tr><td>${moment(fromSeconds(created))}</td>
    <td><strong>${type}</strong><br><code>${id}</code>${about && html`<br><code class="soft">${about}</code>`}</td>
    <td>${deliveries.length === 0 ? html`<span class="soft">Nobody listens</span>` : deliveries.map(delivery)}</td>
    <td>${deliveries.map(({ nextAt }) => nextAt && html`<p>${moment(nextAt)}</p>`)}</td>
    <td><form method="post" action="/sandbox/payments/resend"><button class="small plain" name="id" value="${id}">Send again<span class="unseen"> ${id}</span></button></form></td></tr>
    <tr class="more"><td colspan="5">${json('Payload', event)}</td></tr></tbody>`
}

function delivery({ state, attempts, status, at }: DeliveryReport): Html {
  return html`<p><span class="badge ${state}">${state}</span> ${attempts} ${attempts === 1 ? 'try' : 'tries'}${status !== null && html`, answered ${status}`}${at && html`<br><span class="soft">${moment(at)}</span>`}</p>`
}
