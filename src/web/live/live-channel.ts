import { comesBackInMs } from './live-channel.rules.ts'

type Listener = {
  /** Also after every reconnect: messages may have been missed meanwhile. */
  onOpen: () => void
  onMessage: (text: string) => void
  /** The server has closed the connection for good, as after a sign-out. */
  onDismissed: () => void
}

/**
 * Opens the tab's one WebSocket for announcements, while the tab is visible. Reconnects five seconds after it
 * broke (later if a stopping server closed many), or as soon as the tab is visible again. Returns the
 * function that closes it.
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

/** Waits for a connecting socket to open before closing it: otherwise browsers log an error. */
function hangUp(socket: WebSocket) {
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
  else socket.close()
}
