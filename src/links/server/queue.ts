/** Reads the pages of pasted links. */
export const PASTED_LINKS_QUEUE = 'pasted-links'
