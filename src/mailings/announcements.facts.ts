import { paths } from '#app/shared/paths.ts'

/** The audiences of an announcement. */
export const AUDIENCES = ['everybody', 'members', 'trials', 'free'] as const
export type LetterAudience = (typeof AUDIENCES)[number]

export const LONGEST_SUBJECT = 120
export const LONGEST_LETTER = 8_000
/** Over how many hours an announcement may be spread. */
export const HOURS = [1, 2, 4, 8, 12, 24, 48] as const
export const USUAL_HOURS = 8

/** The pages an announcement may link to: about the account, money and the law, but no deals or offers. */
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

/** The template's name in `src/mails.ts`. */
export const ANNOUNCEMENT_MAIL = 'letter-to-all'
