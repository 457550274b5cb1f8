import { findAccount } from '#app/accounts/server/accounts.ts'
import { createCheckoutLink } from '#app/membership/server/checkout/mailed-links.ts'
import type { MailData } from '#app/membership/server/mails/mails.ts'
import { readNextCharge } from '#app/membership/server/subscription/next-charge.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Letter } from '#app/server/mail/mail.ts'
import { businessDay, formatTime } from '#app/shared/dates.ts'
import { formatCents } from '#app/shared/money.ts'
import {
  formatRate,
  MONTHLY_GUARANTEE,
  membershipName,
  offer,
  type Plan,
} from '#app/shared/offer.ts'
import { paths } from '#app/shared/paths.ts'
import { accountBlocks } from './account-link.ts'
import {
  button,
  facts,
  formatDateOfWeekAt,
  LINK_WORKS_FOR,
  linkTerms,
  note,
  paragraph,
  title,
} from './blocks.copy.ts'
import { findSubscriptionState, findUnclaimedCheckout } from './letters.queries.ts'

type Who = Pick<AppContext, 'config'>
const reasonOf = ({ config: { club } }: Who) =>
  `You get this mail because of your membership at ${club.name}.`
const reasonOfCheckout = ({ config: { club } }: Who) =>
  `You get this mail because your address was given in a checkout at ${club.name}.`

/** For a payment without an account; dropped as soon as the payment is linked. */
export async function finishAccount(
  ctx: AppContext,
  { checkoutId }: MailData<'finish-account'>,
  to: string,
): Promise<Letter | undefined> {
  const checkout = await findUnclaimedCheckout(ctx.db, checkoutId)
  // The reader of the link counts as the owner of the address that paid, so it is mailed to no other.
  if (checkout?.email !== to) return
  // Looked up now: an account may have been made since the mail was enqueued.
  const found = await findAccount(ctx, { email: to })
  // An unconfirmed account is replaced by the one that this link creates.
  const account = found?.confirmedAt ? found : undefined
  const token = await createCheckoutLink(ctx, { checkoutId, userId: account?.id ?? null })
  const path = paths.finishAccount(token)
  const frame = {
    preview: `One step left: this link works once, within ${LINK_WORKS_FOR}.`,
    reason: reasonOfCheckout(ctx),
  }
  const terms = note(linkTerms(ctx))
  if (account) {
    return {
      ...frame,
      subject: 'Connect your membership to your account',
      blocks: [
        title('One step left'),
        paragraph(
          `Your checkout went through, and ${to} already has an account with us. Choose a new password to connect the two.`,
        ),
        paragraph('The new password replaces the old one and signs you out everywhere else.'),
        button('Connect my membership', path),
        terms,
      ],
    }
  }
  return {
    ...frame,
    subject: 'Finish your account',
    blocks: [
      title('One step left'),
      paragraph(
        'Your checkout went through and your membership is waiting. Choose a password and you are in.',
      ),
      button('Finish my account', path),
      terms,
    ],
  }
}

export function welcome(ctx: AppContext): Letter {
  const { shortName } = ctx.config.club
  return {
    subject: `Welcome to ${shortName}`,
    preview: 'Every name, every link, every morning.',
    reason: reasonOf(ctx),
    blocks: [
      title(`Welcome to ${shortName}`),
      paragraph(
        'Your account is ready. From now on you see every deal in full: what it is, who sells it, and the way there.',
      ),
      paragraph('New deals go up every morning. The good sizes tend to go first.'),
      button('See today’s deals', paths.dailyDeals()),
      note('Your plan, your receipts and the way to cancel are on your account page.', {
        label: 'Open my account',
        path: paths.account(),
      }),
    ],
  }
}

export async function trialStarted(
  ctx: AppContext,
  { plan, amountCents, trialEndsAt, subscriptionId }: MailData<'trial-started'>,
  to: string,
): Promise<Letter> {
  const price = ctx.config.prices[plan] ?? amountCents ?? 0
  const first = (await readNextCharge(ctx, subscriptionId)) ?? amountCents ?? price
  const isReduced = first !== price
  return {
    subject: 'Your free trial has started',
    preview: `Nothing is charged before ${formatDateOfWeekAt(trialEndsAt)}.`,
    reason: reasonOf(ctx),
    blocks: [
      title('Your free trial has started'),
      paragraph(
        `You have ${offer.trialDays} days to look around, with everything open. If you stay, membership begins by itself.`,
      ),
      facts(
        ['Plan', membershipName(plan)],
        ['Today', formatCents(0)],
        ['First charge', formatDateOfWeekAt(trialEndsAt)],
        ['Amount then', isReduced ? formatCents(first) : formatRate(plan, price)],
        ['After that', isReduced ? formatRate(plan, price) : undefined],
      ),
      ...(await accountBlocks(ctx, { to, subscriptionId }, [
        button('See today’s deals', paths.dailyDeals()),
        note(
          'Not for you? Cancel on your account page before that day: it takes two clicks, and you pay nothing.',
          { label: 'How to cancel', path: paths.account() },
        ),
      ])),
    ],
  }
}

/** Dropped when the trial is over, or when nothing will be charged at its end. */
export async function trialEndsTomorrow(
  ctx: AppContext,
  { subscriptionId, plan, amountCents, trialEndsAt }: MailData<'trial-ends-tomorrow'>,
  to: string,
): Promise<Letter | undefined> {
  const current = await findSubscriptionState(ctx.db, subscriptionId)
  if (current?.status !== 'trialing' || current.isEnding) return
  // By the provider's clock, because its dates are.
  const now = ctx.payments.providerNow()
  if (trialEndsAt <= now) return
  // Found late, as after we were away, or sent late, because nobody took it.
  const isToday = businessDay(trialEndsAt) === businessDay(now)
  const ends = `Your free trial ends ${isToday ? 'today' : 'tomorrow'}`
  return {
    subject: ends,
    preview: `${formatCents(amountCents)} on ${formatDateOfWeekAt(trialEndsAt)}, unless you cancel.`,
    reason: reasonOf(ctx),
    blocks: [
      title(ends),
      paragraph(
        isToday
          ? `If you like it here, there is nothing to do. If not, cancel before ${formatTime(trialEndsAt)} Toronto time and pay nothing.`
          : 'If you like it here, there is nothing to do. If not, cancel today and pay nothing.',
      ),
      facts(
        ['Plan', membershipName(plan)],
        ['First charge', formatDateOfWeekAt(trialEndsAt)],
        ['Amount', formatCents(amountCents)],
      ),
      ...(await accountBlocks(ctx, { to, subscriptionId }, [
        button('Keep or cancel', paths.account()),
      ])),
      note(
        offer.plans[plan].interval === 'month'
          ? `${offer.guarantee} ${MONTHLY_GUARANTEE}`
          : offer.guarantee,
      ),
    ],
  }
}

export function trialRefused(ctx: AppContext, { plan: wanted }: MailData<'trial-refused'>): Letter {
  const { prices, club } = ctx.config
  // The plan may no longer be sold.
  const plan: Plan = prices[wanted] === undefined ? 'annual' : wanted
  return {
    subject: 'Your trial could not start',
    preview: 'Nothing was charged.',
    reason: reasonOfCheckout(ctx),
    blocks: [
      title('Your trial could not start'),
      paragraph(
        'The free trial is there once for each person, and this address or card has had one before. Nothing was charged, and nothing will be.',
      ),
      paragraph(
        `You can still join without a trial: ${formatRate(plan, prices[plan] ?? prices.annual)}, and you can cancel any time.`,
      ),
      button('Join without a trial', paths.joinNow()),
      note(`You think this is a mistake? Write to ${club.supportEmail}.`),
    ],
  }
}
