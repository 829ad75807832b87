import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'
import classes from './WaitingPlace.module.css'

/** The place of what waits, and of what stands below it, until both are there. */
export const WaitingPlace = ({ children }: { children?: ReactNode }) => (
  <>
    <div className={classes['place']} />
    {children && <Skeleton height="240px" radius="8px" />}
  </>
)
