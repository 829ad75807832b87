import { lazy, Suspense, useId } from 'react'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { RichTextEditorProps } from './RichTextEditor.tsx'
import classes from './RichTextField.module.css'

/** The editor is larger than the screen around it: it loads when it is first shown. */
const RichTextEditor = lazy(() => import('./RichTextEditor.tsx').then((module) => ({ default: module.RichTextEditor })))

interface RichTextFieldProps extends Omit<RichTextEditorProps, 'isInvalid' | 'describedBy'> {
  help?: string | undefined
  error?: string | undefined
}

/** A field for formatted text that others read, limited to what the contract allows (UIGN-004). */
export function RichTextField({ help, error, ...rest }: RichTextFieldProps) {
  const id = useId()
  const describedBy = [error !== undefined && `${id}-error`, help !== undefined && `${id}-help`]
    .filter(Boolean)
    .join(' ')
  return (
    <div className={classes['field']}>
      <span className={classes['label']} aria-hidden="true">
        {rest.label}
      </span>
      <Suspense fallback={<Skeleton height="218px" radius="8px" />}>
        <RichTextEditor {...rest} isInvalid={error !== undefined} describedBy={describedBy || undefined} />
      </Suspense>
      {help !== undefined && (
        <p id={`${id}-help`} className={classes['help']}>
          {help}
        </p>
      )}
      <div aria-live="polite">
        {error !== undefined && (
          <p id={`${id}-error`} className={classes['error']}>
            {error}
          </p>
        )}
      </div>
    </div>
  )
}
