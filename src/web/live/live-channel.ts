import { comesBackInMs } from './live-channel.rules.ts'

type Listener = {
  /** Also after every return: something may have been missed meanwhile. */
  onOpen: () => void
  onMessage: (text: string) => void
  /** The server has closed the line for good, as after a sign-out. */
  onDismissed: () => void
}

/**
 * The tab's one line on which the server speaks up. It is opened when the tab can be seen, and
 * again five seconds after it broke, later where a server that stops has sent many away, or as soon as
 * the tab can be seen again. Answers what closes it.
 */
export function openLiveChannel(path: string, listener: Listener): () => void {
  let socket: WebSocket | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const stopped = new AbortController()
  const { signal } = stopped

  function open() {
    if (socket || document.visibilityState !== 'visible' || !navigator.onLine) return
    clearTimeout(timer)
    const opened = new WebSocket(location.origin.replace(/^http/, 'ws') + path)
    socket = opened
    opened.addEventListener('open', listener.onOpen, { signal })
    opened.addEventListener('message', ({ data }) => listener.onMessage(String(data)), { signal })
    const onClose = ({ code }: CloseEvent) => {
      socket = undefined
      const backInMs = comesBackInMs(code, Math.random())
      if (backInMs === undefined) return listener.onDismissed()
      timer = setTimeout(open, backInMs)
    }
    opened.addEventListener('close', onClose, { signal })
  }

  document.addEventListener('visibilitychange', open, { signal })
  addEventListener('online', open, { signal })
  open()

  return () => {
    clearTimeout(timer)
    stopped.abort()
    if (socket) hangUp(socket)
  }
}

/** A line that is being opened is closed when it is: browsers report the other way as an error. */
function hangUp(socket: WebSocket) {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket.close()
}
