/** Returns the label of following a search; only members are notified of new deals. */
export function searchFollowWords({ isMember, isFollowed }: Following): string {
  if (!isFollowed) return 'Tell me about new ones'
  return isMember ? 'We tell you about new ones' : 'New ones are on ‘For you’'
}

type Following = { isMember: boolean; isFollowed: boolean }

export const FOLLOWED_BY_OTHERS = 'Members are told; yours are on ‘For you’.'
