/** Returns the points of a line chart, evenly spaced from left to right, the largest amount at the top. */
export function linePoints(
  amounts: number[],
  { width, height }: { width: number; height: number },
): string {
  const most = Math.max(0, ...amounts)
  const steps = Math.max(1, amounts.length - 1)
  return amounts
    .map((amount, index) => {
      const x = (index / steps) * width
      const y = most === 0 ? height : height - (amount / most) * height
      return `${Math.round(x * 10) / 10},${Math.round(y * 10) / 10}`
    })
    .join(' ')
}
