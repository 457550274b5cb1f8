/**
 * In the page, of whichever browser: 'alive' when React has taken over what the server drew. Until
 * then that can be seen and pressed, and works in another way. 'busy' where a machine that has too
 * much to do asks to be tried again.
 */
export function pageState(): 'alive' | 'busy' | undefined {
  if (document.querySelector('h1')?.textContent === 'Everybody came at once') return 'busy'
  const root = document.getElementById('root')
  const key = root && Object.keys(root).find((each) => each.startsWith('__reactContainer'))
  const fiber = key && Reflect.get(root, key)
  if (fiber?.stateNode.current.memoizedState.isDehydrated === false) return 'alive'
}
