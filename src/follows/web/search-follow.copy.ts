/** What a search that may be followed says of itself: only members are told of what comes in. */
export function searchFollowWords({ isMember, isFollowed }: Following): string {
  if (!isFollowed) return 'Tell me about new ones'
  return isMember ? 'We tell you about new ones' : 'New ones are on ‘For you’'
}

type Following = { isMember: boolean; isFollowed: boolean }

export const FOLLOWED_BY_OTHERS = 'Members are told; yours are on ‘For you’.'
