import { DAY_MS } from '#app/shared/dates.ts'
import { count, moment } from '#sandbox/format.ts'
import { html } from '#sandbox/html.ts'
import type { Processor } from '#sandbox/payments/processor.ts'
import { type Due, findDue, monthsAfter } from './due.ts'
import { consolePage, table } from './page.ts'

const MOST_LISTED = 20

type State = {
  /** How far the last leap went and how many events it delivered; NaN if there was none. */
  arrival: { movedSeconds: number; told: number }
  /** The target of a leap in progress. */
  destination: Date | undefined
}

/** The page with the clock, buttons to move it, and what falls due. */
export function clockPage(processor: Processor, state: State): string {
  const now = processor.now()
  const due = findDue(processor)
  const leaps = [
    { by: '1d', text: '+1 day', to: new Date(now.getTime() + DAY_MS) },
    { by: '3d', text: '+3 days', to: new Date(now.getTime() + 3 * DAY_MS) },
    { by: '1m', text: '+1 month', to: monthsAfter(now, 1) },
    { by: '12m', text: '+1 year', to: monthsAfter(now, 12) },
  ]
  return consolePage(
    processor,
    '',
    'Clock',
    html`${report(state)}<p class="clock">${moment(now)} <span>UTC</span></p>
    <p class="soft">The clock runs on by itself and only ever moves forward. All that falls due on the way happens in order, and cannot be taken back.</p>
    <form method="post" action="/sandbox/payments/clock" class="leaps">
      ${leaps.map(({ by, text, to }) => html`<div><button name="by" value="${by}">${text}</button><p>${warning(due, to)}</p></div>`)}
    </form>
    <form method="post" action="/sandbox/payments/clock" class="row">
      <div class="field"><label for="many">Move forward by</label><input id="many" name="many" type="number" min="1" max="100000" value="1" required></div>
      <div class="field"><label for="unit">Unit</label><select id="unit" name="unit"><option>minutes</option><option selected>hours</option><option>days</option></select></div>
      <button class="plain">Move the clock</button>
    </form>
    <h2>Falls due next</h2>
    ${due.length === 0 ? html`<p class="soft">Nothing is waiting.</p>` : dueTable(due)}`,
  )
}

function report({ arrival: { movedSeconds, told }, destination }: State) {
  if (destination) {
    return html`<p class="sandbox report" role="status">The clock is on its way to ${moment(destination)} UTC. <a href="/sandbox/payments">Look again</a></p>`
  }
  if (!(movedSeconds > 0)) return false
  return html`<p class="sandbox report" role="status">The clock has arrived: it went ${distance(movedSeconds)} forward, and ${told > 0 ? `told the shop of ${count(told, 'event')} on the way` : 'had nothing to tell the shop'}. All of it is finished.</p>`
}

function distance(seconds: number): string {
  const days = Math.round(seconds / (DAY_MS / 1000))
  return days > 0 ? count(days, 'day') : count(Math.max(1, Math.round(seconds / 60)), 'minute')
}

/** What a leap would trigger, as far as is known in advance. */
function warning(due: Due[], to: Date): string {
  const passed = due.filter(({ at }) => at.getTime() <= to.getTime())
  if (passed.length === 0) return 'Nothing falls due.'
  const tally = Map.groupBy(passed, ({ what }) => what)
  return `${count(passed.length, 'thing')} due: ${[...tally].map(([what, { length }]) => `${what.toLowerCase()}${length > 1 ? ` (${length})` : ''}`).join('; ')}`
}

function dueTable(due: Due[]) {
  const rows = due
    .slice(0, MOST_LISTED)
    .map(
      ({ at, what, id }) =>
        html`<tr><td>${moment(at)}</td><td>${what}</td><td><code>${id}</code></td></tr>`,
    )
  const more = due.length - MOST_LISTED
  return html`${table('Falls due next', ['When (UTC)', 'What', 'Which'], rows)}
    ${more > 0 && html`<p class="soft">And ${more} more.</p>`}`
}
