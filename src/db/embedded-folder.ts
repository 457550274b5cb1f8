import path from 'node:path'

/** In DATA_DIR. It carries the major version: another one cannot read its files. */
export const EMBEDDED_FOLDER = 'postgres-18'

/** As the build makes it, where there was one. */
export const EMPTY_DATABASE = path.resolve(
  import.meta.dirname,
  '../../dist-database',
  EMBEDDED_FOLDER,
)
