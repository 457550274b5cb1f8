import { createElement } from 'react'
import { expect, test } from 'vitest'
import { userQuery } from '#app/accounts/web/user.ts'
import { paths } from '#app/shared/paths.ts'
import { drawPiece } from '#test/drawn/drawn-piece.ts'
import { UnconfirmedNotice } from './UnconfirmedNotice.tsx'

const draw = (isUnconfirmed: boolean, at: string) =>
  drawPiece(createElement(UnconfirmedNotice), {
    at,
    known: [[userQuery.queryKey, { id: 'u', email: 'ann@club.example', isUnconfirmed }]],
  })

test('an address that is not confirmed is said on every page but the one that confirms it', () => {
  expect(draw(true, paths.dailyDeals()).words).toContain('a mail to ann@club.example. Until then')
  expect(draw(true, paths.confirmSignUp()).words).toBe('')
  expect(draw(false, paths.dailyDeals()).words).toBe('')
})
