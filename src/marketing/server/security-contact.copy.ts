import { addDays } from '#app/shared/dates.ts'
import type { Club } from '#app/shared/site.ts'

/** How many days a reader may rely on the file. */
const GOOD_FOR_DAYS = 180

/** The contact for security reports, in the format of RFC 9116; `today` as YYYY-MM-DD. */
export function securityTxt(
  { supportEmail }: Pick<Club, 'supportEmail'>,
  { origin, today }: { origin: string; today: string },
): string {
  return [
    `Contact: mailto:${supportEmail}`,
    `Expires: ${addDays(today, GOOD_FOR_DAYS)}T00:00:00.000Z`,
    'Preferred-Languages: en',
    `Canonical: ${origin}/.well-known/security.txt`,
    `Policy: ${origin}/.well-known/security-policy.txt`,
    '',
  ].join('\n')
}

/** What we ask of people who look for vulnerabilities, and what they may expect. */
export function securityPolicy({
  name,
  supportEmail,
  company,
}: Pick<Club, 'name' | 'supportEmail' | 'company'>): string {
  return `If you have found a hole in ${name}

Write to ${supportEmail}, with "Security" in the subject: what you did, what happened, and how it can be
done again. English is best. You need not give your name.

What we promise
- We answer within three working days, and tell you when it is mended.
- Whoever keeps to this page in good faith has nothing to fear from us, ${company}: we take no legal steps,
  and say so to others who ask.
- If you like, we thank you by name once it is mended. We pay no rewards.

What we ask
- Use accounts of your own. If you come to see somebody else's data, stop, tell us, and keep none of it.
- Change and delete nothing that is not yours, and write to nobody but us.
- No floods, no trying out of passwords of others, no messages to our members or our people to get in.
- Give us 90 days before you tell others, or until it is mended.

What we want to hear of
- Names, links or shops of deals that somebody sees who may not.
- Ways into somebody's account, or into the back office.
- Ways to be a member without paying, or to act on somebody's membership or payment.
- Script of yours that runs on our pages, requests of ours that you can make go elsewhere, files you can read.

What is known or meant
- Pages say more to whoever has an account: that is what they are for.
- /api/openapi.json describes our calls to everybody; each decides for itself who may make it.
- Shops that our deals lead to are not ours. Card data never reaches us: it stays with our payment provider.
- Reports of a scanner alone, missing headers without a way to use that, and what needs a browser without updates.
`
}
