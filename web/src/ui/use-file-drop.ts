import { useEffect, useEffectEvent } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Receives files that are dropped or pasted anywhere on the page. While `isOpen` is false they are ignored, and the
 * browser does not open them either.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void, isOpen: boolean) {
  const acceptFiles = useEffectEvent((list: FileList | undefined) => {
    const files = [...(list ?? [])]
    if (isOpen && files.length > 0) onFiles(files)
  })
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => acceptFiles(clipboardData?.files)
    // By default the browser opens a dropped file.
    const onDragOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      acceptFiles(event.dataTransfer?.files)
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
