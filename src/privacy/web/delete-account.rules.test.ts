import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { privacyMails } from '#app/privacy/server/mails.ts'
import { demoClub } from '#app/shared/site.ts'
import { ApiError } from '#app/web/api/api.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { deletionFailure } from './delete-account.ts'

const ours = new ApiError(503, '{"error":"The server says so.","code":"x"}')
const wrong = new ApiError(403, '{"error":"No.","code":"x","fields":{"password":"Not yours."}}')
const over = new ApiError(401, '{"error":"Sign in.","code":"sign-in-required"}')
const CANNOT_TELL = /cannot tell whether your account was deleted/

test.each([
  ['our own answer', ours, { error: 'The server says so.' }],
  ['a wrong password', wrong, { password: 'Not yours.' }],
  ['an ended session', over, { error: expect.stringMatching(/session has ended/) }],
])('%s says why an account was not deleted', (_, error, failure) => {
  expect(deletionFailure(error, true)).toEqual(failure)
})

test.each([
  ['no answer', new TypeError('no network')],
  ['a page of a proxy', new ApiError(502, '<html><h1>502 Bad Gateway</h1></html>')],
  ['a sign-in page of a proxy', new ApiError(401, '<html>')],
  ['JSON of somebody else', new ApiError(504, '{"error":"upstream timed out"}')],
  ['JSON that is no object', new ApiError(500, 'null')],
])('%s tells nothing of it, once it has been asked for', (_, error) => {
  expect(deletionFailure(error, true)).toEqual({ error: expect.stringMatching(CANNOT_TELL) })
  const before = deletionFailure(error, false)
  expect(before).toEqual({ error: expect.stringMatching(/account was not deleted/) })
})

test('what somebody kept is said to go, and of what stays as much as the mail says after it', async () => {
  const client = new QueryClient()
  const dialog = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(DeleteAccount)),
  )
  expect(dialog).toMatch(/What goes.*what you saved, .*what you follow, .*What stays/)
  const letter = await privacyMails['account-deleted']?.(
    { config: { club: demoClub } } as never,
    { to: 'gone@people.test', data: {} } as never,
  )
  const [, inMail = ''] =
    /What stays is without your name: ([^"]*)\.",?/.exec(JSON.stringify(letter)) ?? []
  const kept = inMail.split('; ')
  expect(kept.length).toBeGreaterThan(3)
  for (const each of kept) expect(dialog).toContain(`<li>${each}</li>`)
})
