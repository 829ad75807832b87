import { Fragment } from 'react'
import classes from './BreakableText.module.css'

/** An email address or another long name, which may be broken after its punctuation rather than within a word. */
export function BreakableText({ children }: { children: string }) {
  const parts = children.split(/(?<=[@._-])/)
  return (
    <span className={classes['text']}>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
