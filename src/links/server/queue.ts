/** Reads pages of links that were pasted. */
export const PASTED_LINKS_QUEUE = 'pasted-links'
