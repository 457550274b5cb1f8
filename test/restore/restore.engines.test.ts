import { expect, inject, test } from 'vitest'
import { listPictureKeys } from '#app/backups.ts'
import { decideHeldMails } from '#app/server/mail/held.ts'
import { openBrowser } from '#test/support/browser.ts'
import { readOutbox, runJobs } from '#test/support/jobs.ts'
import { createTestApp } from '#test/support/test-app.ts'
import { furnish, sumsOf, useClubs, write } from './club.ts'

const { newFolder, openClub, openEmpty, restore } = useClubs()
const FORMS = inject('engine') === 'postgres' ? (['pg_dump', 'rows'] as const) : (['rows'] as const)

test.each(FORMS)(
  'what is restored is the same club, but for what counts no more (%s)',
  async (form) => {
    const club = await openClub()
    const { member, resetToken, invitationToken, inboxToken } = await furnish(club)
    const before = await sumsOf(club.app)
    const place = await newFolder()
    const done = await write(club, { place, form })
    expect(done).toMatchObject({ form, pictures: { files: 7, missing: [] } })
    // The mail is sent after the backup; then its records are lost.
    await runJobs(club.app.ctx)
    expect(await readOutbox(club.app.ctx)).toHaveLength(1)

    const empty = await openEmpty()
    const pictures = await restore(place, empty)
    const after = await sumsOf(empty.database)
    const changed = Object.keys(before).filter((name) => before[name] !== after[name])
    expect(changed.toSorted()).toEqual([
      'public.administrator_invitation_links',
      'public.administrator_invitations',
      'public.administrator_steps',
      'public.inbox_links',
      'public.mails',
      'public.marketing_events',
      'public.password_resets',
      'public.restores',
      'public.sessions',
    ])
    for (const key of await listPictureKeys(empty.database.db)) {
      expect(await pictures.has(key), key).toBe(true)
    }

    const app = await createTestApp({ database: empty.database })
    // Generated ids continue after the last one.
    await app.db
      .insertInto('priceObservations')
      .columns(['dealId', 'source'])
      .expression((eb) => eb.selectFrom('deals').select(['id', eb.val('again').as('source')]))
      .execute()
    expect((await app.as(member).inject({ url: '/api/user' })).statusCode).toBe(401)
    const payload = { token: resetToken, password: 'another-long-password' }
    const reset = await app.inject({ method: 'POST', url: '/api/reset-password', payload })
    expect([reset.statusCode, reset.json().code]).toEqual([400, 'reset-link-invalid'])

    const browser = openBrowser(app)
    const invited = await browser.post('/api/admin/invitation', { token: invitationToken })
    expect([invited.statusCode, invited.json().code]).toEqual([410, 'invitation-void'])
    const proof = await browser.post('/api/mail/inbox-proof', { token: inboxToken })
    expect([proof.statusCode, proof.json().code]).toEqual([400, 'inbox-link-over'])

    await runJobs(app.ctx, { everything: true })
    expect(await readOutbox(app.ctx)).toEqual([])
    const { held } = await decideHeldMails(app.ctx, { action: 'list' })
    expect(held).toMatchObject([{ template: 'password-changed', recipient: member.email }])
    const [{ id } = { id: '' }] = held
    const released = await decideHeldMails(app.ctx, { action: 'release', ids: [id] })
    expect(released).toEqual({ held: [], ended: 1 })
    await runJobs(app.ctx)
    expect(await readOutbox(app.ctx)).toHaveLength(1)
    await app.close()
  },
)
