/** The placeholder of a list of deals while it loads. */
export function ListOutline({ className }: { className?: string }) {
  return (
    <ul className={className} aria-hidden>
      {[0, 1, 2, 3].map((place) => (
        <li key={place} className="told">
          <div className="pic" />
          <div className="grid content-start gap-3 pt-1">
            <span className="bone w-28" />
            <span className="bone w-48" />
            <span className="bone w-64 max-w-full" />
          </div>
        </li>
      ))}
    </ul>
  )
}
