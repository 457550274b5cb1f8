interface ImportMetaEnv {
  /** Whether the pages for trying out payments by hand are in this build. */
  readonly HAS_DEV_TOOLS: boolean
}
