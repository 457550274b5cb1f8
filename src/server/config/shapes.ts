import { z } from 'zod'

export const flag = z
  .enum(['0', '1'], 'is either 0 or 1')
  .transform((value) => value === '1')
  .optional()

/** An enum whose error lists all its words. */
export function oneOf<Word extends string>(...words: Word[]) {
  return z.enum(words, `is none of ${words.join(', ')}`)
}

export const origin = z
  .url({ protocol: /^https?$/, error: 'is not an http(s) address' })
  .transform((value) => value.replace(/\/+$/, ''))
  .refine((value) => URL.canParse(value) && new URL(value).origin === value, 'is not a bare origin')

/** A number within `bounds`; white space alone, which would be nought, is none. */
export function numeric(error: string, bounds: (number: z.ZodNumber) => z.ZodNumber) {
  return z
    .string()
    .regex(/\S/, error)
    .transform(Number)
    .pipe(bounds(z.number(error)))
}

export const port = numeric('is not a port', (number) => number.int().min(0).max(65_535))

/** A number whose errors name its bounds, separately from "not a number". */
export function numberOf(of: string, least: number, most?: number) {
  const bounds = most === undefined ? `, ${least} at least` : ` from ${least} to ${most}`
  const error = `is not a number of ${of}${bounds}`
  return numeric(error, (number) =>
    number.refine(
      (value) => Number.isInteger(value) && value >= least && value <= (most ?? value),
      error,
    ),
  )
}

/** A secret; trimmed, because pasted secrets bring spaces and line ends along. */
export const secret = (shape: RegExp, error: string) => z.string().trim().regex(shape, error)

/** The environment, not validated yet. */
export type Given = Record<string, string | undefined>

/** Whether an address is plain HTTP to another machine, which can be read on the way. */
export function isReadOnTheWay(address: string): boolean {
  return /^http:/i.test(address) && isElsewhere(address)
}

export function isElsewhere(address = 'http://localhost'): boolean {
  if (!/^https?:/i.test(address)) return false
  return !/^https?:\/\/([\w-]+\.)?(localhost|127\.0\.0\.1|\[::1\])([:/?#]|$)/i.test(address)
}

/** Whether a database on another machine is addressed without saying anything about TLS. */
export function saysNothingOfTls(databaseUrl: string | undefined): boolean {
  const url = URL.parse(databaseUrl ?? '')
  if (!url || url.searchParams.has('sslmode') || url.searchParams.has('ssl')) return false
  // A Unix socket may also stand in place of the host, with its slashes as %2F.
  const host = url.searchParams.get('host') ?? url.hostname.replace(/%2f/gi, '/')
  return !/^(|\/.*|localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host)
}
