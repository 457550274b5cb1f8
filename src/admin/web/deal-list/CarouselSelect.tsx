const CAROUSELS = [0, 1, 2, 3, 4, 5]

type Props = {
  /** What the deal is called. */
  name: string
  /** 1 to 5; 0 for none. */
  carousel: number
  tabIndex: number
  onChoose: (carousel: number) => void
}

export function CarouselSelect({ name, carousel, tabIndex, onChoose }: Props) {
  return (
    <label className="deal-row-choice">
      <span className="deal-row-label">Carousel</span>
      <select
        className="select"
        aria-label={`Carousel: ${name}`}
        data-set={carousel > 0 || undefined}
        value={carousel}
        tabIndex={tabIndex}
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {CAROUSELS.map((number) => (
          <option key={number} value={number}>
            {number === 0 ? 'None' : number}
          </option>
        ))}
      </select>
    </label>
  )
}
