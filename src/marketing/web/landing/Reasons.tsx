const REASONS = [
  [
    'We Curate the Best Designer Deals',
    'Most of what is marked down is marked down for a reason. We go through it every morning and keep what we would wear ourselves.',
  ],
  [
    'Members-Only Access',
    'Everybody may look at the prices. Members read the name of the piece and the retailer that has it, and go there with one click.',
  ],
  [
    'Real Savings on Brands You Love',
    'Where a price before is known, it stands beside the one we found: what comes off is said before you leave, not after.',
  ],
] as const

/** Reasons to join, in three columns. */
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
