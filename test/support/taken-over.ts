/**
 * Runs in the page, in any browser. Returns 'alive' when React has hydrated the server's markup; until then
 * it can be seen and pressed, but works differently. Returns 'busy' for the page by which an overloaded
 * machine asks for another try.
 */
export function pageState(): 'alive' | 'busy' | undefined {
  if (document.querySelector('h1')?.textContent === 'Everybody came at once') return 'busy'
  const root = document.getElementById('root')
  const key = root && Object.keys(root).find((each) => each.startsWith('__reactContainer'))
  const fiber = key && Reflect.get(root, key)
  if (fiber?.stateNode.current.memoizedState.isDehydrated === false) return 'alive'
}
