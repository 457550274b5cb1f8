import { browserStorage, tabStorage } from '#app/web/browser-storage.ts'

const STRAIGHT = 'go-straight-there'
const LEFT_FOR = 'left-for'

/** Tells whether the member chose to skip the delay; false if storage is unavailable. */
export function skipsRedirectDelay(): boolean {
  return browserStorage.read(STRAIGHT) === 'yes'
}

export function setSkipsRedirectDelay(isWanted: boolean): void {
  if (isWanted) browserStorage.write(STRAIGHT, 'yes')
  else browserStorage.remove(STRAIGHT)
}

/** Stored per tab, so that Back from the retailer does not redirect again at once. */
export function rememberDeparture(dealId: string): void {
  tabStorage.write(LEFT_FOR, dealId)
}

export function hasJustComeBack(dealId: string): boolean {
  const hasLeft = tabStorage.read(LEFT_FOR) === dealId
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  tabStorage.remove(LEFT_FOR)
  return hasLeft && navigation?.type !== 'navigate'
}
