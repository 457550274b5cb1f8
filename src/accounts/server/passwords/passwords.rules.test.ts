import { describe, expect, test } from 'vitest'
import { isCommonPassword, ownWordsOf, toGuessableWord } from './passwords.rules.ts'

const words = {
  common: new Set(['password', 'sunshine', 'dragon', 'love', toGuessableWord('Montrève & Fils')]),
  own: new Set(ownWordsOf({ name: 'Nouveau Designer Club', shortName: 'Nouveau' })),
}

describe('a password that anybody would guess', () => {
  test.each([
    'password',
    'PASSWORD',
    'Password1',
    'password2026!',
    '123password',
    'P@ssw0rd',
    'p455w0rd!!',
    'passwordpassword',
    'sunsh1ne',
    'Nouveau2026',
    'Designer-Club1',
    'dragon12345',
    'NouveauDesigner1',
    'nouveaudesigner.club',
    'Nouveau Designer Club 2026!!',
    'n0uveau-d3signer-2026',
    'montreve-fils',
    'Montrève&Fils1',
    'lovelovelove',
    '12345678',
    '87654321',
    '19880412',
    '00000000',
    'aaaaaaaa',
    'abcabcabc',
    'abcdefgh',
    'qwertyuiop',
    'asdfghjkl',
    '1qaz2wsx',
    'poiuytrewq',
    '1q2w3e4r5t',
    '\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44',
  ])('%s is refused', (password) => {
    expect(isCommonPassword(password, words)).toBe(true)
  })

  test.each([
    'correct horse battery',
    'a-password-of-my-own',
    'my sunshine is behind clouds',
    'drag0nfly-over-the-lake',
    'Tr0ub4dor&3x',
    'passwords are tiresome',
    '7421990385562',
    'xkqv-1984-mmtu',
    'new designers for nouveau riches',
    'demo-password-1',
  ])('%s is not', (password) => {
    expect(isCommonPassword(password, words)).toBe(false)
  })

  test('however long it is, it is judged at once', () => {
    for (const piece of ['a', '1', 'ab', '!', 'a1']) {
      isCommonPassword(piece.repeat(256 / piece.length), words)
    }
  })
})
