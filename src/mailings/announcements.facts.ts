import { paths } from '#app/shared/paths.ts'

/** Whom a letter to all is for. */
export const AUDIENCES = ['everybody', 'members', 'trials', 'free'] as const
export type LetterAudience = (typeof AUDIENCES)[number]

export const LONGEST_SUBJECT = 120
export const LONGEST_LETTER = 8_000
/** Over how many hours one may go out. */
export const HOURS = [1, 2, 4, 8, 12, 24, 48] as const
export const USUAL_HOURS = 8

/** Where a letter to all may lead: what it is about is the account, money and the law, and no deal and no offer. */
export const LINKABLE = [
  paths.terms(),
  paths.privacyPolicy(),
  paths.account(),
  paths.accountSettings(),
  paths.accountMail(),
  paths.guarantee(),
  paths.savings(),
  paths.inbox(),
  paths.howWeCount(),
  paths.signIn(),
  paths.forgotPassword(),
]

/** Its name in the list of `src/mails.ts`. */
export const ANNOUNCEMENT_MAIL = 'letter-to-all'
