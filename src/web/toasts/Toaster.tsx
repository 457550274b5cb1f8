import { Toast as Radix } from 'radix-ui'
import { Toast } from '#app/ui/Toast.tsx'
import { TOAST_DURATION_MS } from './toasts.rules.ts'
import { closeToast, useToasts } from './toasts.ts'

/** Where toasts appear. Rendered in the browser only: its server markup would contain inline styles. */
export default function Toaster() {
  const toasts = useToasts()
  return (
    <Radix.Provider duration={TOAST_DURATION_MS} swipeDirection="right" swipeThreshold={50}>
      {toasts.map(({ id, ...toast }) => (
        <Toast key={id} {...toast} onClose={() => closeToast(id)} />
      ))}
      <Radix.Viewport className="toasts" hotkey={['F8']} />
    </Radix.Provider>
  )
}
