import { lazy, Suspense, type ComponentProps } from 'react'
import type { MenuButton as KitMenuButton } from '../ui/MenuButton.tsx'
import classes from './LazyMenuButton.module.css'

/** A menu that finds its place on the page weighs as much as the page: it comes right after the first paint. */
const Loaded = lazy(() => import('../ui/MenuButton.tsx').then((module) => ({ default: module.MenuButton })))

/** The kit's menu button; until it has come its face is there, in the same place and size. */
export function MenuButton(props: ComponentProps<typeof KitMenuButton>) {
  return (
    <Suspense fallback={<span className={classes['face']}>{props.children}</span>}>
      <Loaded {...props} />
    </Suspense>
  )
}
