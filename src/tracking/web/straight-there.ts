const STRAIGHT = 'go-straight-there'
const LEFT_FOR = 'left-for'

/** Whether this browser's member wants to skip the wait. Storage may be closed to us: then not. */
export function wantsStraightThere(): boolean {
  return read(() => localStorage.getItem(STRAIGHT)) === 'yes'
}

export function rememberStraightThere(isWanted: boolean): void {
  read(() => (isWanted ? localStorage.setItem(STRAIGHT, 'yes') : localStorage.removeItem(STRAIGHT)))
}

/** Noted per tab, so that Back from the retailer does not send the person straight off again. */
export function noteLeaving(dealId: string): void {
  read(() => sessionStorage.setItem(LEFT_FOR, dealId))
}

export function hasJustComeBack(dealId: string): boolean {
  const hasLeft = read(() => sessionStorage.getItem(LEFT_FOR)) === dealId
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  read(() => sessionStorage.removeItem(LEFT_FOR))
  return hasLeft && navigation?.type !== 'navigate'
}

function read<T>(storage: () => T): T | undefined {
  try {
    return storage()
  } catch {
    return
  }
}
