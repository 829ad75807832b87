import type { ReactNode } from 'react'
import { Skeleton, SkeletonLines } from '../ui/Skeleton.tsx'
import classes from './PagePending.module.css'

/** A skeleton while a page loads its data. */
export function PagePending() {
  return (
    <div className={classes['page']} aria-busy="true">
      <Skeleton height="1.75rem" width="14rem" />
      <SkeletonLines lines={4} />
    </div>
  )
}

/** A skeleton of the frame and the page before the frame's own data have loaded. */
export function FramePending({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={classes['bar']}>
        <div className={classes['line']}>
          <Skeleton height="36px" width="36px" />
          <Skeleton text height="32px" width="60px" />
          <span className={classes['person']}>
            <Skeleton height="28px" width="28px" radius="50%" />
          </span>
        </div>
      </div>
      {children}
    </>
  )
}
