import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useFieldProps } from './field-props.tsx'

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
}

/** One of several options, with the browser's native control. */
export function SelectField({ options, help, error, 'aria-describedby': more, ...rest }: SelectFieldProps) {
  return <NativeSelect {...rest} {...useFieldProps({ help, error, 'aria-describedby': more })} data={[...options]} />
}
