/** What is deleted with an account; shown before the person confirms. */
export const WHAT_GOES = [
  'your e-mail address and your password',
  'every browser that is signed in',
  'the brand and last digits of your card',
  'what you saved, with its private link, what you follow, your inbox, and what you take by mail',
  'whatever ties payments, clicks and mails to you',
  'the guarantee, with the savings it counts: to be paid back under it, ask us first',
]

/** What is kept without a name; shown before the person confirms, and in the mail that follows. */
export const WHAT_STAYS = [
  'payments and refunds, with dates, amounts and references, as the law demands',
  'a hash that tells that the free trial was used, and one that a year’s fee was asked back, where it was',
  'that somebody accepted our terms and policy, or said yes to a mail of ours, and when',
  'how often each deal was opened, and how many told us what of it',
]
