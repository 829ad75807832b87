import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { markOfEditable, useFieldProps } from './field-props.tsx'

interface SelectFieldProps extends Omit<
  NativeSelectProps,
  | 'size'
  | 'variant'
  | 'radius'
  | 'classNames'
  | 'styles'
  | 'vars'
  | 'label'
  | 'description'
  | 'inputWrapperOrder'
  | 'data'
> {
  label: string
  options: readonly { value: string; label: string }[]
  /** Shown under the field. */
  help?: string | undefined
  /** See `FieldDescription`; shown where one of the options is none. */
  optionalMark?: string | undefined
}

/** One of several options, with the browser's native control. */
export function SelectField({
  options,
  help,
  error,
  optionalMark,
  'aria-describedby': more,
  ...rest
}: SelectFieldProps) {
  const mark = options.some(({ value }) => value === '') ? markOfEditable(optionalMark, rest) : undefined
  const field = useFieldProps({ help, error, optionalMark: mark, 'aria-describedby': more })
  return <NativeSelect {...rest} {...field} data={[...options]} />
}
