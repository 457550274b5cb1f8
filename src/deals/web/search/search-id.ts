/** The id of the search field over the list of deals, and the fragment that links to it. */
export const SEARCH_ID = 'search'
