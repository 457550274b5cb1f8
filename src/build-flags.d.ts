interface ImportMetaEnv {
  /** Whether this is the server build. */
  readonly SSR: boolean
  /** Whether this build contains the pages of the developer tools. */
  readonly HAS_DEV_TOOLS: boolean
}
