import { useEffect } from 'react'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { addUserTexts } from '@portico/contract/users/add-user-texts.ts'
import { generalTexts } from '@portico/contract/texts/general-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import type { Form } from '../../patterns/use-form.ts'
import { Alert } from '../../ui/Alert.tsx'
import { CheckField } from '../../ui/CheckField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import classes from './AddUser.module.css'
import type { Details, Employer } from './details-form.ts'

interface PersonFieldsProps {
  form: Form<Details>
  employers: readonly Employer[]
  /** False: no employer uses the domain of the address. */
  hasEmployers: boolean
  /** The address is in use. */
  warning: string | null
  /** Called when the name or the address has been entered. */
  onLeave: () => void
}

/** Name, email address, employer and user ID. */
export function PersonFields({ form, employers, hasEmployers, warning, onLeave }: PersonFieldsProps) {
  const t = useTexts(addUserTexts)
  const { employer_lookup_failed: noEmployer } = useTexts(accountTexts)
  const { select_one: selectOne } = useTexts(generalTexts)
  const { isInternal } = useSignedIn()
  const person = (name: 'firstNm' | 'lastNm' | 'emailAddress') => {
    const { onBlur, ...field } = form.field(name)
    return {
      ...field,
      onBlur: () => {
        onBlur()
        onLeave()
      },
    }
  }
  useOnlyEmployer(form, employers)
  return (
    <>
      <div className={classes['fields']}>
        <TextField {...person('firstNm')} autoComplete="off" />
        <TextField {...form.field('midInitial')} autoComplete="off" />
        <TextField {...person('lastNm')} autoComplete="off" />
        <TextField {...person('emailAddress')} type="email" autoComplete="off" />
      </div>
      {warning !== null && <Alert tone="warning">{warning}</Alert>}
      {!hasEmployers && <Alert tone="warning">{noEmployer}</Alert>}
      <div className={classes['fields']}>
        <SelectField
          {...form.field('employerId')}
          help={t.add_user_employer_help}
          options={[
            { value: '', label: selectOne },
            ...employers.map(({ clientId, clientNm }) => ({ value: String(clientId), label: clientNm })),
          ]}
        />
        <TextField {...form.field('userNm')} help={t.add_user_user_id_help} autoComplete="off" spellCheck={false} />
      </div>
      {isInternal && <CheckField {...form.check('internalUserFlg')} help={t.add_user_internal_help} />}
    </>
  )
}

/**
 * Selects the only employer of a domain in place of one that the domain does not have. Where it has several, the choice
 * stays.
 */
function useOnlyEmployer(form: PersonFieldsProps['form'], employers: readonly Employer[]) {
  const { employerId } = form.values
  const [only] = employers
  const isOffered = employers.some(({ clientId }) => String(clientId) === employerId)
  const wanted = isOffered ? employerId : employers.length === 1 && only ? String(only.clientId) : employerId
  useEffect(() => {
    if (wanted !== employerId) form.set('employerId', wanted)
  })
}
