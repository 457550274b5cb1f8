import { createServer } from 'node:http'

// Answers the product's calls to the payment provider from memory, so that the provider's own work is not
// measured.
const port = Number(process.argv[2])
const now = Math.floor(Date.now() / 1000)

const price = {
  id: 'price_bench',
  object: 'price',
  lookup_key: 'nouveau_annual',
  unit_amount: 9700,
}

function subscription(id: string) {
  const number = id.replace('sub_', '')
  return {
    id,
    object: 'subscription',
    status: 'active',
    livemode: false,
    customer: { id: `cus_${number}`, object: 'customer', email: `${number}@people.test` },
    metadata: { checkout_id: `checkout_${number}` },
    items: { object: 'list', data: [{ price, current_period_end: now + 31_536_000 }] },
    cancel_at_period_end: false,
    created: now,
    latest_invoice: {
      id: `in_${number}`,
      object: 'invoice',
      status: 'paid',
      amount_paid: 9700,
      currency: 'usd',
      created: now,
      status_transitions: { paid_at: now },
      parent: { subscription_details: { subscription: id } },
      lines: { object: 'list', data: [] },
    },
  }
}

function session(id: string) {
  const number = id.replace('cs_test_', '')
  return {
    id,
    object: 'checkout.session',
    mode: 'subscription',
    status: 'complete',
    payment_status: 'paid',
    livemode: false,
    client_reference_id: `checkout_${number}`,
    subscription: `sub_${number}`,
    customer: `cus_${number}`,
    customer_details: { email: `${number}@people.test` },
    amount_total: 9700,
    currency: 'usd',
  }
}

const server = createServer((request, response) => {
  const [, , kind = '', ...rest] = new URL(request.url ?? '/', 'http://provider').pathname.split(
    '/',
  )
  const id = rest.at(-1) ?? ''
  const found =
    kind === 'subscriptions' ? subscription(id) : kind === 'checkout' ? session(id) : undefined
  const body = JSON.stringify(
    found ?? { error: { type: 'invalid_request_error', code: 'resource_missing', message: id } },
  )
  response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' }).end(body)
})
server.listen(port, '127.0.0.1', () => console.log('listening'))
process.on('SIGTERM', () => process.exit(0))
