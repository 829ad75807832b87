import { useId, type ReactNode } from 'react'
import classes from './Panel.module.css'

interface PanelProps {
  title: string
  /** Secondary text under the title. */
  help?: string
  actions?: ReactNode
  /** Rows, or a body. */
  children: ReactNode
}

/** A section of a settings page: a card with a heading. */
export function Panel({ title, help, actions, children }: PanelProps) {
  const id = useId()
  return (
    <section className={classes['panel']} aria-labelledby={id}>
      <div className={classes['head']}>
        <div className={classes['words']}>
          <h2 id={id}>{title}</h2>
          {help !== undefined && <p className={classes['help']}>{help}</p>}
        </div>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** Content of a panel that is no list of rows, such as a form. */
export const PanelBody = ({ children }: { children: ReactNode }) => <div className={classes['body']}>{children}</div>

interface PanelRowProps {
  title: ReactNode
  /** The current value. */
  children: ReactNode
  action?: ReactNode
}

/** One setting of a panel: name, current value, and actions. */
export function PanelRow({ title, children, action }: PanelRowProps) {
  return (
    <div className={classes['row']}>
      <div className={classes['words']}>
        <h3 className={classes['title']}>{title}</h3>
        <div className={classes['detail']}>{children}</div>
      </div>
      {action}
    </div>
  )
}
