/** Titles of the carousels that `catalogue/showcase.ts` fills, and whether each is shown. */
export const carousels = [
  { number: 1, title: 'Bags to keep', isOn: false },
  { number: 2, title: 'On its feet', isOn: false },
  { number: 3, title: 'For the cold months', isOn: true },
  { number: 4, title: 'After eight', isOn: true },
  { number: 5, title: 'Under $200', isOn: false },
]
