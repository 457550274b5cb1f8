const REASONS = [
  [
    'We Curate the Best Designer Deals',
    'Most of what is marked down is marked down for a reason. We go through all of it every morning and keep what we would wear ourselves.',
  ],
  [
    'Members-Only Access',
    'Everybody may look at the prices. Members read the name of the piece and the retailer that has it, and go there with one click.',
  ],
  [
    'Real Savings on Brands You Love',
    'The price before stands beside the price now on every piece, so what you save is said before you leave, not after.',
  ],
] as const

/** Why anybody would join, in three columns. */
export function Reasons() {
  return (
    <section className="wrap mt-4 lg:mt-6" aria-label="Why join">
      <ul className="reasons">
        {REASONS.map(([title, words]) => (
          <li key={title}>
            <h2 className="title">{title}</h2>
            <p>{words}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
