/** Where the server gave no answer that could be shown. */
export const UNREACHED = 'We could not be reached. Please try again.'
/** Where it is known that nothing was done. */
export const UNREACHED_UNCHANGED =
  'We could not be reached, and nothing has changed. Please try again.'
/** Of lists of deals that could not be read. */
export const DEALS_UNREACHED = 'It is us or the line in between. The deals are still there.'
/** Of a change of which nobody knows whether it was made. */
export const UNANSWERED = 'It may be done or not. Look at what is there, then try again.'
