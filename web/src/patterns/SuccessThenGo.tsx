import { useRouter } from '@tanstack/react-router'
import { SuccessThenClose } from '../ui/SuccessThenClose.tsx'
import { REDIRECT_AFTER_MS } from './close-delays.ts'

interface SuccessThenGoProps {
  message: string
  /** A path of `paths`. */
  target: string
}

/** Shows a success and then opens the next page (UIGN-009). */
export function SuccessThenGo({ message, target }: SuccessThenGoProps) {
  const router = useRouter()
  return (
    <SuccessThenClose
      message={message}
      afterMs={REDIRECT_AFTER_MS}
      onClose={() => void router.navigate({ href: target })}
    />
  )
}
