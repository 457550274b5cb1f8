import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Deal } from '#app/deals/deals.contract.ts'
import { ViewerOfPage } from '#app/membership/web/subscription.ts'
import { demoClub } from '#app/shared/site.ts'
import { SiteSettingsContext } from '#app/web/site-settings.ts'
import { CardsAreAlike } from './alike.ts'
import { CardCorner } from './corner.ts'
import { DrawnCard } from './DrawnCard.tsx'
import { DrawnCarouselRow } from './DrawnCarouselRow.tsx'
import { type CardProps, LiveCard } from './LiveCard.tsx'
import { type CarouselRowProps, LiveCarouselRow } from './LiveCarouselRow.tsx'

const deal: Deal = {
  ...{ id: 'd1', brandName: 'Aubrelle', brandSlug: 'aubrelle', productName: 'A coat' },
  ...{ originalPrice: 745, salePrice: 395, discount: 47, domain: 'shop.example', retailer: 'Shop' },
  price: { basis: 'retailer', isProven: false, isLowest: false, since: '2026-11-01' },
  ...{ department: 'women', category: 'coats-and-jackets', colour: 'red', sizes: [] },
  ...{ images: [], dealCardImageUrl: 'p.jpg', imagePlaceholder: '#aabbcc', pictureNotes: {} },
  ...{ isAccessible: true, isPreview: false, isPublished: true, showInSplash: false },
  ...{ carouselAssignment: 0, createdAt: '2026-11-01T00:00:00.000Z', publishedAt: null },
  ...{ state: 'live', endsAt: null, endedAt: null, endedReason: null, mayBeGone: false },
}

type Around = { viewer?: 'visitor' | 'member'; today?: string; pictureHost?: string }

let corners = 0

function draw<T extends object>(
  Card: ComponentType<T>,
  props: T,
  { viewer = 'member', today = '2026-11-24', pictureHost = '' }: Around = {},
  isAlike = true,
): string {
  const settings = { club: demoClub, showSampleClaims: false, today, pictureHost }
  const Corner = () => {
    corners += 1
    return createElement('b', null, `${viewer} saves`)
  }
  const card = createElement(CardCorner, { value: Corner }, createElement(Card, props))
  const inPage = createElement(ViewerOfPage, { value: viewer }, card)
  const among = createElement(CardsAreAlike, { value: isAlike }, inPage)
  const at = createElement(SiteSettingsContext, { value: settings }, among)
  return renderToString(createElement(QueryClientProvider, { client: new QueryClient() }, at))
}

test('a card that was drawn before is to the letter the one that is drawn anew', () => {
  const locked: Deal = { ...deal, isAccessible: false, productName: undefined, domain: undefined }
  const others: [Deal, Omit<CardProps, 'deal'>?, Around?][] = [
    [deal],
    [deal, { as: 'li', id: 'more', isFirst: true, isEager: true, tag: 'Open today' }],
    [deal, { isRepeat: true, clickType: 'splash-carousel', note: 'Why it is here' }],
    [deal, {}, { viewer: 'visitor' }],
    [deal, {}, { pictureHost: 'https://pictures.example' }],
    [{ ...deal, salePrice: 295 }],
    [{ ...deal, state: 'ended', endedAt: '2026-11-23T12:00:00.000Z', endedReason: 'sold-out' }],
    [
      { ...deal, state: 'ended', endedAt: '2026-11-23T12:00:00.000Z', endedReason: 'sold-out' },
      {},
      { today: '2026-11-25' },
    ],
    [locked, {}, { viewer: 'visitor' }],
  ]
  for (const _ of ['drawn', 'kept']) {
    for (const [of, props, around] of others) {
      const all = { deal: of, ...props }
      expect(draw(DrawnCard, all, around)).toBe(draw(LiveCard, all, around))
    }
  }
})

test('one is kept only where cards are the same for many', () => {
  const drawnFor = (isAlike: boolean) => {
    corners = 0
    for (let times = 0; times < 3; times += 1) {
      draw(DrawnCard, { deal: { ...deal, id: `of ${isAlike}` } }, {}, isAlike)
    }
    return corners
  }
  expect([drawnFor(true), drawnFor(false)]).toEqual([1, 3])
})

test('so it is with a row of cards', () => {
  const row: CarouselRowProps = {
    ...{ className: 'row', title: 'Knits & more', isEager: false },
    deals: Array.from({ length: 6 }, (_, index) => ({ ...deal, id: `r${index}` })),
  }
  const others: [CarouselRowProps, Around?][] = [
    [row],
    [{ ...row, title: 'Coats' }],
    [{ ...row, isEager: true }],
    [{ ...row, deals: row.deals.slice(1) }],
    [{ ...row, deals: [] }],
    [row, { viewer: 'visitor' }],
  ]
  for (const _ of ['drawn', 'kept']) {
    for (const [props, around] of others) {
      expect(draw(DrawnCarouselRow, props, around)).toBe(draw(LiveCarouselRow, props, around))
    }
  }
  const drawnFor = (isAlike: boolean) => {
    corners = 0
    draw(DrawnCarouselRow, row, {}, isAlike)
    return corners
  }
  expect([drawnFor(true), drawnFor(false)]).toEqual([0, 6])
})
