import type { AppContext } from '#app/server/context.ts'

/** `Cache-Control` for this many seconds, but never past the next start or end of a deal. */
export function publicFor({ live }: Pick<AppContext, 'live'>, seconds: number): string {
  return `public, max-age=${Math.min(seconds, Math.floor(live.msLeft('deals') / 1000))}`
}
