/** For failed calls without a message of the server. */
export const UNREACHED = 'We could not be reached. Please try again.'
/** For failed calls that are known to have changed nothing. */
export const UNREACHED_UNCHANGED =
  'We could not be reached, and nothing has changed. Please try again.'
/** For lists of deals that could not be loaded. */
export const DEALS_UNREACHED = 'It is us or the line in between. The deals are still there.'
/** For changes whose outcome is unknown. */
export const UNANSWERED = 'It may be done or not. Look at what is there, then try again.'
