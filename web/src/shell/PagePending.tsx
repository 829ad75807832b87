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
