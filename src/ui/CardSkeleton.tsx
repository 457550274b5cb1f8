/** The placeholder of a card while its deal loads. */
export function CardSkeleton() {
  return (
    <div aria-hidden>
      <div className="bone aspect-4/5" />
      <div className="bone mt-5 h-3 w-1/3" />
      <div className="bone mt-3 h-4 w-3/4" />
      <div className="bone mt-3 h-4 w-1/2" />
    </div>
  )
}
