import { describe, expect, test } from 'vitest'
import { newToken } from '#app/server/tokens.ts'
import {
  CHOSEN,
  can,
  type Joined,
  outcome,
  useAdministrators,
} from '#test/access/administrators.ts'
import { openBrowser } from '#test/support/browser.ts'

const { app, pass, codeOf, openShared, linkTo, join, signIn } = useAdministrators()
/** Four characters, but eight UTF-16 code units. */
const FOUR_CHARACTERS = '👗👠👜🧥'
const TOO_SHORT = { password: 'Password must be at least 8 characters' }

describe('an invitation', () => {
  test('is answered once, within 48 hours, unless it is taken back or another follows', async () => {
    const shared = await openShared()
    const invite = (by = shared) =>
      by.post('/api/admin/people', { email: 'a@club.example', name: 'A', role: 'analyst' })
    const open = async (token: string) =>
      outcome(await openBrowser(app).post('/api/admin/invitation', { token }))

    await invite()
    const first = await linkTo('a@club.example')
    expect(await open(first)).toBe('200')
    pass(1)
    await invite()
    const second = await linkTo('a@club.example')
    expect([await open(first), await open(second)]).toEqual(['410 invitation-void', '200'])
    const [{ id }] = (await shared.get('/api/admin/people')).json().invitations
    expect(outcome(await shared.delete(`/api/admin/people/invitations/${id}`))).toBe('200')
    expect(await open(second)).toBe('410 invitation-void')

    pass(1)
    await invite()
    const third = await linkTo('a@club.example')
    pass(48 * 60 + 1)
    expect(await open(third)).toBe('410 invitation-void')
    expect(await open(newToken())).toBe('410 invitation-void')

    // However many are sent at once, one is open.
    const later = await openShared()
    await Promise.all(Array.from({ length: 4 }, () => invite(later)))
    expect((await later.get('/api/admin/people')).json().invitations).toHaveLength(1)
  })

  test('makes one account, however many answer it at once', async () => {
    const shared = await openShared()
    const email = 'b@club.example'
    await shared.post('/api/admin/people', { email, name: 'B', role: 'curator' })
    const token = await linkTo(email)
    // All open the link before the first has answered.
    const opened = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const browser = openBrowser(app)
        const { step, app: made } = (await browser.post('/api/admin/invitation', { token })).json()
        return { browser, step, code: codeOf(made.secret) }
      }),
    )
    const answers = await Promise.all(
      opened.map(async ({ browser, step, code }) => {
        const given = { token, step, password: CHOSEN, name: 'B', code }
        return (await browser.post('/api/admin/invitation/take', given)).statusCode
      }),
    )
    expect(answers.toSorted()).toEqual([200, 410, 410, 410])
  })

  test('takes no password that is short by the one rule for passwords', async () => {
    const shared = await openShared()
    const email = 'c@club.example'
    await shared.post('/api/admin/people', { email, name: 'C', role: 'curator' })
    const token = await linkTo(email)
    const browser = openBrowser(app)
    const { step, app: made } = (await browser.post('/api/admin/invitation', { token })).json()
    const given = { token, step, name: 'C', code: codeOf(made.secret) }
    const refused = await browser.post('/api/admin/invitation/take', {
      ...given,
      password: FOUR_CHARACTERS,
    })
    expect([refused.statusCode, refused.json().fields]).toEqual([400, TOO_SHORT])
    const taken = { ...given, password: CHOSEN }
    expect(outcome(await browser.post('/api/admin/invitation/take', taken))).toBe('200')
    const changed = await browser.put('/api/admin/keys/password', { password: FOUR_CHARACTERS })
    expect([changed.statusCode, changed.json().fields]).toEqual([400, TOO_SHORT])
  })

  test('to somebody who is here gives new keys, and ends the ones before', async () => {
    const shared = await openShared()
    const before = await join(shared, 'curator')
    const restored = await join(shared, 'curator')
    expect(await can(before.browser, '/api/admin/deals')).toBe('401 admin-required')
    expect(await can(restored.browser, '/api/admin/deals')).toBe('200')
    pass(1)
    expect(outcome((await signIn(before)).answer)).toBe('401 wrong-factor')
    expect(outcome((await signIn(restored)).answer)).toBe('200')
  })
})

describe('people', () => {
  test('are removed at once, everywhere', async () => {
    const shared = await openShared()
    const owner = await join(shared, 'owner')
    const curator = await join(owner.browser, 'curator')
    expect(outcome(await owner.browser.delete(`/api/admin/people/${curator.id}`))).toBe('200')
    expect(await can(curator.browser, '/api/admin/deals')).toBe('401 admin-required')
    pass(1)
    expect(outcome((await signIn(curator)).answer)).toBe('401 invalid-password')
  })

  test('who are removed, or are less than before, come back by no invitation that is out, nor by one that they have sent', async () => {
    const owner = await join(await openShared(), 'owner')
    const open = async (token: string) =>
      outcome(await openBrowser(app).post('/api/admin/invitation', { token }))
    const askIn = async (by: Joined, email: string) => {
      const invited = { email, name: 'Asked', role: 'owner' }
      expect(outcome(await by.browser.post('/api/admin/people', invited))).toBe('200')
      return linkTo(email)
    }
    for (const end of ['asked-in-again', 'removed', 'demoted']) {
      const other = await join(owner.browser, 'owner', `${end}@club.example`)
      const links = [
        await askIn(owner, other.email),
        await askIn(other, `${end}-friend@club.example`),
        await askIn(owner, `${end}-else@club.example`),
      ]
      expect(await Promise.all(links.map(open))).toEqual(['200', '200', '200'])
      const path = `/api/admin/people/${other.id}`
      if (end === 'asked-in-again') await join(owner.browser, 'curator', other.email)
      else {
        const done = await (end === 'removed'
          ? owner.browser.delete(path)
          : owner.browser.patch(path, { role: 'curator' }))
        expect(outcome(done)).toBe('200')
      }
      const isVoid = '410 invitation-void'
      expect(await Promise.all(links.map(open))).toEqual([isVoid, isVoid, '200'])
    }
    const { entries } = (await owner.browser.get('/api/admin/audit')).json()
    const ended = entries.flatMap((each: { action: string; subjectLabel: string }) =>
      each.action.endsWith('.uninvited') ? each.subjectLabel : [],
    )
    // The newest first; other tests may have ended further ones before.
    const asked = ['demoted-friend', 'demoted', 'removed-friend', 'removed']
    expect(ended.slice(0, 4).toSorted()).toEqual(
      asked.map((each) => `${each}@club.example`).toSorted(),
    )
  })

  test('keep one owner at least, whoever does what at the same moment', async () => {
    const first = await join(await openShared(), 'owner', 'first@club.example')
    const self = `/api/admin/people/${first.id}`
    expect(outcome(await first.browser.delete(self))).toBe('409 last-owner')
    expect(outcome(await first.browser.patch(self, { role: 'analyst' }))).toBe('409 last-owner')
    await expect(join(first.browser, 'curator', first.email)).rejects.toThrow('last-owner')
    const second = await join(first.browser, 'owner', 'second@club.example')
    const both = await Promise.all([
      first.browser.delete(`/api/admin/people/${second.id}`),
      second.browser.delete(self),
    ])
    // Either may fail because it was removed before its own call.
    expect(both.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  test('have the role that they are given from the next call on', async () => {
    const owner = await join(await openShared(), 'owner')
    const person = await join(owner.browser, 'curator')
    expect(await can(person.browser, '/api/admin/figures/clicks?period=week')).toBe(
      '403 not-your-role',
    )
    await owner.browser.patch(`/api/admin/people/${person.id}`, { role: 'analyst' })
    expect(await can(person.browser, '/api/admin/deals')).toBe('403 not-your-role')
    expect(await can(person.browser, '/api/admin/audit')).toBe('200')
    expect(await can(person.browser, '/api/admin/people')).toBe('403 not-your-role')
  })

  test('are named by their account in the audit, whatever they say', async () => {
    const person = await join(await openShared(), 'curator')
    await person.browser.patch('/api/admin/session', { name: 'Somebody else' })
    const { entries } = (await person.browser.get('/api/admin/audit')).json()
    expect(entries[0]).toMatchObject({ actorName: 'The curator', action: 'session.opened' })
  })
})
