import classes from './Reports.module.css'

/** How far a spreadsheet is; null: none is being prepared. */
export const ExcelProgress = ({ text }: { text: string | null }) => (
  // Rendered before it has content, because a new live region would not be announced.
  <p role="status" className={classes['progress']}>
    {text}
  </p>
)
