import { Textarea, type TextareaProps } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useFieldProps } from './field-props.tsx'

interface TextAreaFieldProps extends Omit<
  TextareaProps,
  'size' | 'variant' | 'radius' | 'classNames' | 'styles' | 'vars' | 'label' | 'description' | 'inputWrapperOrder'
> {
  label: string
  /** Shown under the field. */
  help?: string
}

/** A multi-line text field. */
export function TextAreaField({ help, error, rows = 6, 'aria-describedby': more, ...rest }: TextAreaFieldProps) {
  return <Textarea {...rest} {...useFieldProps({ help, error, 'aria-describedby': more })} rows={rows} />
}
