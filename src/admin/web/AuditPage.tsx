export function Component() {
  return <h1 className="headline">Audit</h1>
}
