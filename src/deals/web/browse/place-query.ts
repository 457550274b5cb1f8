import { OF_VIEWER } from '#app/accounts/web/user.ts'
import { OF_DEALS } from '#app/deals/web/queries.ts'
import { OF_MEMBERSHIP } from '#app/membership/web/subscription.ts'
import { queryOf } from '#app/web/api/query-keys.ts'

/** The place whose deals are listed, and its value in addresses. */
export type ListOf = { name: 'brand' | 'category' | 'retailer' | 'day'; value: string }

const CALLS = {
  brand: '/api/brands',
  category: '/api/categories',
  day: '/api/editions',
  retailer: '/api/retailers',
}

/** The call for a place; that of its deals is below it. */
export function placeCall({ name, value }: ListOf): string {
  return `${CALLS[name]}/${encodeURIComponent(value)}`
}

/** The query for a place itself. */
export function placeQuery(place: ListOf) {
  const tags = place.name === 'retailer' ? [OF_VIEWER, OF_MEMBERSHIP] : []
  return queryOf(placeCall(place), OF_DEALS, ...tags)
}
