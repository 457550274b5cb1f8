import type { Guarantee } from '#app/guarantee/guarantee.contract.ts'
import {
  dueInWords,
  GOAL,
  guaranteeInWords,
  isByHand,
  meterInWords,
  refusalInWords,
  wayBack,
  waysBack,
} from '#app/guarantee/guarantee.copy.ts'
import { CLAIM_OPEN_MS, GOAL_CENTS, whyNoFee, YEAR_MONTHS } from '#app/guarantee/guarantee.facts.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Mail } from '#app/server/mail/mail.queries.ts'
import type { Block, Letter, MailTemplates } from '#app/server/mail/mail.ts'
import { formatDate, formatDays } from '#app/shared/dates.ts'
import { formatDollars } from '#app/shared/money.ts'
import { paths } from '#app/shared/paths.ts'
import { listInWords } from '#app/shared/word-lists.ts'
import { readGuarantee } from './guarantee.ts'
import { GUARANTEE_MAILS, MailFacts } from './mails.ts'

/** Writes a mail with the state at the time of sending; returns undefined if it has become pointless. */
async function write(ctx: AppContext, { data }: Mail): Promise<Letter | undefined> {
  const facts = MailFacts.parse(data)
  const guarantee = await readGuarantee(ctx, facts.userId)
  const words = wordsOf(facts, guarantee)
  if (!words) return
  const { subject, preview, blocks } = words
  return {
    subject,
    preview,
    reason: `You get this mail because you have paid for a year at ${ctx.config.club.name}, and it is about your money.`,
    blocks: [
      { kind: 'title', text: subject },
      ...blocks,
      { kind: 'button', label: 'See my guarantee', path: paths.guarantee() },
    ],
  }
}

type Words = { subject: string; preview: string; blocks: Block[] }

function wordsOf(facts: MailFacts, guarantee: Guarantee): Words | undefined {
  switch (facts.what) {
    case 'below':
      return guarantee.state === 'running' &&
        guarantee.meter * 100 < GOAL_CENTS &&
        !whyNoFee(guarantee.payments, guarantee.paidMonths >= YEAR_MONTHS)
        ? below(guarantee)
        : undefined
    case 'open':
      return guarantee.state === 'open' ? open(guarantee) : undefined
    case 'held':
    case 'waiting':
    case 'saved': {
      if (guarantee.state !== facts.what) return
      const { title, text } = guaranteeInWords(guarantee)
      return { subject: title, preview: text, blocks: [paragraph(text)] }
    }
    case 'refused': {
      const text = refusalInWords(facts.refusal, guarantee)
      return {
        subject: 'Your claim is refused',
        preview: text,
        blocks: [paragraph(text), ...confirmedRows(facts, guarantee)],
      }
    }
    case 'paid':
      return paid(guarantee)
    case 'sent-back':
      return guarantee.state === 'paying' ? sentBack(guarantee) : undefined
  }
}

const GOES_ON = 'Your membership goes on, unless you also end it in your account.'

function below(guarantee: Guarantee): Words {
  const ends = formatDate(guarantee.endsOn ?? '')
  return {
    subject: `Your guarantee: ${meterInWords(guarantee)}`,
    preview: `Your year runs until ${ends}.`,
    blocks: [
      paragraph(
        `So far you have recorded savings of ${formatDollars(guarantee.meter)} in your first twelve paid months. Have you bought a piece that you went to see from here, and not said so yet? Your savings wait for it.`,
      ),
      paragraph(
        `If it is less than ${GOAL} when the year ends on ${ends}, you can have the year’s fee back with one press, for ${formatDays(CLAIM_OPEN_MS)}. We write to you then.`,
      ),
    ],
  }
}

function open(guarantee: Guarantee): Words {
  const until = formatDate(guarantee.claimUntil ?? '')
  return {
    subject: `You can have ${formatDollars(guarantee.toPay)} back`,
    preview: `Until ${until}, with one press.`,
    blocks: [
      paragraph(
        `Your first year ended with ${formatDollars(guarantee.meter)} saved, which is less than ${GOAL}. As promised, you can have the year’s fee back. One press is enough, until ${until}.`,
      ),
      paymentRows(guarantee),
      ...(guarantee.goesOn ? [paragraph(GOES_ON)] : []),
    ],
  }
}

function paid(guarantee: Guarantee): Words {
  return {
    subject: `We paid ${formatDollars(guarantee.paidBack)} back`,
    preview: 'Your year’s fee, as promised.',
    blocks: [
      paragraph(
        `Your first year saved you less than ${GOAL}, so we have paid its fee back, ${guarantee.payments.some(isByHand) ? 'what could not go the way it was made as agreed with you' : 'each payment the way it was made'}.`,
      ),
      paymentRows(guarantee),
      paragraph(
        `Banks take a few days to show a refund, usually five to ten.${guarantee.goesOn ? ` ${GOES_ON}` : ''}`,
      ),
    ],
  }
}

function sentBack(guarantee: Guarantee): Words | undefined {
  const back = guarantee.payments.filter(({ refund }) => refund === 'stuck')
  if (back.length === 0) return
  const all = formatDollars(back.reduce((sum, { due }) => sum + due * 100, 0) / 100)
  const { text } = guaranteeInWords(guarantee)
  return {
    subject: `${all} of your refund came back to us`,
    preview: 'It is still yours. We find another way.',
    blocks: [
      paragraph(
        `We had paid ${all} to ${listInWords(waysBack(back))}, and the bank has sent it back, as banks do when a card or an account is closed.`,
      ),
      paragraph(text),
    ],
  }
}

function paymentRows({ payments }: Guarantee): Block {
  return {
    kind: 'facts',
    rows: payments
      .filter(({ due }) => due > 0)
      .map((payment): [string, string] => [
        `Paid ${formatDate(payment.paidOn)}`,
        [`${formatDollars(payment.due)} to ${wayBack(payment)}`, dueInWords(payment)]
          .filter(Boolean)
          .join(': '),
      ]),
  }
}

function confirmedRows({ refusal }: MailFacts, { savings }: Guarantee): Block[] {
  const rows = savings.filter(({ isConfirmed }) => isConfirmed)
  if (refusal !== 'confirmed' || rows.length === 0) return []
  return [
    {
      kind: 'facts',
      rows: rows.map(({ boughtOn, brandName, saving }): [string, string] => [
        formatDate(boughtOn),
        `${brandName}: ${formatDollars(saving)}`,
      ]),
    },
  ]
}

function paragraph(text: string): Block {
  return { kind: 'paragraph', text }
}

export const guaranteeMails: MailTemplates = Object.fromEntries(
  GUARANTEE_MAILS.map((what) => [`guarantee-${what}`, write]),
)
