import { draftAnnouncement } from '#app/mailings/server/announcements/announcements.ts'
import type { AppContext } from '#app/server/context.ts'

/** Writes a draft of one letter to all. */
export async function writeLetter(ctx: AppContext): Promise<void> {
  await ctx.db.transaction().execute((trx) =>
    draftAnnouncement(trx, ctx, {
      subject: 'What our terms say, and where they stand',
      body: [
        'Our terms and our privacy policy now have numbers, and each stays where you can read it.',
        'Nothing in them has changed for you. When something does, we write to you before it holds, and you may leave until then.',
        'You find them under [our terms](/terms) and [our privacy policy](/privacy-policy). What you have yourself is in your account.',
        '[Open my account](/account)',
      ].join('\n\n'),
      audience: 'everybody',
      about: { document: 'terms', version: 1 },
      by: 'The demo',
    }),
  )
}
