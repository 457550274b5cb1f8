/** Deals shown beside one, of its brand and of its category. */
export const MOST_RELATED = 4
/** Other retailers of the same piece. */
export const MOST_ELSEWHERE = 6
/** Brands named on the page of a category or retailer. */
export const MOST_BRANDS_NAMED = 12
/** Deals for which somebody may be shown others in an hour: names are what members pay for. */
export const MOST_RELATED_AN_HOUR = 240
/** Brands of which a sitemap tells. */
export const MOST_BRANDS_IN_SITEMAP = 20_000
