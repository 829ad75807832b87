import type { ComponentProps, ReactNode, Ref } from 'react'
import type { Language } from '@portico/contract/texts/languages.ts'
import { Logo } from './Logo.tsx'
import classes from './CenteredPage.module.css'

interface CenteredPageProps {
  title: string
  /** The language of the title where it is not that of the page; null: not known. */
  titleLanguage?: Language | null | undefined
  wide?: boolean
  /** The card has only the heading, visually hidden, while a dialog over the page has the content. */
  bare?: boolean
  /** For pages that change without a new address and then focus the heading. */
  headingRef?: Ref<HTMLHeadingElement>
  children: ReactNode
}

/** One card with one task, for pages outside the frame: gates, unknown addresses, early errors. */
export function CenteredPage({
  title,
  titleLanguage,
  wide = false,
  bare = false,
  headingRef,
  children,
}: CenteredPageProps) {
  return (
    <div className={classes['page']}>
      <header className={classes['brand']}>
        <Logo />
      </header>
      <main className={classes['card']} data-wide={wide || undefined} data-bare={bare || undefined}>
        <h1 ref={headingRef} lang={titleLanguage ?? undefined} tabIndex={-1}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  )
}

/** A secondary note: which step this is, or why the user sees this page. */
export const PageNote = ({ children }: { children: ReactNode }) => <p className={classes['quiet']}>{children}</p>

/** A form with its fields in one column. */
export const PageForm = (props: Omit<ComponentProps<'form'>, 'className'>) => (
  <form {...props} className={classes['form']} noValidate />
)

/** The buttons at the end: back and continue. */
export const PageActions = ({ children }: { children: ReactNode }) => (
  <div className={classes['actions']}>{children}</div>
)
