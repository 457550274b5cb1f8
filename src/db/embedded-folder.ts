import path from 'node:path'

/** Folder in DATA_DIR. Named by major version, because another version cannot read its files. */
export const EMBEDDED_FOLDER = 'postgres-18'

/** An empty database made by the build, if there was one. */
export const EMPTY_DATABASE = path.resolve(
  import.meta.dirname,
  '../../dist-database',
  EMBEDDED_FOLDER,
)
