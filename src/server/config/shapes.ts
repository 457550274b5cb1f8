import { z } from 'zod'

export const flag = z
  .enum(['0', '1'], 'is either 0 or 1')
  .transform((value) => value === '1')
  .optional()

/** One of these words, all of them said where it is another. */
export function oneOf<Word extends string>(...words: Word[]) {
  return z.enum(words, `is none of ${words.join(', ')}`)
}

export const origin = z
  .url({ protocol: /^https?$/, error: 'is not an http(s) address' })
  .transform((value) => value.replace(/\/+$/, ''))
  .refine((value) => URL.canParse(value) && new URL(value).origin === value, 'is not a bare origin')

/** A count of something, with its bounds said: a number that is none of these is a number all the same. */
export function numberOf(of: string, least: number, most?: number) {
  const bounds = most === undefined ? `, ${least} at least` : ` from ${least} to ${most}`
  const error = `is not a number of ${of}${bounds}`
  return z.coerce
    .number(error)
    .refine((value) => Number.isInteger(value) && value >= least && value <= (most ?? value), error)
}

/** Pasted secrets bring spaces and line ends along; those are not part of them. */
export const secret = (shape: RegExp, error: string) => z.string().trim().regex(shape, error)

/** What the environment says, before anything is known of it. */
export type Given = Record<string, string | undefined>

/** Plain http to another machine; on this one there is no way to listen on. */
export function isReadOnTheWay(address: string): boolean {
  return /^http:/i.test(address) && isElsewhere(address)
}

export function isElsewhere(address = 'http://localhost'): boolean {
  if (!/^https?:/i.test(address)) return false
  return !/^https?:\/\/([\w-]+\.)?(localhost|127\.0\.0\.1|\[::1\])([:/?#]|$)/i.test(address)
}

/** Whether rows would travel in the clear to another machine, and nobody has said that this is meant. */
export function saysNothingOfTls(databaseUrl: string | undefined): boolean {
  const url = URL.parse(databaseUrl ?? '')
  if (!url || url.searchParams.has('sslmode') || url.searchParams.has('ssl')) return false
  // A socket may also be named in the place of the host, in which its slashes are written as %2F.
  const host = url.searchParams.get('host') ?? url.hostname.replace(/%2f/gi, '/')
  return !/^(|\/.*|localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
}
