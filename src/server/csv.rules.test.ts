import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

async function textOf(rows: Array<Array<string | number | null>>) {
  let text = ''
  for await (const part of csvText(['Name'], [rows])) text += part
  return text
}

/** Parses a line into cells, by the rules of RFC 4180. */
function cellsOf(text: string): string[] {
  return [...text.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"'))
}

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30', "'+49 30"],
  ['-2 °C Down', "'-2 °C Down"],
  ['@here', "'@here"],
  ['\tindented', "'\tindented"],
  ['\rreturned', "'\rreturned"],
  ['＝wide', "'＝wide"],
  ['=HYPERLINK("https://x.example","a")', `'=HYPERLINK("https://x.example","a")`],
  ['Maison = Ours', 'Maison = Ours'],
  ['', ''],
])('the text %j stands in the file as %j', async (text, kept) => {
  expect(cellsOf(await textOf([['a', text, 'b']])).slice(1)).toEqual(
    ['a', kept, 'b'].filter((cell) => cell !== ''),
  )
})

test('a number stays a number, also one below nothing', async () => {
  expect(await textOf([[-12.5, 0, null]])).toBe('\ufeff"Name"\r\n"-12.5","0",\r\n')
})

test('every text comes back as it was, led by an apostrophe where it could be a formula', async () => {
  const text = fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.stringMatching(/^[=+\-@\t\r'"\n, a1]+$/),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(text), async (texts) => {
      const cells = cellsOf(await textOf(texts.map((each) => [each]))).slice(1)
      expect(cells).toEqual(
        texts.map((each) => (/^[=+\-@\t\r＝＋－＠]/.test(each) ? `'${each}` : each)),
      )
    }),
  )
})
