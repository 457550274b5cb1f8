/** What a sheet may be at most. The parsing process and the one that starts it hold to these. */
export const MAX_FILE_BYTES = 8 * 1024 * 1024
/** Without the row of headings. */
export const MAX_ROWS = 10_000
export const MAX_COLUMNS = 40
export const MAX_CELL_CHARACTERS = 5000
