import type { ReactNode } from 'react'
import classes from './ModalActions.module.css'

interface ModalActionsProps {
  /** What went wrong with the last press; it stands where the press was. */
  problem?: ReactNode
  children: ReactNode
}

/** The buttons at the end of a window: in sight however much stands above them. */
export const ModalActions = ({ problem, children }: ModalActionsProps) => (
  <div className={classes['foot']} data-modal-actions>
    {problem}
    <div className={classes['buttons']}>{children}</div>
  </div>
)
