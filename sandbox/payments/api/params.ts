import { z } from 'zod'
import { ADDRESS, LONGEST_ADDRESS } from '#sandbox/payments/life/checkout.ts'
import { invalid, type ProviderError } from '#sandbox/payments/provider-error.ts'

/**
 * Parameters in the provider's format: all values arrive as text, unknown parameters are refused, and an
 * empty text means "unset", which few parameters allow.
 */
export const text = (longest = 5000) => z.string().min(1).max(longest)
export const integer = z
  .string()
  .regex(/^-?\d+$/, { error: (issue) => `Invalid integer: ${issue.input}` })
  .transform(Number)
export const positive = integer.refine((value) => value > 0, {
  error: 'This value must be greater than or equal to 1.',
})
export const boolean = z
  .enum(['true', 'false'], { error: (issue) => `Invalid boolean: ${issue.input}` })
  .transform((value) => value === 'true')
export const currency = z.string().regex(/^[A-Za-z]{3}$/, {
  error: (issue) => `Invalid currency: ${issue.input}. Three letters are needed, such as usd.`,
})
export const url = z.url({ protocol: /^https?$/, error: 'Not a valid URL' })
export const email = z
  .string()
  .max(LONGEST_ADDRESS)
  .regex(ADDRESS, {
    error: (issue) => `Invalid email address: ${issue.input}`,
  })

/** An empty text unsets it and becomes null. */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable())

/** Form parsing turns keys that look like numbers into a list. */
export const metadata = z.preprocess(
  (value) => (Array.isArray(value) ? { ...value } : value),
  z
    .record(z.string().max(40), z.string().max(500))
    .refine((value) => Object.keys(value).length <= 50, {
      error: 'You may only specify up to 50 metadata keys.',
    }),
)

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
})
/** A timestamp, or a range of them. */
export const created = z
  .union([integer.transform((at) => ({ gte: at, lte: at })), range])
  .optional()

const expand = z.array(text()).max(20).optional()
export const expandable = { expand }
export const paged = {
  expand,
  limit: integer
    .refine((value) => value >= 1 && value <= 100, {
      error: 'This value must be between 1 and 100.',
    })
    .optional(),
  starting_after: text().optional(),
  ending_before: text().optional(),
}

/** Merges metadata: named keys are set, empty ones removed. */
export function mergeMetadata(
  before: Record<string, string>,
  given: Record<string, string> | null | undefined,
): Record<string, string> {
  if (given === undefined) return before
  if (given === null) return {}
  const merged = { ...before, ...given }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}

export function parseParams<S extends z.ZodType>(schema: S, raw: unknown): z.infer<S> {
  const parsed = schema.safeParse(raw, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw issue ? explain(issue) : invalid('The parameters are not valid.')
}

type Issue = z.core.$ZodIssue

function explain(issue: Issue, above: PropertyKey[] = []): ProviderError {
  const at = [...above, ...issue.path]
  const param = nameOf(at)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const names = issue.keys.map((key) => nameOf([...at, key]))
      const s = names.length > 1 ? 's' : ''
      const first = names[0] ?? ''
      return invalid(
        `Received unknown parameter${s}: ${names.join(', ')}`,
        first,
        'parameter_unknown',
      )
    }
    case 'invalid_union': {
      const nested = issue.errors.at(-1)?.[0]
      return nested ? explain(nested, at) : invalid(`Invalid ${param}`, param)
    }
    case 'invalid_type':
    case 'invalid_value':
    case 'invalid_format':
    case 'too_small':
    case 'too_big':
      return explainValue(issue, param)
    default:
      return invalid(issue.message, param)
  }
}

function explainValue(issue: Issue, param: string): ProviderError {
  const { input } = issue
  if (input === undefined) {
    return invalid(`Missing required param: ${param}.`, param, 'parameter_missing')
  }
  if (input === '') {
    return invalid(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset ` +
        `a parameter; however '${param}' cannot be unset. You should remove '${param}' from your ` +
        'request or supply a non-empty value.',
      param,
      'parameter_invalid_empty',
    )
  }
  if (issue.code === 'invalid_type') {
    const isGroupWanted = issue.expected === 'object' || issue.expected === 'record'
    const kind = isGroupWanted ? 'object' : issue.expected
    return invalid(`Invalid ${kind}`, param)
  }
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return invalid(
      `Invalid string: ${param} must be at most ${issue.maximum} characters`,
      param,
      'parameter_invalid_string',
    )
  }
  if (issue.code === 'invalid_value' && !issue.message.startsWith('Invalid boolean')) {
    return invalid(`Invalid ${param}: must be one of ${issue.values.map(String).join(', ')}`, param)
  }
  const isInteger = issue.message.startsWith('Invalid integer')
  return invalid(issue.message, param, isInteger ? 'parameter_invalid_integer' : undefined)
}

/** The name of a nested parameter, as in `line_items[0][price]`. */
function nameOf(path: PropertyKey[]): string {
  return path.map((part, index) => (index === 0 ? String(part) : `[${String(part)}]`)).join('')
}
