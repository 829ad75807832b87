import { type DragEvent, useEffect } from 'react'

/** Files that are dropped or pasted anywhere on a page. `isOpen`: they are taken at the moment. */
export function useArrivingFiles(take: (files: readonly File[]) => void, isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return undefined
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const files = [...(clipboardData?.files ?? [])]
      if (files.length > 0) take(files)
    }
    addEventListener('paste', onPaste)
    return () => removeEventListener('paste', onPaste)
  }, [take, isOpen])
  return {
    // Without this the browser opens what is dropped.
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      const files = [...event.dataTransfer.files]
      if (isOpen && files.length > 0) take(files)
    },
  }
}
