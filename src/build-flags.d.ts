interface ImportMetaEnv {
  /** Whether this is the build that renders pages on the server. */
  readonly SSR: boolean
  /** Whether the pages for trying out payments by hand are in this build. */
  readonly HAS_DEV_TOOLS: boolean
}
