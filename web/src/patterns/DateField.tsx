import { Popover } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import { type Ref, useId, useRef, useState } from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { useTexts } from '../api/texts.ts'
import { isCalendarDay, parseDay } from '../ui/calendar-day.ts'
import { formatDay } from '../ui/format.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { TextField, type TextFieldProps } from '../ui/TextField.tsx'
import { Calendar } from './Calendar.tsx'
import classes from './Calendar.module.css'

interface DateFieldProps extends Pick<
  TextFieldProps,
  'label' | 'help' | 'error' | 'optionalMark' | 'name' | 'disabled' | 'onBlur' | 'aria-describedby'
> {
  /** A day, yyyy-MM-dd; '' for none. A text that is no day stays as it is typed: the schema of the form says so. */
  value: string
  onChange: (event: { currentTarget: { value: string } }) => void
  /** The first day that the calendar offers. */
  min?: string | undefined
  /** The last one. */
  max?: string | undefined
  /** In a dialog: focused first. */
  'data-autofocus'?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A day: typed as the language of the page writes it, or as yyyy-MM-dd, or chosen from a calendar. */
export function DateField({ value, onChange, onBlur, min, max, disabled, ...rest }: DateFieldProps) {
  const t = useTexts(formTexts)
  const id = useId()
  const { typed, type, complete } = useTypedDay(value, (day) => onChange({ currentTarget: { value: day } }))
  return (
    <TextField
      {...rest}
      id={id}
      disabled={disabled === true}
      placeholder={t.date_placeholder}
      autoComplete="off"
      value={typed ?? (isCalendarDay(value) ? formatDay(value) : value)}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Enter') complete()
      }}
      onBlur={(event) => {
        complete()
        onBlur?.(event)
      }}
      rightSection={
        !disabled && (
          <CalendarButton
            labelId={`${id}-label`}
            value={isCalendarDay(value) ? value : null}
            min={min}
            max={max}
            onChoose={(day) => onChange({ currentTarget: { value: day } })}
          />
        )
      }
    />
  )
}

/** What is being typed, as it stands in the field, until the field is left or its value comes from elsewhere. */
function useTypedDay(value: string, onDay: (day: string) => void) {
  const [last, setLast] = useState<{ text: string; day: string } | null>(null)
  const typed = last?.day === value ? last.text : null
  return {
    typed,
    type: (text: string) => {
      const day = parseDay(text) ?? text.trim()
      setLast({ text, day })
      onDay(day)
    },
    /** Takes what stands there as complete, such as a year of two digits. */
    complete: () => {
      const day = typed === null ? null : parseDay(typed, { shortYear: true })
      if (day !== null && day !== value) onDay(day)
      setLast(null)
    },
  }
}

interface CalendarButtonProps {
  labelId: string
  value: string | null
  min: string | undefined
  max: string | undefined
  onChoose: (day: string) => void
}

function CalendarButton({ labelId, value, min, max, onChoose }: CalendarButtonProps) {
  const t = useTexts(formTexts)
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setIsOpen(false)
    button.current?.focus()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      onDismiss={() => button.current?.focus()}
      position="bottom-end"
      transitionProps={{ duration: 0 }}
      withinPortal={false}
      trapFocus
    >
      <Popover.Target>
        <IconButton
          ref={button}
          size="s"
          icon="calendar"
          label={t.calendar_open}
          aria-describedby={labelId}
          // Until the calendar has the focus, Escape closes it from here, and not the dialog around it.
          data-mantine-stop-propagation={isOpen || undefined}
          onKeyDown={({ key }) => {
            if (key === 'Escape' && isOpen) close()
          }}
          onClick={() => setIsOpen(!isOpen)}
        />
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown']} aria-labelledby={labelId}>
        <Calendar
          value={value}
          min={min}
          max={max}
          onChoose={(day) => {
            onChoose(day)
            close()
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
