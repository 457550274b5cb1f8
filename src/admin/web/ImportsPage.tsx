export function Component() {
  return <h1 className="headline">Imports</h1>
}
