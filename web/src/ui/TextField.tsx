import { TextInput, type TextInputProps } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { markOfEditable, useFieldProps } from './field-props.tsx'

/** Allows undefined for every member, as form libraries pass it. */
export interface TextFieldProps extends Omit<
  TextInputProps,
  'size' | 'variant' | 'radius' | 'classNames' | 'styles' | 'vars' | 'label' | 'description' | 'inputWrapperOrder'
> {
  label: string
  /** Shown under the field. */
  help?: string | undefined
  /** See `FieldDescription`. */
  optionalMark?: string | undefined
}

/** A one-line text field; accepts the props of `form.getInputProps`. */
export function TextField({ help, error, optionalMark, 'aria-describedby': more, ...rest }: TextFieldProps) {
  const mark = markOfEditable(optionalMark, rest)
  return <TextInput {...rest} {...useFieldProps({ help, error, optionalMark: mark, 'aria-describedby': more })} />
}
