import type { ReactNode } from 'react'
import classes from './RowButtons.module.css'

/** The buttons that decide about a row. */
export const RowButtons = ({ children }: { children: ReactNode }) => (
  <span data-row-control className={classes['buttons']}>
    {children}
  </span>
)
