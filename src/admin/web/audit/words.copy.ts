import type { AuditEntry } from '#app/admin/audit.contract.ts'
import { capitalize, countOf } from '#app/shared/counts.ts'

type Change = AuditEntry['changes'][number]

/** The predicate of each action; other actions are described by their own name. */
const DONE: Record<string, string> = {
  'deal.created': 'created',
  'deal.published': 'published',
  'deal.unpublished': 'unpublished',
  'deal.published-anyway': 'published in spite of warnings',
  'import.published-anyway': 'published in spite of warnings from',
  'deal.deleted': 'deleted',
  'deal.ended': 'ended',
  'deal.brought-back': 'brought back',
  'deal.restored': 'restored',
  'check.accepted': 'accepted what a look found of',
  'check.corrected': 'corrected what a look found of',
  'check.ignored': 'ignored what a look found of',
  'report.answered': 'answered what people told of',
  'carousel.on': 'switched on the carousel',
  'carousel.off': 'switched off the carousel',
  'carousel.ordered': 'changed the order of',
  'guarantee.paid': 'let pay',
  'guarantee.paid-by-hand': 'paid by hand',
  'guarantee.refused': 'refused',
  'setup.letter': 'sent',
  'setup.letter-refused': 'could not send',
  'switch.on': 'turned on',
  'switch.off': 'turned off',
  'session.opened': 'opened the back office',
  'session.closed': 'locked the back office',
  'session.named': 'said a name',
  'session.refused': 'was refused at the gate',
  'session.password': 'took another password, which locked every open back office:',
  'session.emergency': 'opened the emergency door:',
  'product-feed.added': 'added the product feed',
  'product-feed.changed': 'changed the product feed',
  'product-feed.removed': 'removed the product feed',
  'product-feed.fetched': 'had fetched the product feed',
  'product-feed.uploaded': 'uploaded a file of the product feed',
  'mail.letter-written': 'wrote the letter',
  'mail.letter-rewritten': 'rewrote the letter',
  'mail.letter-deleted': 'deleted the letter',
  'mail.letter-tried': 'sent to themselves the letter',
  'mail.letter-sent': 'sent out the letter',
  'mail.letter-stopped': 'stopped the letter',
  'mail.letter-resumed': 'let go on the letter',
  'member.looked-at': 'looked at the page of',
  'member.refund': 'sent money back to',
  'member.refund-sent-back': 'heard that a bank returned the refund of',
  'member.days': 'gave days to',
  'member.end-now': 'ended at once the membership of',
  'member.end-later': 'ended with its period the membership of',
  'member.signed-out': 'signed out every browser of',
  'member.mail-sent-again': 'sent a mail again to',
  'member.link-sent': 'sent a link to',
  'administrator.invited': 'asked in',
  'administrator.uninvited': 'took back the invitation of',
  'administrator.joined': 'took up the keys of',
  'administrator.restored': 'took up new keys of',
  'administrator.role': 'changed the role of',
  'administrator.removed': 'removed',
  'administrator.key-added': 'added a key of',
  'administrator.key-removed': 'removed a key of',
  'administrator.codes-renewed': 'made new recovery codes of',
  'administrator.password': 'changed the password of',
  'administrator.session-ended': 'ended a session of',
  'rate.taken': 'said the rate of',
  'link.pasted': 'pasted',
  'link.removed': 'took away',
  'subscription.activated': 'activated the subscription of',
  'subscription.event': 'tried the event',
}
/** Actions described by their changes. */
const CHANGES = /\.(changed|updated|edited|switched)$/
/** Longer values are cut to keep an entry on one line. */
const LONGEST_VALUE = 48
const MOST_NAMED = 3

/** A sentence around its subject: `changed the sale price`, `of` the coat, `from ... to ...`. */
type AuditWords = {
  lead: string
  /** A preposition between lead and subject; left out with the subject. */
  joint?: string
  tail?: string
}

/** Describes in plain words what was done to the subject. */
export function entryInWords({
  action,
  changes,
}: Pick<AuditEntry, 'action' | 'changes'>): AuditWords {
  if (CHANGES.test(action)) return changesInWords(changes)
  if (action.startsWith('import.')) return uploadInWords(action, changes)
  return { lead: DONE[action] ?? actionInWords(action) }
}

/** Returns the sentence without its subject, where the context names it. */
export function withoutSubject({ lead, tail }: AuditWords): string {
  return tail ? `${lead} ${tail}` : lead
}

/** `published 34 deals`: describes the entries of one bulk action. */
export function batchInWords(entries: AuditEntry[], isCutOff: boolean): string {
  const [first] = entries
  if (!first) return ''
  const verb = CHANGES.test(first.action)
    ? 'changed'
    : (DONE[first.action] ?? actionInWords(first.action))
  const count = countOf(entries.length, first.subjectKind)
  return isCutOff ? `${verb} ${count} and more` : `${verb} ${count}`
}

/** Turns `deal.price-changed` into `price changed`; the filter uses it as well. */
function actionInWords(action: string): string {
  return action.slice(action.indexOf('.') + 1).replaceAll('-', ' ')
}

/** An action as a choice of the filter: `Deal published`. */
export function actionAsChoice(action: string): string {
  const [kind = '', ...rest] = action.split('.')
  const words = `${kind} ${rest.join(' ')}`.replaceAll('-', ' ').trim()
  return capitalize(words)
}

function uploadInWords(action: string, changes: Change[]): AuditWords {
  const count = (field: string) => {
    const change = changes.find((each) => each.field === field)
    return Math.max(Number(change?.before ?? 0), Number(change?.after ?? 0))
  }
  switch (action) {
    case 'import.committed':
      return {
        lead: importedInWords(count('Created count'), count('Updated count')),
        joint: 'from',
      }
    case 'import.refused':
      return {
        lead: 'uploaded',
        tail: `and was refused: ${countOf(count('Problem count'), 'problem')}`,
      }
    case 'import.undone':
      return { lead: `took back ${countOf(count('Deals'), 'deal')}`, joint: 'of' }
    case 'import.restored':
      return { lead: `restored ${countOf(count('Deals'), 'deal')}`, joint: 'of' }
    default:
      return { lead: actionInWords(action) }
  }
}

/** `imported 3 deals`, `updated 2 deals`, `imported 3 deals and updated 2` */
function importedInWords(created: number, updated: number): string {
  if (updated === 0) return `imported ${countOf(created, 'deal')}`
  if (created === 0) return `updated ${countOf(updated, 'deal')}`
  return `imported ${countOf(created, 'deal')} and updated ${updated}`
}

function changesInWords(changes: Change[]): AuditWords {
  const [change, ...others] = changes
  if (!change) return { lead: 'saved', tail: 'without a change' }
  if (others.length === 0) return changeInWords(change)
  const names = changes.slice(0, MOST_NAMED).map(({ field }) => lower(field))
  const more = changes.length - names.length
  const listed =
    more > 0
      ? `${names.join(', ')} and ${more} more`
      : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
  return { lead: `changed the ${listed}`, joint: 'of' }
}

function changeInWords({ field, before, after }: Change): AuditWords {
  const name = lower(field)
  if (name === 'carousel') return carouselInWords(before ?? '0', after ?? '0')
  if (name === 'show in splash') {
    return after === 'yes'
      ? { lead: 'put', tail: 'into the splash' }
      : { lead: 'took', tail: 'out of the splash' }
  }
  if (isYesNo(before) && isYesNo(after) && before !== after) {
    return { lead: `switched ${name} ${after === 'yes' ? 'on' : 'off'}`, joint: 'for' }
  }
  // For pictures the log holds what was done, not their keys.
  if (before === null && after !== null && PICTURE_WORDS.has(after)) {
    return { lead: `${after} the ${name}`, joint: 'of' }
  }
  if ([before, after].some((value) => (value?.length ?? 0) > LONGEST_VALUE)) {
    return { lead: `changed the ${name}`, joint: 'of' }
  }
  if (before === null) return { lead: `set the ${name}`, joint: 'of', tail: `to ${after}` }
  if (after === null) return { lead: `removed the ${name} ${before}`, joint: 'of' }
  return { lead: `changed the ${name}`, joint: 'of', tail: `from ${before} to ${after}` }
}

const PICTURE_WORDS = new Set(['changed', 'added', 'removed'])

function isYesNo(value: string | null) {
  return value === 'yes' || value === 'no' || value === null
}

function carouselInWords(from: string, to: string): AuditWords {
  if (to === '0') return { lead: 'took', tail: `out of carousel ${from}` }
  if (from === '0') return { lead: 'put', tail: `into carousel ${to}` }
  return { lead: 'moved', tail: `from carousel ${from} to ${to}` }
}

/** Lowercases a field's name for use within a sentence, but leaves abbreviations. */
function lower(field: string): string {
  return /^[A-Z]{2}/.test(field) ? field : field.charAt(0).toLowerCase() + field.slice(1)
}
