/** The shape of the membership while it is on the way. */
export function AccountSkeleton() {
  return (
    <div role="status">
      <span className="sr">Loading your membership</span>
      <div aria-hidden>
        <div className="bone h-3 w-28" />
        <div className="bone mt-5 h-10 w-2/3" />
        <div className="bone mt-5 h-4 w-1/2" />
        <div className="mt-10 grid gap-7 border-t border-hairline pt-7">
          {['w-1/2', 'w-2/3', 'w-2/5'].map((width) => (
            <div key={width} className={`bone h-4 ${width}`} />
          ))}
        </div>
        <div className="bone mt-10 h-13 w-52" />
      </div>
    </div>
  )
}
