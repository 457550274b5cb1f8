export function Component() {
  return <h1 className="headline">DealsDesk</h1>
}
