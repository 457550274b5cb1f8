declare module 'virtual:notices' {
  /** The packages that the site is made of; the build lists them from the lock file. */
  export const notices: Array<{ name: string; version: string; license: string }>
}
