import { useId } from 'react'
import { Skeleton } from '../ui/Skeleton.tsx'
import { lazyPart } from './lazy-part.tsx'
import type { RichTextEditorProps } from './RichTextEditor.tsx'
import classes from './RichTextField.module.css'

/** The editor is larger than the screen around it: it loads when it is first shown. */
const RichTextEditor = lazyPart(() => import('./RichTextEditor.tsx').then((module) => module.RichTextEditor), {
  Loading: () => <Skeleton height="218px" radius="8px" />,
})

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
      <RichTextEditor {...rest} isInvalid={error !== undefined} describedBy={describedBy || undefined} />
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
