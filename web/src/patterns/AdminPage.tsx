import type { ReactNode } from 'react'
import { PageHeading } from '../ui/PageHeading.tsx'
import classes from './AdminPage.module.css'

interface AdminPageProps {
  title: string
  subtitle?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** An administration screen: heading with the primary action at the end of its line, and content. */
export function AdminPage({ title, subtitle, actions, children }: AdminPageProps) {
  return (
    <div className={classes['page']}>
      <PageHeading title={title} subtitle={subtitle} actions={actions} />
      {children}
    </div>
  )
}
