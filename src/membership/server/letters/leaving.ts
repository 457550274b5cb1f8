import type { MailData } from '#app/membership/server/mails/mails.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Letter } from '#app/server/mail/mail.ts'
import { membershipName } from '#app/shared/offer.ts'
import { paths } from '#app/shared/paths.ts'
import { accountBlocks } from './account-link.ts'
import { button, facts, formatDateOfWeekAt, note, paragraph, title } from './blocks.copy.ts'

const reasonOf = ({ config: { club } }: AppContext) =>
  `You get this mail because you had a membership at ${club.name}.`

/**
 * Sent even when the membership was resumed meanwhile, because it says what happened. It does not
 * say that payments end, because somebody who leaves during the trial never paid.
 */
export async function cancelled(
  ctx: AppContext,
  { plan, subscriptionId, endsAt, isByUs }: MailData<'cancelled'>,
  to: string,
): Promise<Letter> {
  return {
    subject: isByUs ? 'Your membership will end' : 'Your membership is cancelled',
    preview: endsAt
      ? `Open to you until ${formatDateOfWeekAt(endsAt)}.`
      : 'Nothing more is charged.',
    reason: endsAt
      ? `You get this mail because of your membership at ${ctx.config.club.name}.`
      : reasonOf(ctx),
    blocks: [
      title(isByUs ? 'Your membership will end' : 'Your membership is cancelled'),
      paragraph(
        [
          isByUs ? 'We have ended it with the period that is running.' : 'As you asked.',
          endsAt
            ? 'Nothing more is charged, and everything stays open to you until the last day.'
            : 'Nothing more is charged.',
        ].join(' '),
      ),
      facts(['Plan', membershipName(plan)], ['Last day', endsAt && formatDateOfWeekAt(endsAt)]),
      ...(await accountBlocks(ctx, { to, subscriptionId }, [
        paragraph(
          isByUs
            ? 'Is it not what you want? Write to us, or resume it on your account page until then.'
            : 'Changed your mind? Until then you can resume on your account page.',
        ),
        button('Open my account', paths.account()),
      ])),
      note(
        `If something was not right, we would like to hear it: ${ctx.config.club.supportEmail}.`,
      ),
    ],
  }
}

export function ended(ctx: AppContext, { plan, endedAt, isByUs }: MailData<'ended'>): Letter {
  return {
    subject: 'Your membership has ended',
    preview: 'Nothing more is charged.',
    reason: reasonOf(ctx),
    blocks: [
      title('Your membership has ended'),
      paragraph(
        `${isByUs ? 'We have ended it today. ' : ''}Nothing more is charged. Your account stays, and so do the free deals of each day.`,
      ),
      ...(isByUs
        ? [note(`If you did not ask for it, write to ${ctx.config.club.supportEmail}: we answer.`)]
        : []),
      facts(['Plan', membershipName(plan)], ['Ended on', endedAt && formatDateOfWeekAt(endedAt)]),
      paragraph('Whenever you want to come back, the door is open.'),
      button('Come back', paths.joinNow()),
    ],
  }
}
