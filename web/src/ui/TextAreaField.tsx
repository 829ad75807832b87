import { Textarea, type TextareaProps } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { markOfEditable, useFieldProps } from './field-props.tsx'

interface TextAreaFieldProps extends Omit<
  TextareaProps,
  'size' | 'variant' | 'radius' | 'classNames' | 'styles' | 'vars' | 'label' | 'description' | 'inputWrapperOrder'
> {
  label: string
  /** Shown under the field. */
  help?: string
  /** See `FieldDescription`. */
  optionalMark?: string | undefined
}

/** A multi-line text field. */
export function TextAreaField({
  help,
  error,
  optionalMark,
  rows = 6,
  'aria-describedby': more,
  ...rest
}: TextAreaFieldProps) {
  const mark = markOfEditable(optionalMark, rest)
  const field = useFieldProps({ help, error, optionalMark: mark, 'aria-describedby': more })
  return <Textarea {...rest} {...field} rows={rows} />
}
