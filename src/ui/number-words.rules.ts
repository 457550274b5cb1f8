const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** `three`; figures beyond ten. */
export function inWords(count: number): string {
  return WORDS[count] ?? String(count)
}

/** `Three`, where a sentence begins. */
export function inWordsFirst(count: number): string {
  const words = inWords(count)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
