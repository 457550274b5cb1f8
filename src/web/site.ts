/** Who we are, said once. */
export const site = {
  name: 'Nouveau Designer Club',
  shortName: 'Nouveau',
  supportEmail: 'support@nouveaudesigner.club',
  description:
    'A members-only club for designer fashion deals: hundreds of retailers, one curated feed, every morning.',
} as const
