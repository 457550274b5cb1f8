import { browserStorage, tabStorage } from '#app/web/browser-storage.ts'

const STRAIGHT = 'go-straight-there'
const LEFT_FOR = 'left-for'

/** Whether this browser's member wants to skip the delay. Storage may be closed to us: then not. */
export function skipsRedirectDelay(): boolean {
  return browserStorage.read(STRAIGHT) === 'yes'
}

export function setSkipsRedirectDelay(isWanted: boolean): void {
  if (isWanted) browserStorage.write(STRAIGHT, 'yes')
  else browserStorage.remove(STRAIGHT)
}

/** By tab, so that Back from the retailer does not send the person straight off again. */
export function rememberDeparture(dealId: string): void {
  tabStorage.write(LEFT_FOR, dealId)
}

export function hasJustComeBack(dealId: string): boolean {
  const hasLeft = tabStorage.read(LEFT_FOR) === dealId
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  tabStorage.remove(LEFT_FOR)
  return hasLeft && navigation?.type !== 'navigate'
}
