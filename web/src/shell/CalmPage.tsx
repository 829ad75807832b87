import type { ReactNode } from 'react'
import { Logo } from './Logo.tsx'
import classes from './CalmPage.module.css'

interface CalmPageProps {
  title: string
  wide?: boolean
  children: ReactNode
}

/** One matter on one card, for the pages outside the frame: gates, wrong addresses, errors before anything stands. */
export function CalmPage({ title, wide = false, children }: CalmPageProps) {
  return (
    <div className={classes['page']}>
      <header className={classes['brand']}>
        <Logo />
      </header>
      <main className={classes['card']} data-wide={wide || undefined}>
        <h1>{title}</h1>
        {children}
      </main>
    </div>
  )
}
