/** Counts an announcement's mails by outcome. */
export type Fates = {
  sent: number
  waiting: number
  held: number
  refused: number
  skipped: number
}

const PLACE: Record<string, keyof Fates> = {
  queued: 'waiting',
  sending: 'waiting',
  held: 'held',
  sent: 'sent',
  refused: 'refused',
  dropped: 'skipped',
}

export function fatesOf(counts: Array<{ state: string; count: number }>): Fates {
  const fates: Fates = { sent: 0, waiting: 0, held: 0, refused: 0, skipped: 0 }
  for (const { state, count } of counts) {
    const place = PLACE[state]
    if (place) fates[place] += Number(count)
  }
  return fates
}

/** Tells whether no mail waits for the mail server or for a person's decision. */
export function isOver({ waiting, held }: Fates): boolean {
  return waiting === 0 && held === 0
}
