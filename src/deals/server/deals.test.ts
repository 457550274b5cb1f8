import { describe, expect, test } from 'vitest'
import { createDeal, createMember, createPerson } from '#test/support/factories.ts'
import { useTestApp } from '#test/support/test-app.ts'

const app = useTestApp()

describe('the feed', () => {
  test('a visitor sees the teaser and a member the name and the way out', async () => {
    const { id } = await createDeal(app.ctx, { productName: 'Silk scarf', domain: 'silk.example' })
    const member = await createMember(app.ctx)
    const free = await createPerson(app.ctx)

    const asVisitor = await app.inject({ url: '/api/deals?page=1&limit=12' })
    expect(asVisitor.statusCode).toBe(200)
    const teaser = asVisitor.json().deals[0]
    expect(teaser).toMatchObject({
      id,
      isAccessible: false,
      originalPrice: 1000,
      salePrice: 400,
      discount: 60,
    })
    expect(asVisitor.body).not.toMatch(/silk/i)

    const asFree = await app.as(free).inject({ url: '/api/deals' })
    expect(asFree.body).not.toMatch(/silk/i)

    const asMember = await app.as(member).inject({ url: '/api/deals' })
    expect(asMember.json().deals[0]).toMatchObject({
      productName: 'Silk scarf',
      domain: 'silk.example',
    })
  })

  test('all is off only what costs nothing', async () => {
    const discountAt = async (salePriceCents: number) => {
      const { id } = await createDeal(app.ctx, { salePriceCents, originalPriceCents: 1_200_000 })
      return (await app.inject({ url: `/api/deals/${id}` })).json().discount
    }
    expect([await discountAt(99), await discountAt(0)]).toEqual([99.9, 100])
  })
})
