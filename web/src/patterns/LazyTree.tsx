import { lazyPart } from './lazy-part.tsx'
import classes from './VirtualTree.module.css'

/**
 * A tree of any size, in a place that few visits of its screen reach: it is loaded when it is shown, or ahead by
 * `preload`. The place keeps its size meanwhile.
 */
export const LazyTree = lazyPart(async () => (await import('./VirtualTree.tsx')).VirtualTree, {
  Loading: () => <div aria-busy className={classes['tree']} />,
})
