import { useState } from 'react'
import { FileDropZone } from '../patterns/FileDropZone.tsx'
import { ImageUpload } from '../patterns/ImageUpload.tsx'

/** The chosen image stays in the browser. */
export function KitImage() {
  const [image, setImage] = useState<string | null>(null)
  return (
    <ImageUpload
      label="Logo"
      help="At the top of every page."
      image={image}
      source={image === null ? 'Default image' : 'New image'}
      onUpload={(file) => {
        setImage(URL.createObjectURL(file))
        return Promise.resolve()
      }}
      onRemove={image === null ? undefined : () => setImage(null)}
    />
  )
}

/** Chosen files stay in the browser. */
export function KitFiles() {
  const [names, setNames] = useState<readonly string[]>([])
  return (
    <>
      <FileDropZone help="Word, Excel, PDF and CSV." onFiles={(files) => setNames(files.map(({ name }) => name))} />
      <p role="status">{names.join(', ')}</p>
    </>
  )
}
