import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { type StormLife, stormSession, stormSubscription } from './storm-lives.ts'

export type StormProvider = {
  origin: string
  /** Ids of the subscriptions that the product has ended. */
  ended: string[]
  /** Payments that the product has refunded, one entry for each refund. */
  refunded: string[]
  close: () => Promise<void>
}

/** An in-memory provider for the storm, so that the product under test does not wait for it. */
export async function startStormProvider(lives: StormLife[]): Promise<StormProvider> {
  const byName = new Map(lives.map((life) => [life.name, life]))
  const ended: string[] = []
  const refunded: string[] = []

  const subscription = (life: StormLife) => {
    const endedAt = ended.includes(`sub_${life.name}`) ? life.createdAt + 20 : undefined
    const now = stormSubscription(life)
    return endedAt ? { ...now, status: 'canceled', canceled_at: endedAt, ended_at: endedAt } : now
  }

  function answer(method: string, url: URL, form: URLSearchParams): object | undefined {
    const [, , kind = '', ...rest] = url.pathname.split('/')
    const given =
      rest.at(-1) ?? url.searchParams.get('subscription') ?? url.searchParams.get('invoice')
    const life = byName.get((given ?? '').replace(/^[a-z]+(_test)?_/, ''))
    if (kind === 'events') return list([])
    if (kind === 'refunds') {
      const intent = String(form.get('payment_intent'))
      if (refunded.includes(intent)) return failure('charge_already_refunded')
      refunded.push(intent)
      return { id: `re_${intent}`, object: 'refund' }
    }
    if (!life) return
    const it = subscription(life)
    if (kind === 'checkout') return stormSession(life)
    if (kind === 'invoices') return rest.length > 0 ? it.latest_invoice : list([it.latest_invoice])
    if (kind === 'invoice_payments') {
      return list([{ status: 'paid', payment: { payment_intent: `pi_${life.name}` } }])
    }
    if (kind !== 'subscriptions') return
    if (method !== 'DELETE') return it
    if (it.status === 'canceled') return
    ended.push(it.id)
    return subscription(life)
  }

  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    const found = answer(request.method ?? '', new URL(request.url ?? '', 'http://provider'), form)
    const body = found ?? failure('resource_missing')
    const status = found === undefined ? 404 : 'error' in found ? 400 : 200
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The provider has no port.')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    ended,
    refunded,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function list(data: object[]) {
  return { object: 'list', data, has_more: false }
}

function failure(code: string) {
  return { error: { type: 'invalid_request_error', code, message: code } }
}
