import type { ReactNode } from 'react'
import { Skeleton, SkeletonLines } from '../ui/Skeleton.tsx'
import classes from './PagePending.module.css'

/** The shape of a page while its data are on the way. */
export function PagePending() {
  return (
    <div className={classes['page']} aria-busy="true">
      <Skeleton height="1.75rem" width="14rem" />
      <SkeletonLines lines={4} />
    </div>
  )
}

/** The frame before its own data have come, around the shape of the page. */
export function FramePending({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={classes['bar']} />
      {children}
    </>
  )
}
