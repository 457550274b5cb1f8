/** Who we are, said once. */
export const site = {
  name: 'Nouveau Designer Club',
  shortName: 'Nouveau',
  supportEmail: 'support@nouveaudesigner.club',
  description:
    'A members-only club for designer fashion deals: one curated feed, new every morning.',
} as const
