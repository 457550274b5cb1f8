declare module 'virtual:notices' {
  /** Whose work the site is made of; the build lists it from the lock file. */
  export const notices: Array<{ name: string; version: string; license: string }>
}
