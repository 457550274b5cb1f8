/** Why the redirect failed. */
export const OUTBOUND_ERRORS = {
  'no-id': 'Deal ID is missing',
  'no-destination': 'Invalid deal information',
  'bad-destination': 'Invalid destination URL',
  'call-failed': 'Failed to load deal information',
  unexpected: 'An error occurred while processing your request',
} as const

/** Suggests what to do instead, by the status of the failed call. */
export function outboundAdvice(status: number | undefined): string {
  switch (status) {
    case 401:
      return 'The way to the retailer is for members. Sign in and open the deal again.'
    case 403:
      return 'This deal is for members.'
    case 404:
      return 'It may have been removed. There are new ones every morning.'
    case 429:
      return 'You have opened a great many deals today. There is a limit, so that nobody copies them all: come back tomorrow.'
    default:
      return 'Go back to the feed and open the deal again.'
  }
}
