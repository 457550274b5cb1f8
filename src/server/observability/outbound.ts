import { whatIsUnderWay, whileAt } from '#app/server/under-way.ts'
import { histogram } from './instruments.ts'
import { startSpan } from './tracing.ts'

/** Kinds of external services, not the individual shop or mail server. */
const OTHERS = ['payments', 'mail', 'bucket', 'pictures', 'shops', 'conversions', 'push'] as const

const seconds = histogram(
  'nouveau_outbound_request_seconds',
  'What others were asked, by who they are for us and whether they answered',
  { to: OTHERS, outcome: ['answered', 'failed'] },
)

/**
 * Wraps every outgoing call: measures its duration and adds a span to the current trace. `operation` is a fixed name,
 * never input.
 */
export async function outbound<T>(
  to: (typeof OTHERS)[number],
  operation: string,
  work: () => Promise<T>,
): Promise<T> {
  const under = whatIsUnderWay()
  const span =
    under.span &&
    startSpan(`${to} ${operation}`, {
      kind: 'CLIENT',
      parent: under.span,
      attributes: { 'peer.service': to },
    })
  const began = performance.now()
  const done = (outcome: 'answered' | 'failed') => {
    seconds.observe({ to, outcome }, (performance.now() - began) / 1000)
    span?.end()
  }
  try {
    const answer = await (span ? whileAt({ ...under, span }, work) : work())
    done('answered')
    return answer
  } catch (error) {
    span?.fail(error)
    done('failed')
    throw error
  }
}
