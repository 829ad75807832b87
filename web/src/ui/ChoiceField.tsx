import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import '@mantine/core/styles/Input.layer.css'
import { useFieldLook } from './field-look.tsx'

interface ChoiceFieldProps extends Omit<
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
  /** Stands under the field. */
  help?: string | undefined
}

/** One of a list, by the browser's own control, which every device and keyboard knows. */
export function ChoiceField({ options, help, error, 'aria-describedby': more, ...rest }: ChoiceFieldProps) {
  return <NativeSelect {...rest} {...useFieldLook({ help, error, 'aria-describedby': more })} data={[...options]} />
}
