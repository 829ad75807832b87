import { useEffect, useEffectEvent } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Files that are dropped or pasted anywhere, beside the page as well. Those that arrive while `isOpen` is
 * false are not taken, and the browser does not open them in place of the portal either.
 */
export function useArrivingFiles(take: (files: readonly File[]) => void, isOpen: boolean) {
  const arrive = useEffectEvent((list: FileList | undefined) => {
    const files = [...(list ?? [])]
    if (isOpen && files.length > 0) take(files)
  })
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => arrive(clipboardData?.files)
    // Without this the browser opens what is dropped.
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      arrive(event.dataTransfer?.files)
    }
    addEventListener('paste', onPaste)
    addEventListener('dragover', onDragOver)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('paste', onPaste)
      removeEventListener('dragover', onDragOver)
      removeEventListener('drop', onDrop)
    }
  }, [])
}
