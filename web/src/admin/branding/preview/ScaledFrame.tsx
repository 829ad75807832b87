import { useElementSize } from '@mantine/hooks'
import { useCallback, useState, type ReactNode } from 'react'
import classes from './BrandPreview.module.css'

/** Sizes in pixels of the window that a page is laid out for. */
interface WindowSize {
  width: number
  height: number
}
const phone: WindowSize = { width: 390, height: 700 }
/** A narrower preview shows the layout of a phone. */
const PHONE_BELOW_PX = 340

interface ScaledFrameProps {
  label: string
  size: WindowSize
  /** Rendered once there is a document, which it fills. */
  children: (page: Document) => ReactNode
}

/** A document with the size of a window, scaled down to the space there is. It is a picture: nothing in it acts. */
export function ScaledFrame({ label, size, children }: ScaledFrameProps) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [page, setPage] = useState<Document | null>(null)
  const readPage = useCallback((frame: HTMLIFrameElement | null) => setPage(frame?.contentDocument ?? null), [])
  const layout = width < PHONE_BELOW_PX ? phone : size
  const scale = width / layout.width
  return (
    <div ref={ref} className={classes['place']} style={{ height: layout.height * scale }} inert>
      <iframe
        className={classes['frame']}
        style={{ ...layout, transform: `scale(${scale})` }}
        title={label}
        aria-hidden="true"
        tabIndex={-1}
        ref={readPage}
        // Some browsers replace the first document of a frame.
        onLoad={({ currentTarget }) => readPage(currentTarget)}
      />
      {page && children(page)}
    </div>
  )
}
