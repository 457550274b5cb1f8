/** The field over the list of deals, and the fragment that leads to it. */
export const SEARCH_ID = 'search'
