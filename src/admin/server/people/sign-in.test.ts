import { createHash, generateKeyPairSync } from 'node:crypto'
import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers'
import { describe, expect, test } from 'vitest'
import { RECOVERY_CODES } from '#app/admin/administrators/administrators.facts.ts'
import { CHOSEN, can, outcome, START, useAdministrators } from '#test/access/administrators.ts'
import { ADMIN_PASSWORD } from '#test/support/admin.ts'
import { openBrowser } from '#test/support/browser.ts'
import { askMeanwhile } from '#test/support/databases/lock-waits.ts'
import { createPerson } from '#test/support/factories.ts'

const { app, pass, codeOf, openShared, join, signIn } = useAdministrators()

/** Builds the browser's response for a new passkey. */
function newPasskey({ id, challenge, origin }: { id: Buffer; challenge: string; origin: string }) {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
    format: 'jwk',
  })
  // A COSE key: type, algorithm, curve and the coordinates.
  const key = new Map<number, number | Uint8Array>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    [-2, isoBase64URL.toBuffer(x)],
    [-3, isoBase64URL.toBuffer(y)],
  ])
  const authData = Buffer.concat([
    createHash('sha256').update(new URL(origin).hostname).digest(),
    // Flags (user present, new key included), counter 0, no maker, then the id's length and the id.
    ...[Buffer.from([0x41]), Buffer.alloc(4), Buffer.alloc(16), Buffer.from([0, id.length]), id],
    isoCBOR.encode(key),
  ])
  const told = { type: 'webauthn.create', challenge, origin }
  const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
    ...([
      ['fmt', 'none'],
      ['attStmt', new Map<string, string>()],
    ] as const),
    ['authData', new Uint8Array(authData)],
  ])
  const name = id.toString('base64url')
  return {
    id: name,
    rawId: name,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(told)).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    },
  }
}

describe('the password that all share', () => {
  test('opens the door until there is an owner, and nothing from then on', async () => {
    const shared = await openShared()
    const curator = await join(shared, 'curator')
    expect(await can(shared, '/api/admin/deals')).toBe('200')
    expect((await openBrowser(app).get('/api/admin/session')).json().door).toBe('either')

    const owner = await join(shared, 'owner')
    expect(await can(shared, '/api/admin/deals')).toBe('401 admin-required')
    const again = openBrowser(app)
    const refused = await again.post('/api/admin/session', { password: ADMIN_PASSWORD })
    expect([refused.statusCode, refused.json().error]).toEqual([401, 'Invalid password'])
    expect((await again.get('/api/admin/session')).json().door).toBe('account')
    expect(await can(owner.browser, '/api/admin/people')).toBe('200')
    expect(await can(curator.browser, '/api/admin/deals')).toBe('200')
  })

  test('is the emergency door for as long as the settings say: it asks an owner in, tells all owners, and does nothing else', async () => {
    const owner = await join(await openShared(), 'owner')
    const door = await app.another({
      environment: { ADMIN_PASSWORD, ADMIN_EMERGENCY_UNTIL: '2026-11-23T15:00:00Z' },
    })
    door.setNow(START)
    const browser = openBrowser(door)
    const opened = await browser.post('/api/admin/session', { password: ADMIN_PASSWORD })
    expect(opened.json()).toMatchObject({ isOpen: true, isEmergency: true })
    expect(await can(browser, '/api/admin/deals')).toBe('403 emergency-only')
    expect(await can(browser, '/api/admin/people')).toBe('200')
    const ask = (role: string) =>
      browser.post('/api/admin/people', { email: 'new@club.example', name: 'New', role })
    expect(outcome(await ask('curator'))).toBe('403 emergency-only')
    expect(outcome(await ask('owner'))).toBe('200')
    const [{ id }] = (await browser.get('/api/admin/people')).json().invitations
    for (const other of [owner.id, `invitations/${id}`]) {
      const refused = await browser.delete(`/api/admin/people/${other}`)
      expect(outcome(refused)).toBe('403 emergency-only')
    }
    const mails = await app.db
      .selectFrom('mails')
      .select(['template', 'recipient'])
      .where('template', '=', 'administrator-emergency')
      .execute()
    expect(mails).toEqual([{ template: 'administrator-emergency', recipient: owner.email }])
    // A session in use until then ends with it.
    door.setNow(new Date('2026-11-23T14:59:00Z'))
    const last = openBrowser(door)
    await last.post('/api/admin/session', { password: ADMIN_PASSWORD })
    expect(await can(last, '/api/admin/people')).toBe('200')
    door.setNow(new Date('2026-11-23T15:00:01Z'))
    expect(await can(last, '/api/admin/people')).toBe('401 admin-required')
    const late = await openBrowser(door).post('/api/admin/session', { password: ADMIN_PASSWORD })
    expect(late.statusCode).toBe(401)
    expect(await can(browser, '/api/admin/people')).toBe('401 admin-required')
    await door.close()
  })
})

describe('signing in', () => {
  test('takes the password and a code, which works once', async () => {
    const person = await join(await openShared(), 'analyst')
    pass(1)
    const { browser, answer } = await signIn(person)
    expect(answer.json()).toMatchObject({ isOpen: true, role: 'analyst', name: 'The analyst' })
    expect(await can(browser, '/api/admin/audit')).toBe('200')
    expect(outcome((await signIn(person)).answer)).toBe('401 wrong-factor')
    pass(1)
    expect(outcome((await signIn(person)).answer)).toBe('200')
  })

  test('takes an analyst’s file without addresses and small numbers, and tells nobody but owners what was done to members', async () => {
    const { browser, email } = await join(await openShared(), 'analyst')
    await app.db
      .insertInto('auditEntries')
      .values({
        ...{ actorName: 'Mara', actorSession: '', action: 'member.refund', subjectKind: 'member' },
        ...{ subjectId: 'm1', subjectLabel: 'Member m1', after: '{"reason":"She was ill"}' },
        ...{ actorId: null, batchId: null, before: null },
      })
      .execute()
    const audit = (await browser.get('/api/admin/audit.csv')).body
    expect(audit).toContain('Member m1')
    expect(audit).not.toContain('She was ill')
    expect(audit).not.toContain(email)
    const seen = (await browser.get('/api/admin/audit?kind=member')).json()
    expect(seen.entries).toMatchObject([{ subjectLabel: 'Member m1', changes: [] }])
    const months = (await browser.get('/api/admin/figures/csv/revenue-by-month')).body
    expect(months).toContain('"under 5"')
    await createPerson(app.ctx)
    const people = (await browser.get('/api/admin/figures/csv/members?standing=all')).body
    expect(people).not.toContain('@')
    const rows = await browser.get('/api/admin/figures/rows/members?standing=all')
    expect(rows.json().total).toBeGreaterThan(0)
    expect(rows.body).not.toContain('@')
    expect(await can(browser, '/api/admin/figures/people')).toBe('403 not-your-role')
  })

  test('gives an owner a file of people only after the second key', async () => {
    const owner = await join(await openShared(), 'owner')
    const [people, months] = ['members', 'revenue-by-month'].map((kind) => `csv/${kind}`)
    const take = (what = '') => can(owner.browser, `/api/admin/figures/${what}`)
    expect([await take(people), await take('people')]).toEqual(['200', '200'])
    pass(16)
    expect(await take(people)).toBe('403 prove-again')
    expect(await take('people')).toBe('403 prove-again')
    expect(await take(months)).toBe('200')
    expect(await take('rows/members')).toBe('200')
  })

  test('takes each of ten recovery codes once, as it is typed', async () => {
    const person = await join(await openShared(), 'analyst')
    expect(new Set(person.codes).size).toBe(RECOVERY_CODES)
    const [code = ''] = person.codes
    const typed = code.toUpperCase().replaceAll('-', ' ')
    expect(outcome((await signIn(person, { recoveryCode: typed })).answer)).toBe('200')
    expect(outcome((await signIn(person, { recoveryCode: code })).answer)).toBe('401 wrong-factor')
  })

  test('opens once for a password, also for two keys at the same moment', async () => {
    const person = await join(await openShared(), 'curator')
    pass(1)
    const given = { email: person.email, password: CHOSEN }
    const { step } = (await openBrowser(app).post('/api/admin/sign-in', given)).json()
    const keys = [{ code: codeOf(person.secret) }, { recoveryCode: person.codes[0] }]
    const answers = await Promise.all(
      keys.map((key) => openBrowser(app).post('/api/admin/sign-in/factor', { step, ...key })),
    )
    expect(answers.map(outcome).toSorted()).toEqual(['200', '401 begin-again'])
  })

  test('begins nothing with a password that is changed while it is looked at', async () => {
    const person = await join(await openShared(), 'curator')
    pass(1)
    const given = { email: person.email, password: CHOSEN }
    const answer = await askMeanwhile(
      app.db,
      (trx) => trx.updateTable('administrators').set({ passwordHash: 'another' }).execute(),
      () => openBrowser(app).post('/api/admin/sign-in', given),
    )
    expect(outcome(answer)).toBe('401 invalid-password')
  })

  test('answers an unknown address as a wrong password, and a step that is too old with what to do', async () => {
    const person = await join(await openShared(), 'curator')
    const nobody = { ...person, email: 'nobody@club.example' }
    expect(outcome((await signIn(person, undefined, 'another password')).answer)).toBe(
      '401 invalid-password',
    )
    expect(outcome((await signIn(nobody)).answer)).toBe('401 invalid-password')
    const browser = openBrowser(app)
    const given = { email: person.email, password: CHOSEN }
    const { step } = (await browser.post('/api/admin/sign-in', given)).json()
    pass(11)
    const late = await browser.post('/api/admin/sign-in/factor', {
      step,
      code: codeOf(person.secret),
    })
    expect(outcome(late)).toBe('401 begin-again')
  })

  test('lets nobody guess codes: after five wrong ones of an account everybody waits', async () => {
    const person = await join(await openShared(), 'curator')
    pass(1)
    const outcomes: string[] = []
    for (let n = 0; n < 8; n += 1) {
      outcomes.push(outcome((await signIn(person, { code: '000000' })).answer))
    }
    expect(outcomes.slice(0, 5)).toEqual(Array(5).fill('401 wrong-factor'))
    expect(outcomes.at(-1)).toBe('429 too-many-requests')
  })

  test('forgets wrong codes after a right one', async () => {
    const person = await join(await openShared(), 'curator')
    const wrong = { code: '000000' }
    const [recoveryCode = ''] = person.codes
    const outcomes: string[] = []
    for (const given of [wrong, wrong, wrong, wrong, { recoveryCode }, ...Array(5).fill(wrong)]) {
      outcomes.push(outcome((await signIn(person, given)).answer))
    }
    const refused = Array(5).fill('401 wrong-factor')
    expect(outcomes).toEqual([...refused.slice(1), '200', ...refused])
  })
})

describe('what is sensitive', () => {
  test('asks for the second key again after a quarter of an hour', async () => {
    const owner = await join(await openShared(), 'owner')
    const curator = await join(owner.browser, 'curator')
    const ask = () =>
      owner.browser.post('/api/admin/people', {
        email: 'c@club.example',
        name: 'C',
        role: 'curator',
      })
    expect(outcome(await ask())).toBe('200')
    pass(16)
    expect(outcome(await ask())).toBe('403 prove-again')
    // Another person's step is not accepted.
    const another = (await curator.browser.post('/api/admin/proof/begin')).json().factor
    const theirs = { step: another.step, code: codeOf(owner.secret) }
    expect(outcome(await owner.browser.post('/api/admin/proof', theirs))).toBe('401 begin-again')
    const { factor } = (await owner.browser.post('/api/admin/proof/begin')).json()
    const proof = { step: factor.step, code: codeOf(owner.secret) }
    expect(
      outcome(await owner.browser.post('/api/admin/proof', { ...proof, code: '000000' })),
    ).toBe('401 wrong-factor')
    expect(outcome(await owner.browser.post('/api/admin/proof', proof))).toBe('200')
    expect(outcome(await ask())).toBe('200')
  })

  test('asks who came by the shared password for that', async () => {
    const shared = await openShared()
    pass(16)
    const ask = () =>
      shared.post('/api/admin/people', { email: 'd@club.example', name: 'D', role: 'curator' })
    expect(outcome(await ask())).toBe('403 prove-again')
    expect((await shared.post('/api/admin/proof/begin')).json()).toEqual({ factor: null })
    expect(outcome(await shared.post('/api/admin/proof', { password: 'wrong' }))).toBe(
      '401 invalid-password',
    )
    expect(outcome(await shared.post('/api/admin/proof', { password: ADMIN_PASSWORD }))).toBe('200')
    expect(outcome(await ask())).toBe('200')
  })
})

describe('one’s own keys', () => {
  test('are seen, replaced and renewed; the only one stays', async () => {
    const person = await join(await openShared(), 'curator')
    const read = async () => (await person.browser.get('/api/admin/keys')).json()
    expect(await read()).toMatchObject({ hasApp: true, passkeys: [], recoveryCodesLeft: 10 })
    expect(outcome(await person.browser.delete('/api/admin/keys/app'))).toBe('409 last-key')

    const { step, app: made } = (await person.browser.post('/api/admin/keys/begin')).json()
    const another = await join(await openShared(), 'analyst')
    const stolen = { step, code: codeOf(made.secret) }
    expect(outcome(await another.browser.post('/api/admin/keys', stolen))).toBe('401 begin-again')
    pass(1)
    const added = await person.browser.post('/api/admin/keys', { step, code: codeOf(made.secret) })
    expect(outcome(added)).toBe('200')
    pass(1)
    expect(outcome((await signIn(person)).answer)).toBe('401 wrong-factor')
    expect(outcome((await signIn({ ...person, secret: made.secret })).answer)).toBe('200')

    const renewed = (await person.browser.post('/api/admin/keys/recovery-codes')).json()
    const [old = ''] = person.codes
    expect(outcome((await signIn(person, { recoveryCode: old })).answer)).toBe('401 wrong-factor')
    const [fresh = ''] = renewed.recoveryCodes
    expect(outcome((await signIn(person, { recoveryCode: fresh })).answer)).toBe('200')
  })

  test('may be ten passkeys, each of one person; for the next one has to go', async () => {
    const person = await join(await openShared(), 'curator')
    const add = async (id: Buffer, by = person) => {
      const { step, passkey } = (await by.browser.post('/api/admin/keys/begin')).json()
      const { publicUrl } = app.ctx.config.http
      const made = newPasskey({ id, challenge: passkey.challenge, origin: publicUrl })
      return outcome(await by.browser.post('/api/admin/keys', { step, passkey: made }))
    }
    const idOf = (n: number) => Buffer.alloc(16, n)
    for (let n = 1; n <= 10; n += 1) expect(await add(idOf(n))).toBe('200')
    expect(await add(idOf(11))).toBe('409 too-many-keys')
    const gone = `/api/admin/keys/${idOf(1).toString('base64url')}`
    expect(outcome(await person.browser.delete(gone))).toBe('200')
    expect(await add(idOf(2))).toBe('409 known-key')
    expect(await add(idOf(11))).toBe('200')
    const { passkeys } = (await person.browser.get('/api/admin/keys')).json()
    expect(passkeys).toHaveLength(10)
    // A response to another challenge, or from another origin, is refused.
    const { step } = (await person.browser.post('/api/admin/keys/begin')).json()
    const stray = newPasskey({ id: idOf(12), challenge: 'another', origin: 'https://else.example' })
    const refused = await person.browser.post('/api/admin/keys', { step, passkey: stray })
    expect(refused.statusCode).toBe(400)
  })

  test('have sessions, each of which can be ended; another password ends the others', async () => {
    const person = await join(await openShared(), 'curator')
    pass(1)
    const { browser: other } = await signIn(person)
    const { sessions } = (await person.browser.get('/api/admin/keys')).json()
    expect(sessions.map(({ isThis }: { isThis: boolean }) => isThis).toSorted()).toEqual([
      false,
      true,
    ])
    const { label } = sessions.find(({ isThis }: { isThis: boolean }) => !isThis)
    expect(outcome(await person.browser.delete(`/api/admin/sessions/${label}`))).toBe('200')
    expect(await can(other, '/api/admin/deals')).toBe('401 admin-required')

    pass(1)
    const { browser: third } = await signIn(person)
    const begun = openBrowser(app)
    const given = { email: person.email, password: CHOSEN }
    const { step } = (await begun.post('/api/admin/sign-in', given)).json()
    const changed = await person.browser.put('/api/admin/keys/password', {
      password: `${CHOSEN}-2`,
    })
    expect(outcome(changed)).toBe('200')
    expect(await can(third, '/api/admin/deals')).toBe('401 admin-required')
    expect(await can(person.browser, '/api/admin/deals')).toBe('200')
    pass(1)
    const factor = { step, code: codeOf(person.secret) }
    expect(outcome(await begun.post('/api/admin/sign-in/factor', factor))).toBe('401 begin-again')
    expect(outcome((await signIn(person, undefined, `${CHOSEN}-2`)).answer)).toBe('200')
  })
})
