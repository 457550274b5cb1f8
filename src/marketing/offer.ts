/** What membership costs and promises: the only place that says so. */
export const offer = {
  trialDays: 3,
  annual: { price: '$97', period: 'year' },
  monthly: { price: '$8', period: 'month' },
  guarantee:
    'If your recorded savings in your first 12 paid months are under $100, we refund that year’s fee.',
} as const
