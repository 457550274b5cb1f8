import robotsParser from 'robots-parser'

/** The name by which a shop's robots.txt may address us. */
export const ROBOT_NAME = 'NouveauDesignerClub'

/** Returns what a shop's robots.txt says about an address; `crawlDelay` is in seconds. */
export function askRobots(
  robots: string,
  url: string,
): { isAllowed: boolean; crawlDelay: number | undefined } {
  const rules = robotsParser(new URL('/robots.txt', url).href, robots)
  // The parser returns undefined for an address that the file does not cover.
  return {
    isAllowed: rules.isAllowed(url, ROBOT_NAME) !== false,
    crawlDelay: rules.getCrawlDelay(ROBOT_NAME),
  }
}
