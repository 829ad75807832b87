import { lazy, Suspense, useState, type ComponentProps } from 'react'
import type { MenuButton as KitMenuButton } from '../ui/MenuButton.tsx'
import classes from './LazyMenuButton.module.css'

const load = () => import('../ui/MenuButton.tsx')

/** A menu that finds its place on the page weighs as much as the page: it comes right after the first paint. */
const Loaded = lazy(() => load().then((module) => ({ default: module.MenuButton })))

// While the frame waits for its data the browser has time. Who cannot fetch it now fetches it when the menu is drawn.
globalThis.requestIdleCallback?.(() => void load().catch(() => undefined))

/** The kit's menu button; until it has come its face is there, in the same place and size, and takes the press. */
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
      <Loaded {...props} opensAtOnce={pressed} />
    </Suspense>
  )
}
