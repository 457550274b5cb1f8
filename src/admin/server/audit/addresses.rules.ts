const ADDRESS = /[^\s@,;:<>()"]+@[^\s@,;:<>()"]+\.[^\s@,;:<>()".]+/g

/** What somebody who is no owner takes along names nobody by their address. */
export function withoutAddresses(text: string): string {
  return text.replace(ADDRESS, 'an address')
}
