/** Something a filter offers. */
export type FilterChoice = {
  value: string
  words: string
  /** How many deals there are of it. */
  deals: number
}

/** More than this is scrolled through by nobody: typing narrows it. */
const MOST_OFFERED = 100

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Those with the typed words in them, the ones that begin with them first. */
export function matchChoices(choices: readonly FilterChoice[], typed: string): FilterChoice[] {
  const wanted = fold(typed.trim())
  if (wanted === '') return choices.slice(0, MOST_OFFERED)
  const found = choices
    .map((choice) => ({ choice, at: fold(choice.words).indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
  const begins = found.filter(({ at }) => at === 0)
  const contains = found.filter(({ at }) => at > 0)
  return [...begins, ...contains].map(({ choice }) => choice).slice(0, MOST_OFFERED)
}
