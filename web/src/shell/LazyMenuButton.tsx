import { lazy, Suspense, useState, type ComponentProps } from 'react'
import type { MenuButton as KitMenuButton } from '../ui/MenuButton.tsx'
import classes from './LazyMenuButton.module.css'

const load = () => import('../ui/MenuButton.tsx')

/** The menu's positioning code is as large as the rest of the page, so it loads right after the first paint. */
const Loaded = lazy(() => load().then((module) => ({ default: module.MenuButton })))

// Preload while the frame waits for its data. After a failure, rendering the menu tries again.
globalThis.requestIdleCallback?.(() => void load().catch(() => undefined))

/** A menu button that is shown and accepts clicks, in the same size, while the menu component loads. */
export function MenuButton(props: ComponentProps<typeof KitMenuButton>) {
  const [pressed, setPressed] = useState(false)
  const face = (
    <button type="button" className={classes['face']} aria-haspopup="menu" onClick={() => setPressed(true)}>
      {props.children}
      <span className={classes['name']}>{props.label}</span>
    </button>
  )
  return (
    <Suspense fallback={face}>
      <Loaded {...props} defaultOpened={pressed} />
    </Suspense>
  )
}
