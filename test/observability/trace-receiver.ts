import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A span as OTLP over HTTP sends it, in JSON. */
export type ReceivedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  attributes: Record<string, unknown>
  links: Array<{ traceId: string; spanId: string }>
  status: { code?: number }
}

type Attribute = { key: string; value: Record<string, unknown> }
type Payload = {
  resourceSpans: Array<{
    resource: { attributes: Attribute[] }
    scopeSpans: Array<{
      spans: Array<Omit<ReceivedSpan, 'attributes'> & { attributes?: Attribute[] }>
    }>
  }>
}

export type TraceReceiver = {
  url: string
  spans: ReceivedSpan[]
  /** Returns everything it received, verbatim. */
  text: () => string
  requests: Array<{ url: string | undefined; headers: Record<string, unknown> }>
  close: () => Promise<void>
}

/** Starts a trace collector on loopback. */
export async function openTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = []
  const spans: ReceivedSpan[] = []
  const requests: TraceReceiver['requests'] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    requests.push({ url: request.url, headers: request.headers })
    bodies.push(body)
    spans.push(...spansOf(JSON.parse(body)))
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => bodies.join('\n'),
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function spansOf({ resourceSpans }: Payload): ReceivedSpan[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({
      ...span,
      links: span.links ?? [],
      attributes: Object.fromEntries(
        (span.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]),
      ),
    }))
}
