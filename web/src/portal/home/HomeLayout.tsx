import { Fragment, type ReactNode } from 'react'
import classes from './HomePage.module.css'

interface HomeLayoutProps {
  heading: ReactNode
  /** Above both columns. */
  notices?: ReactNode
  applications: ReactNode
  announcements: ReactNode
  /** The announcements are beside the tiles instead of above them. */
  isWide: boolean
}

/** The places of the home page's parts. */
export function HomeLayout({ heading, notices, applications, announcements, isWide }: HomeLayoutProps) {
  const tiles = <Fragment key="applications">{applications}</Fragment>
  const panel = <Fragment key="announcements">{announcements}</Fragment>
  return (
    <>
      {heading}
      <div className={classes['page']}>
        {notices}
        {/* DOM order is the visual order. */}
        <div className={classes['columns']}>{isWide ? [tiles, panel] : [panel, tiles]}</div>
      </div>
    </>
  )
}
