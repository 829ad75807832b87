import type { ComponentProps, ReactNode, Ref } from 'react'
import { Logo } from './Logo.tsx'
import classes from './CalmPage.module.css'

interface CalmPageProps {
  title: string
  wide?: boolean
  /** The card holds only the heading, and a window over the page says the rest: it is heard, not seen. */
  bare?: boolean
  /** Takes the focus where a page changes without a new address. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One matter on one card, for the pages outside the frame: gates, wrong addresses, errors before anything stands. */
export function CalmPage({ title, wide = false, bare = false, headingRef, children }: CalmPageProps) {
  return (
    <div className={classes['page']}>
      <header className={classes['brand']}>
        <Logo />
      </header>
      <main className={classes['card']} data-wide={wide || undefined} data-bare={bare || undefined}>
        <h1 ref={headingRef} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  )
}

/** What is said in passing: which step this is, why the person stands here. */
export const CalmWords = ({ children }: { children: ReactNode }) => <p className={classes['quiet']}>{children}</p>

/** The fields of the matter, one under the other. */
export const CalmForm = (props: Omit<ComponentProps<'form'>, 'className'>) => (
  <form {...props} className={classes['form']} noValidate />
)

/** The way back and the way on, at its end. */
export const CalmActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
)
