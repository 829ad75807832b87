import { useState, type ChangeEvent, type FormEvent } from 'react'
import type { RuleIssue } from '@portico/contract/account-rules.ts'
import { accountTexts } from '@portico/contract/texts/account-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { passwordTexts } from '@portico/contract/texts/password-texts.ts'
import { ApiError } from '../../api/call.ts'
import { useTexts } from '../../api/texts.ts'
import { useTyped } from '../../ui/typed.ts'
import { useFocusOnBroken } from '../../ui/use-focus-on-broken.ts'
import { useLeftFields } from '../../ui/use-left-fields.ts'

interface FormOptions<Values> {
  /** Key under which unsaved values survive the end of a session. */
  name: string
  initial: Values
  /** The rules, shared with the server. */
  judge: (values: Values) => readonly RuleIssue[]
  save: (values: Values) => Promise<void>
}

type Field<Values> = Extract<keyof Values, string>
type ServerErrors = Readonly<Record<string, string>>

export interface RuledForm<Values> {
  values: Values
  set: <Name extends Field<Values>>(name: Name, value: Values[Name]) => void
  errorOf: (name: Field<Values>) => string | undefined
  /** Props of a text field. */
  field: (name: Field<Values>) => {
    name: string
    value: string
    error: string | undefined
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
    onBlur: () => void
  }
  /** Message about several fields, or about the form as a whole. */
  failure: string | null
  busy: boolean
  submit: (event: FormEvent<HTMLFormElement>) => void
}

const toldBy = ({ fields }: ApiError): ServerErrors =>
  Object.fromEntries(fields.map(({ field, message }) => [field, message]))

/** A single invalid field shows its own error; a message above it would repeat it. */
const isSaidAtField = ({ fields: [first, ...others] }: ApiError, values: object): boolean =>
  first !== undefined && others.length === 0 && first.field in values

/** Fields that are never stored. */
const SECRET: readonly string[] = ['pswdPhrase', 'securityConfirmPwd']

/**
 * A form whose fields are validated when they are left, and all of them on submit. The server's error for a field
 * stays until the field changes; the first invalid one takes the focus.
 */
export function useRuledForm<Values extends object>(options: FormOptions<Values>): RuledForm<Values> {
  const { judge, save } = options
  const words = { ...useTexts(accountTexts), ...useTexts(passwordTexts), ...useTexts(generalTexts) }
  const [values, setValues] = useTyped(options.name, options.initial, { never: SECRET as (keyof Values)[] })
  const left = useLeftFields()
  const [tries, setTries] = useState(0)
  const [serverErrors, setServerErrors] = useState<ServerErrors>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const issues = judge(values)

  const lookAt = useFocusOnBroken(tries)
  const refused = (error: ApiError) => {
    setServerErrors(toldBy(error))
    setFailure(isSaidAtField(error, values) ? null : error.message)
    setTries((before) => before + 1)
  }
  const send = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await save(values)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refused(error)
    } finally {
      setBusy(false)
    }
  }
  const set: RuledForm<Values>['set'] = (name, value) => {
    setValues((before) => ({ ...before, [name]: value }))
    setServerErrors(({ [name]: _mended, ...others }) => others)
  }
  const errorOf = (name: Field<Values>) => {
    const issue = tries > 0 || left.has(name) ? issues.find((one) => one.field === name) : undefined
    return serverErrors[name] ?? (issue && words[issue.text])
  }
  return {
    values,
    set,
    errorOf,
    field: (name) => ({
      name,
      value: String(values[name] ?? ''),
      error: errorOf(name),
      onChange: (event) => set(name, event.currentTarget.value as Values[typeof name]),
      onBlur: () => left.leave(name),
    }),
    failure,
    busy,
    submit: (event) => {
      event.preventDefault()
      if (busy) return
      lookAt(event.currentTarget)
      if (issues.length === 0) return void send()
      setFailure(issues.length > 1 ? words.form_several_invalid : null)
      setTries((before) => before + 1)
    },
  }
}
