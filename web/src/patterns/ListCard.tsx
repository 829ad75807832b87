import type { ReactNode } from 'react'
import classes from './PaginatedList.module.css'

/** The card around a table without pages, or around its empty state. */
export const ListCard = ({ children }: { children: ReactNode }) => <div className={classes['list']}>{children}</div>
