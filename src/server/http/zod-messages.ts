import { config } from 'zod'

const NOUNS: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

/** What a schema says where it brings no words of its own: for people, not for its author. */
export function speakPlainly(): void {
  config({
    customError: (issue) => {
      const isAbsent = issue.input === undefined
      if (isAbsent && /^invalid_(type|value)$/.test(issue.code ?? '')) return 'is required'
      if (issue.code === 'invalid_type') return `must be ${NOUNS[issue.expected] ?? issue.expected}`
      if (issue.code === 'invalid_value') return `must be one of: ${issue.values.join(', ')}`
      if (issue.code === 'too_big') return 'is too long'
      if (issue.code === 'too_small') return 'is too short'
      if (issue.code === 'invalid_format') return 'is not in the right form'
      return undefined
    },
  })
}
