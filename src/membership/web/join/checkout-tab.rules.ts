type Device = { userAgent: string; maxTouchPoints: number }

/**
 * Phones and tablets go to checkout in the same tab. An iPad may identify as a Macintosh, but no
 * Macintosh has a touch screen.
 */
export function opensInSameTab({ userAgent, maxTouchPoints }: Device): boolean {
  if (/iPhone|iPad|iPod|Android/i.test(userAgent)) return true
  return userAgent.includes('Macintosh') && maxTouchPoints > 1
}
