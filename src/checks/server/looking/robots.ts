import robotsParser from 'robots-parser'

/** By which a shop's robots.txt may name us. */
export const ROBOT_NAME = 'NouveauDesignerClub'

/** What a shop's robots.txt says of an address; `crawlDelay` in seconds. */
export function askRobots(
  robots: string,
  url: string,
): { isAllowed: boolean; crawlDelay: number | undefined } {
  const rules = robotsParser(new URL('/robots.txt', url).href, robots)
  // Of an address that the file is not about it says nothing.
  return {
    isAllowed: rules.isAllowed(url, ROBOT_NAME) !== false,
    crawlDelay: rules.getCrawlDelay(ROBOT_NAME),
  }
}
