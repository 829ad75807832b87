import type { ReactNode } from 'react'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useTexts } from '../api/texts.ts'
import { Modal } from '../ui/Modal.tsx'

interface DetailDrawerProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/** One record beside its list. Mount it to open it. */
export function DetailDrawer({ title, onClose, children }: DetailDrawerProps) {
  const { close } = useTexts(generalTexts)
  return (
    <Modal opened atSide title={title} size="l" closeLabel={close} onClose={onClose}>
      {children}
    </Modal>
  )
}
