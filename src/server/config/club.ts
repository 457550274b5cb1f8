import { z } from 'zod'
import { type Club, demoClub } from '#app/shared/site.ts'
import type { Given } from './shapes.ts'

const words = z
  .string()
  .max(300, 'is longer than 300 characters')
  .regex(/^[^\p{Cc}]+$/u, 'is more than one line')
const day = z.iso.date('is not a day, such as 2026-11-22')

/** Who runs the club. Required in production; elsewhere the demo's values are the default. */
export const clubSettings = {
  CLUB_NAME: words.optional(),
  /** Text of the wordmark. Defaults to the first word of the name. */
  CLUB_SHORT_NAME: z
    .string()
    .regex(/^\S{1,16}$/, 'is not one word of 16 letters at most')
    .optional(),
  SUPPORT_EMAIL: z.email('is not an address').optional(),
  COMPANY_NAME: words.optional(),
  COMPANY_ADDRESS: words.optional(),
  COMPANY_NUMBER: words.optional(),
  /** Completes the sentence `the law of ...`. */
  GOVERNING_LAW: words.optional(),
  TERMS_DATE: day.optional(),
  PRIVACY_DATE: day.optional(),
}

const ASKED_FOR = Object.keys(clubSettings).filter((name) => name !== 'CLUB_SHORT_NAME')

export function wrongClub(given: Given): string[] {
  if (given.NODE_ENV !== 'production') return []
  const missing = ASKED_FOR.filter((name) => !given[name])
  if (missing.length === 0) return []
  return [
    `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} required in production: pages and mails say who stands behind the club`,
  ]
}

const Settings = z.object(clubSettings)

export function readClub(env: z.infer<typeof Settings>): Club {
  const { CLUB_NAME: name = demoClub.name, CLUB_SHORT_NAME: shortName = name.split(' ')[0] } = env
  return {
    name,
    shortName: shortName ?? name,
    supportEmail: env.SUPPORT_EMAIL ?? demoClub.supportEmail,
    company: env.COMPANY_NAME ?? demoClub.company,
    postalAddress: env.COMPANY_ADDRESS ?? demoClub.postalAddress,
    registerNumber: env.COMPANY_NUMBER ?? demoClub.registerNumber,
    governingLaw: env.GOVERNING_LAW ?? demoClub.governingLaw,
    termsDate: env.TERMS_DATE ?? demoClub.termsDate,
    policyDate: env.PRIVACY_DATE ?? demoClub.policyDate,
  }
}
