import type { MailData } from '#app/membership/server/mails/mails.ts'
import { isMemberStatus } from '#app/membership/server/membership.rules.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Letter } from '#app/server/mail/mail.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatDateAt } from '#app/shared/dates.ts'
import { formatCents } from '#app/shared/money.ts'
import { membershipName } from '#app/shared/offer.ts'
import { paths } from '#app/shared/paths.ts'
import { accountBlocks } from './account-link.ts'
import { button, facts, formatDateOfWeekAt, note, paragraph, title } from './blocks.copy.ts'
import { findSubscriptionState } from './letters.queries.ts'

const reasonOf = ({ config: { club } }: AppContext) =>
  `You get this mail because of a payment at ${club.name}.`

/** Dropped when the membership no longer renews, or has renewed already. */
export async function renewalComing(
  ctx: AppContext,
  { subscriptionId, plan, amountCents, renewsAt }: MailData<'renewal-coming'>,
  to: string,
): Promise<Letter | undefined> {
  const current = await findSubscriptionState(ctx.db, subscriptionId)
  if (!current || !isMemberStatus(current.status) || current.isEnding) return
  // By the provider's clock, because its dates are.
  if (renewsAt <= ctx.payments.providerNow()) return
  return {
    subject: `Your membership renews on ${formatDateAt(renewsAt)}`,
    preview: `${formatCents(amountCents)} on that day, unless you cancel.`,
    reason: `You get this mail because of your membership at ${ctx.config.club.name}.`,
    blocks: [
      title('Your membership renews soon'),
      paragraph(
        'If you want to stay, there is nothing to do. If not, cancel before that day, and nothing more is charged.',
      ),
      facts(
        ['Plan', membershipName(plan)],
        ['Renews on', formatDateOfWeekAt(renewsAt)],
        ['Amount', formatCents(amountCents)],
      ),
      ...(await accountBlocks(ctx, { to, subscriptionId }, [
        button('Keep or cancel', paths.account()),
        note('What you have saved with it so far is on your savings page.', {
          label: 'Open my savings',
          path: paths.savings(),
        }),
      ])),
    ],
  }
}

export async function receipt(
  ctx: AppContext,
  data: MailData<'receipt'>,
  to: string,
): Promise<Letter> {
  const {
    plan,
    subscriptionId,
    amountCents,
    number,
    paidAt,
    periodStartsAt = paidAt,
    periodEndsAt,
  } = data
  return {
    subject: `Your receipt: ${formatCents(amountCents)}`,
    preview: `Paid on ${formatDateOfWeekAt(paidAt)}. Thank you.`,
    reason: reasonOf(ctx),
    blocks: [
      title('Thank you'),
      paragraph(`We received your payment of ${formatCents(amountCents)}.`),
      facts(
        ['Receipt', number],
        ['Plan', membershipName(plan)],
        ['Paid on', formatDateOfWeekAt(paidAt)],
        [
          'Period',
          periodEndsAt && `${formatDateAt(periodStartsAt)} – ${formatDateAt(periodEndsAt)}`,
        ],
        ['Amount', formatCents(amountCents)],
      ),
      ...(await accountBlocks(ctx, { to, subscriptionId }, [
        button('See all receipts', paths.account()),
      ])),
      note(
        `A question about this charge? Write to ${ctx.config.club.supportEmail} before you ask your bank: we answer, and refund what is wrong.`,
      ),
    ],
  }
}

export async function paymentFailed(
  ctx: AppContext,
  { plan, subscriptionId, amountCents, nextAttemptAt }: MailData<'payment-failed'>,
  to: string,
): Promise<Letter> {
  return {
    subject: 'Your payment did not go through',
    preview: 'Your membership is paused until it does.',
    reason: reasonOf(ctx),
    blocks: [
      title('Your payment did not go through'),
      paragraph(
        'Your bank declined the charge for your membership, or wants you to confirm it. Members’ deals are closed to you until it is paid; nothing is lost.',
      ),
      facts(
        ['Plan', membershipName(plan)],
        ['Amount', formatCents(amountCents)],
        ['Next attempt', nextAttemptAt ? formatDateOfWeekAt(nextAttemptAt) : undefined],
      ),
      ...(await accountBlocks(ctx, { to, subscriptionId }, [
        button('Fix my payment', paths.account()),
      ])),
      note(
        nextAttemptAt
          ? 'We try again by ourselves on the day above. On the payment page you can confirm it, or use another card. If it keeps failing, the membership ends, and you owe nothing.'
          : 'We will not try again by ourselves. If you do nothing, the membership ends, and you owe nothing.',
      ),
    ],
  }
}

export function duplicateRefunded(
  ctx: AppContext,
  { plan, amountCents }: MailData<'duplicate-refunded'>,
): Letter {
  return {
    subject: 'You paid twice, so we refunded one',
    preview: 'Your membership goes on as it was.',
    reason: reasonOf(ctx),
    blocks: [
      title('You paid twice, so we refunded one'),
      paragraph(
        'You already had a membership when a second one began. We ended the second and sent back whatever was paid for it. Your membership goes on as it was.',
      ),
      facts(
        ['Ended', membershipName(plan)],
        ['Refund', amountCents === undefined ? undefined : formatCents(amountCents)],
      ),
      paragraph('Banks take a few days to show a refund, usually five to ten.'),
      button('Open my account', paths.account()),
    ],
  }
}

export function refunded(
  ctx: AppContext,
  { amountCents, number, paidAt }: MailData<'refunded'>,
): Letter {
  const amount = formatCents(amountCents)
  return {
    subject: `We have sent you back ${amount}`,
    preview: 'To the card you paid with.',
    reason: reasonOf(ctx),
    blocks: [
      title(`We have sent you back ${amount}`),
      paragraph(
        'It goes to the card you paid with. Banks take a few days to show it, usually five to ten.',
      ),
      facts(
        ['Sent back', amount],
        ['Of receipt', number],
        ['Paid on', paidAt && formatDateOfWeekAt(paidAt)],
      ),
      paragraph('It changes nothing else: how your membership stands is on your account page.'),
      button('See all receipts', paths.account()),
      note(`Something not right? Write to ${ctx.config.club.supportEmail}.`),
    ],
  }
}

export function refundSentBack(
  ctx: AppContext,
  { amountCents, number, paidAt }: MailData<'refund-sent-back'>,
): Letter {
  const amount = formatCents(amountCents)
  return {
    subject: `Your bank has sent back our refund of ${amount}`,
    preview: 'It is still yours. Tell us where it can go.',
    reason: reasonOf(ctx),
    blocks: [
      title(`Your bank has sent back our refund of ${amount}`),
      paragraph(
        'We had sent it to the card you paid with, and your bank did not keep it. That happens when a card was closed or replaced.',
      ),
      facts(
        ['Still yours', amount],
        ['Of receipt', number],
        ['Paid on', paidAt && formatDateOfWeekAt(paidAt)],
      ),
      paragraph(
        `It is still yours. One of us sees to it; if that card is gone, write to ${ctx.config.club.supportEmail} and we find another way.`,
      ),
      button('See all receipts', paths.account()),
    ],
  }
}

export function daysGiven(
  ctx: AppContext,
  { days, until, isTrial, isEnding }: MailData<'days-given'>,
): Letter {
  const gift = countOf(days, 'day')
  const on = formatDateOfWeekAt(until)
  return {
    subject: `${gift} more, from us`,
    preview: isEnding ? `Open to you until ${on}.` : `Nothing is charged before ${on}.`,
    reason: `You get this mail because you have a membership at ${ctx.config.club.name}.`,
    blocks: [
      title(`${gift} more, from us`),
      paragraph(
        `We have added ${gift} to ${isTrial ? 'your trial' : 'your membership'}. They cost you nothing.`,
      ),
      facts(
        [isTrial ? 'Your trial' : 'Your membership', `${gift} longer`],
        [isEnding ? 'Last day' : isTrial ? 'First charge' : 'Next charge', on],
      ),
      paragraph(
        isEnding
          ? 'Everything stays open to you until then, and nothing more is charged.'
          : 'Everything stays as it was; only that day has moved.',
      ),
      button('Open my account', paths.account()),
    ],
  }
}
