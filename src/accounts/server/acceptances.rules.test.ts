import { describe, expect, test } from 'vitest'
import { versionStandingOf } from './acceptances.rules.ts'

const versions = [
  { version: 1, from: '2026-10-01' },
  { version: 2, from: '2026-12-24' },
]
const acceptedAt = new Date('2026-10-02T12:00:00Z')
const first = { document: 'terms' as const, version: 1, acceptedAt }
const stand = (asked: Partial<Parameters<typeof versionStandingOf>[0]>) =>
  versionStandingOf({
    document: 'terms',
    versions,
    sinceDay: '2026-10-02',
    answers: [first],
    ...asked,
  })

describe('a version that is new to somebody', () => {
  test('is asked about once, of whoever was here before it began', () => {
    expect(stand({})).toEqual({
      document: 'terms',
      version: 2,
      from: '2026-12-24',
      since: 1,
      accepted: { version: 1, at: acceptedAt.toISOString() },
      isAsked: true,
    })
    expect(stand({ sinceDay: '2026-12-23', answers: [] }).isAsked).toBe(true)
    expect(stand({ sinceDay: '2026-12-24', answers: [] }).isAsked).toBe(false)
  })

  test.each([
    ['accepted', acceptedAt],
    ['put off', null],
  ])('is not asked about again once it was %s', (_, answered) => {
    const answers = [first, { document: 'terms' as const, version: 2, acceptedAt: answered }]
    expect(stand({ answers }).isAsked).toBe(false)
    expect(stand({ answers }).accepted?.version).toBe(answered ? 2 : 1)
    // The next version is asked about anew.
    const next = [...versions, { version: 3, from: '2027-03-01' }]
    expect(stand({ answers, versions: next })).toMatchObject({ version: 3, isAsked: true })
    expect(stand({ answers, versions: next }).since).toBe(answered ? 2 : 1)
  })

  test('is none while there is only the first, and none by the answer about another document', () => {
    expect(stand({ versions: versions.slice(0, 1) })).toMatchObject({ since: null, isAsked: false })
    const answers = [{ document: 'policy' as const, version: 2, acceptedAt }]
    expect(stand({ answers })).toMatchObject({ isAsked: true, accepted: null })
  })

  test('is compared with the one before where it is not known what somebody read', () => {
    const answers = [{ document: 'terms' as const, version: null, acceptedAt }]
    expect(stand({ answers })).toMatchObject({ since: 1, isAsked: true })
  })
})
