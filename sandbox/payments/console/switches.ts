import { html } from '#sandbox/html.ts'
import type { Processor, Switches } from '#sandbox/payments/processor.ts'
import { consolePage } from './page.ts'

type NameOf<T> = {
  [Name in keyof Switches]: Switches[Name] extends T ? Name : never
}[keyof Switches]
type Switch<T> = { name: NameOf<T>; text: string; hint: string }

export const YES_NO_SWITCHES: Array<Switch<boolean>> = [
  { name: 'isDown', text: 'Down', hint: 'Every call of the API is answered 503.' },
  {
    name: 'failAfterWork',
    text: 'Fail after the work',
    hint: 'Calls do what they were asked to, then answer 500.',
  },
  { name: 'duplicate', text: 'Duplicate events', hint: 'Every event is delivered twice.' },
  { name: 'reorder', text: 'Reorder events', hint: 'Events due together go out in any order.' },
  { name: 'drop', text: 'Drop events', hint: 'Events are recorded and never delivered.' },
]
export const NUMBER_SWITCHES: Array<Switch<number>> = [
  { name: 'latencyMs', text: 'Slow, ms', hint: 'Every call of the API waits this long first.' },
  { name: 'delaySeconds', text: 'Delay events, s', hint: 'Events wait this long before delivery.' },
]

/** The page of switches that make the stand-in misbehave for tests. */
export function switchesPage(processor: Processor): string {
  const now = processor.switches()
  return consolePage(
    processor,
    '/switches',
    'Switches',
    html`<p class="soft">All off is a provider on a good day.</p>
    <form method="post" action="/sandbox/payments/switches" class="switches">
      ${YES_NO_SWITCHES.map(
        ({
          name,
          text,
          hint,
        }) => html`<div class="switch"><input type="checkbox" id="${name}" name="${name}" ${now[name] && html`checked`} aria-describedby="${name}-hint">
          <label for="${name}">${text}</label><p id="${name}-hint">${hint}</p></div>`,
      )}
      <div class="pair">${NUMBER_SWITCHES.map(
        ({ name, text, hint }) => html`<div class="field"><label for="${name}">${text}</label>
          <input type="number" id="${name}" name="${name}" min="0" max="1000000" value="${now[name]}" aria-describedby="${name}-hint"><p class="soft" id="${name}-hint">${hint}</p></div>`,
      )}</div>
      <div class="row"><button>Save switches</button></div>
    </form>
    <form method="post" action="/sandbox/payments/switches"><div class="row"><button class="plain">Switch all off</button></div></form>`,
  )
}
