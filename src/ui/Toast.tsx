import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'

type Props = {
  title: string
  description?: string | undefined
  tone?: 'plain' | 'error'
  isOpen: boolean
  onClose: () => void
}

export function Toast({ title, description, tone = 'plain', isOpen, onClose }: Props) {
  return (
    <Radix.Root
      className="toast"
      data-tone={tone}
      open={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Radix.Title className="toast-title">{title}</Radix.Title>
      {description && <Radix.Description>{description}</Radix.Description>}
      <Radix.Close className="toast-close" aria-label="Close">
        <X size={18} strokeWidth={1.5} aria-hidden />
      </Radix.Close>
    </Radix.Root>
  )
}
