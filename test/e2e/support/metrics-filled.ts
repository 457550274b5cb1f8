import { createDeal, createMember, createSubscriber } from '#test/support/factories.ts'
import { insertClicks } from '#test/support/metrics.ts'
import { createPaidCheckout } from '#test/support/paying/membership.ts'
import type { TestApp } from '#test/support/test-app.ts'

/** Creates a little of everything that the figures count. */
export async function fill(server: TestApp) {
  const { ctx } = server
  const at = ctx.now()
  const deals = []
  for (const [brandName, productName] of [
    ['Aldermoor', 'Leather tote'],
    ['Bellwether', '=Silk scarf'],
  ]) {
    deals.push(await createDeal(ctx, { brandName, productName, publishedAt: at } as object))
  }
  const [tote, scarf] = deals
  if (!tote || !scarf) throw new Error('two deals were made')
  const member = await createMember(ctx)
  await createSubscriber(ctx, 'past_due')
  const when = at.toISOString()
  await insertClicks(server, [
    { deal: tote, at: when, who: member },
    { deal: scarf, at: when, who: member },
    { deal: tote, at: when, who: member },
    { deal: tote, at: when, kind: 'bot' },
  ])
  await createPaidCheckout(ctx, { buyer: member, completedAt: at })
  await createPaidCheckout(ctx, { completedAt: at })
  for (const dealId of [tote.id, scarf.id, scarf.id]) {
    await server.inject({
      method: 'POST',
      url: '/api/log-event',
      payload: { eventType: 'locked-deal-click', eventData: { dealId } },
    })
  }
}
