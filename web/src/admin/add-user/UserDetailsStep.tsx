import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { addUserTexts } from '@portico/contract/users/add-user-texts.ts'
import { byColumnField, type ColumnFieldWire } from '@portico/contract/users/user-fields.ts'
import { userFieldTexts } from '@portico/contract/users/user-field-texts.ts'
import { userDetailsTexts } from '@portico/contract/users/user-details-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { usePhoneNumbers } from '../../patterns/phone-numbers.ts'
import { useForm } from '../../patterns/use-form.ts'
import { type StepProps, WizardForm } from '../../patterns/Wizard.tsx'
import { newUserEmployersQuery, newUserTypesQuery } from './add-user-queries.ts'
import type { NewUser } from './add-user-steps.ts'
import classes from './AddUser.module.css'
import { ContactFields } from './ContactFields.tsx'
import { detailsForm, domainOf } from './details-form.ts'
import { NewUserNotificationFields } from './NewUserNotificationFields.tsx'
import { PersonFields } from './PersonFields.tsx'
import { usePersonLookup } from './use-person-lookup.ts'

/** Pause in typing after which the employers are loaded. */
const TYPING_PAUSE_MS = 400

/** Step 1: who the user is (UADM-018). */
export function UserDetailsStep({ draft, onNext, onPrevious, submitLabel }: StepProps<NewUser>) {
  const t = useTexts(addUserTexts)
  const fieldTexts = useTexts(userFieldTexts)
  const messages = { ...useTexts(accountTexts), ...useTexts(userDetailsTexts) }
  const { uid } = useSignedIn()
  const types = useSuspenseQuery(newUserTypesQuery()).data
  const [domain, setDomain] = useState(() => domainOf(draft.details.emailAddress))
  const found = useQuery({ ...newUserEmployersQuery(uid, domain ?? ''), enabled: domain !== null })
  const employers = domain === null ? [] : (found.data ?? [])
  const phones = usePhoneNumbers()
  const form = useForm({
    schema: detailsForm(types, employers, phones),
    initial: draft.details,
    draftKey: 'add-user-details',
    labels: { ...detailLabels(t), ...byColumnField(({ heading }) => fieldTexts[heading]) },
    messages,
    guardsLeaving: false,
    save: async (details) => {
      await onNext({ details })
      return ''
    },
  })
  const { warning, lookUp } = usePersonLookup(form)
  const { emailAddress } = form.values
  useEffect(() => {
    // Also for an address that a reload has brought back.
    const pause = setTimeout(() => setDomain(domainOf(emailAddress)), TYPING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [emailAddress])
  return (
    <WizardForm
      title={t.add_user_details}
      form={form}
      submitLabel={submitLabel}
      onPrevious={() => onPrevious({ details: form.values })}
    >
      <PersonFields
        form={form}
        employers={employers}
        hasEmployers={domain === null || found.data === undefined || employers.length > 0}
        warning={warning}
        onLeave={() => {
          setDomain(domainOf(form.values.emailAddress))
          lookUp()
        }}
      />
      <h3 className={classes['part']}>{t.add_user_contact}</h3>
      <ContactFields form={form} />
      <NewUserNotificationFields form={form} types={types} />
    </WizardForm>
  )
}

type Labels = Record<Exclude<keyof NewUser['details'], ColumnFieldWire>, string>

const detailLabels = (t: ReturnType<typeof useTexts<typeof addUserTexts>>): Labels => ({
  firstNm: t.add_user_first_name,
  midInitial: t.add_user_middle_initial,
  lastNm: t.add_user_last_name,
  emailAddress: t.add_user_email,
  employerId: t.add_user_employer,
  userNm: t.add_user_user_id,
  internalUserFlg: t.add_user_internal,
  workPhone: t.add_user_work_phone,
  workExt: t.add_user_extension,
  homePhone: t.add_user_home_phone,
  faxNum: t.add_user_fax,
  employeeId: t.add_user_employee_id,
  departmentId: t.add_user_department,
  notificationTypes: t.add_user_notifications,
  agreeText: t.add_user_agree,
  mobilePhnNbr: t.add_user_mobile,
  smsCarrierId: t.add_user_carrier,
})
