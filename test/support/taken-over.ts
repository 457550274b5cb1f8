/**
 * In the page, of whichever browser: whether React has taken over what the server drew. Until then
 * that can be seen and pressed, and works in another way.
 */
export function isTakenOver(): boolean {
  const root = document.getElementById('root')
  const key = root && Object.keys(root).find((each) => each.startsWith('__reactContainer'))
  const fiber = key && Reflect.get(root, key)
  return fiber?.stateNode.current.memoizedState.isDehydrated === false
}
