/**
 * Copies a string. A substring of a feed otherwise keeps the whole chunk it was cut from in memory for as
 * long as it is referenced.
 */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text))
}
