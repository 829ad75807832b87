import { lazyPart } from '../../patterns/lazy-part.tsx'
import classes from './WaitingPart.module.css'

/** What waits for the administrator, loaded beside the page, which keeps its place. */
export const WaitingPart = lazyPart(async () => (await import('./WaitingList.tsx')).WaitingList, {
  Loading: () => <div className={classes['place']} />,
})
