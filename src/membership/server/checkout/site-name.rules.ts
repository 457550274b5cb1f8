/** A name as the name system has it; numbers and names without a dot are no sites. */
const SITE = /^(?=.{4,100}$)([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/

/**
 * The name of the site that a browser says somebody came from: never more than its name. Null for ours and
 * for what is none.
 */
export function readSiteName(said: unknown, publicUrl: string): string | null {
  if (typeof said !== 'string') return null
  const name = said.toLowerCase().replace(/^(www|m)\./, '')
  const own = new URL(publicUrl).hostname.replace(/^www\./, '')
  return SITE.test(name) && name !== own && !name.endsWith(`.${own}`) ? name : null
}
