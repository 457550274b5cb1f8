/**
 * The same letters in memory of their own. What is cut out of a feed otherwise keeps all that was read with it for as
 * long as it is remembered itself.
 */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text))
}
