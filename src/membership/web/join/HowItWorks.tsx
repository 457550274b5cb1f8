const STEPS = [
  [
    'We read the rails',
    'Every morning we go through the markdowns of the retailers and keep what is worth wearing.',
  ],
  [
    'You see what it is',
    'Members read the name of every piece, the prices we found, and where it is sold.',
  ],
  [
    'You buy it there',
    'One click takes you to the retailer. You pay their price, with nothing added by us.',
  ],
] as const

export function HowItWorks() {
  return (
    <section className="wrap mt-20 lg:mt-28" aria-labelledby="how">
      <h2 className="headline mb-10" id="how">
        How it works
      </h2>
      <ol className="grid gap-10 md:grid-cols-3 md:gap-8">
        {STEPS.map(([title, words], index) => (
          <li key={title} className="border-t border-ink pt-5">
            <p className="headline mb-6" aria-hidden>
              {index + 1}
            </p>
            <h3 className="mb-2 text-lg font-semibold">{title}</h3>
            <p className="text-ink-soft">{words}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
