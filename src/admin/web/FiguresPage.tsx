export function Component() {
  return <h1 className="headline">Figures</h1>
}
