import type { Trx } from '#app/db/database.ts'
import type {
  ChangeCarousel,
  ManagedCarousel,
  ManagedCarousels,
  ShownCarousels,
} from '#app/deals/carousels.contract.ts'
import { FEWEST_IN_CAROUSEL } from '#app/deals/deals.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import { announce } from '#app/server/live.ts'
import { badRequest } from '#app/server/problem.ts'
import {
  findCarousels,
  lockCarousels,
  updateCarousel,
  updateCarouselOrder,
} from './carousels.queries.ts'

type Reading = Pick<AppContext, 'db'>

const NEEDS_TITLE = 'A carousel needs a title to be on.'

/** Carousels that are switched on and have a title and enough deals. */
export async function listShownCarousels({ db }: Reading): Promise<ShownCarousels> {
  const all = await findCarousels(db)
  return all
    .filter(({ isOn, title, deals }) => isOn && title !== '' && deals >= FEWEST_IN_CAROUSEL)
    .map(({ number, title }) => ({ number, title }))
}

export async function listCarousels({ db }: Reading): Promise<ManagedCarousels> {
  return findCarousels(db)
}

type CarouselOutcome = { before: ManagedCarousel; after: ManagedCarousel }

/** Renames a carousel or switches it. Throws 400 when one without a title would be on. */
export async function changeCarousel(
  trx: Trx,
  number: number,
  change: ChangeCarousel,
): Promise<CarouselOutcome> {
  const before = await getCarousel(trx, number)
  const { title = before.title, isOn = before.isOn } = change
  const after = { ...before, title, isOn }
  if (after.isOn && after.title === '') throw badRequest(NEEDS_TITLE, { title: NEEDS_TITLE })
  await updateCarousel(trx, number, { title, isOn })
  await announce(trx, 'deals')
  return { before, after }
}

/** `numbers` are all carousels in their new order. Returns the previous order. */
export async function orderCarousels(trx: Trx, numbers: number[]): Promise<ManagedCarousels> {
  await lockCarousels(trx)
  const before = await findCarousels(trx)
  await updateCarouselOrder(trx, numbers)
  await announce(trx, 'deals')
  return before
}

async function getCarousel(trx: Trx, number: number): Promise<ManagedCarousel> {
  await lockCarousels(trx)
  const carousel = (await findCarousels(trx)).find((each) => each.number === number)
  if (!carousel) throw new Error(`There is no row of carousel ${number}.`)
  return carousel
}
