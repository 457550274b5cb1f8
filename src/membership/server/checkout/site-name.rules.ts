/** A DNS host name; IP addresses and names without a dot do not match. */
const SITE = /^(?=.{4,100}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * The host name of the site that the browser says somebody came from, and nothing more of its
 * address. Null for our own site and for an invalid name.
 */
export function readSiteName(said: unknown, publicUrl: string): string | null {
  if (typeof said !== 'string') return null
  const name = said.toLowerCase().replace(/^(www|m)\./, '')
  const own = new URL(publicUrl).hostname.replace(/^www\./, '')
  return SITE.test(name) && name !== own && !name.endsWith(`.${own}`) ? name : null
}
