import { expect, test } from 'vitest'
import { searchFollowWords } from './search-follow.copy.ts'

test.each([
  ['a member', true, false, 'Tell me about new ones'],
  ['a member who follows it', true, true, 'We tell you about new ones'],
  ['anybody else', false, false, 'Tell me about new ones'],
  ['anybody else who follows it', false, true, 'New ones are on ‘For you’'],
])('a search says to %s what comes of following it', (_case, isMember, isFollowed, words) => {
  expect(searchFollowWords({ isMember, isFollowed })).toBe(words)
})
