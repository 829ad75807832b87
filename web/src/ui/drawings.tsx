import type { ReactNode } from 'react'
import classes from './drawings.module.css'

/** Outline drawings for empty states; `soft` parts are paler. */
function Sheet({ children }: { children: ReactNode }) {
  return (
    <svg
      className={classes['drawing']}
      width="120"
      height="88"
      viewBox="0 0 120 88"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  )
}

const soft = classes['soft']

const tiles = (
  <Sheet>
    <path className={soft} d="M14 14h26v26H14zM80 14h26v26H80zM14 50h26v26H14zM80 50h26v26H80z" />
    <path d="M47 14h26v26H47z" />
    <path d="M53 31l5-6l4 4l5-7" />
    <path className={soft} d="M47 50h26v26H47z" strokeDasharray="3 4" />
    <path d="M60 57v12M54 63h12" />
  </Sheet>
)

const star = (
  <Sheet>
    <path className={soft} d="M24 22h72v46H24zM24 56h72" />
    <path d="M60 14l7.4 15l16.6 2.4l-12 11.7l2.8 16.5L60 51.8l-14.8 7.8L48 43.1L36 31.4L52.6 29z" />
    <path className={soft} d="M18 12v8M14 16h8M102 66v8M98 70h8" />
  </Sheet>
)

const search = (
  <Sheet>
    <path className={soft} d="M16 20h44M16 34h24M16 48h20M16 62h34" />
    <circle cx="70" cy="40" r="21" />
    <path d="M85 56l17 17M63 40h14" />
  </Sheet>
)

const announcement = (
  <Sheet>
    <path d="M30 36v16h12l32 16V20L42 36zM44 53l4 20h10l-4-16" />
    <path className={soft} d="M84 34c4 6 4 14 0 20M92 27c8 10 8 24 0 34M16 44h6" />
  </Sheet>
)

const compass = (
  <Sheet>
    <circle cx="60" cy="44" r="30" />
    <path d="M72 32l-7 18l-17 6l7-18z" />
    <path className={soft} d="M60 18v5M60 65v5M34 44h5M81 44h5M12 76h18M90 76h18" />
  </Sheet>
)

const cloud = (
  <Sheet>
    <path d="M38 64a15 15 0 0 1 0-30a21 21 0 0 1 40-3a16.5 16.5 0 0 1 4 33z" />
    <path d="M60 40v10M60 56v.5" />
    <path className={soft} d="M20 76h12M40 76h44M92 76h8" />
  </Sheet>
)

const list = (
  <Sheet>
    <path className={soft} d="M20 16h80v56H20zM20 30h80M20 44h80M20 58h80" />
    <path d="M28 23h14M28 37h26M28 51h20M28 65h30" />
  </Sheet>
)

export const drawings = { announcement, cloud, compass, list, search, star, tiles }
export type DrawingName = keyof typeof drawings
