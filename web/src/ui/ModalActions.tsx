import type { ReactNode } from 'react'
import classes from './ModalActions.module.css'
import { placeQuestions } from './modal-stack.ts'

interface ModalActionsProps {
  /** Error of the last action, shown next to its button. */
  problem?: ReactNode
  children: ReactNode
}

/** The buttons at the end of a dialog; they stay visible while its content scrolls. */
export const ModalActions = ({ problem, children }: ModalActionsProps) => (
  <div className={classes['foot']} data-modal-actions>
    {problem}
    <div ref={placeQuestions} />
    <div className={classes['buttons']}>{children}</div>
  </div>
)
