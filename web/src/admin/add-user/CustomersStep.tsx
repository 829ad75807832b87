import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addUserTexts } from '@portico/contract/users/add-user-texts.ts'
import { userCustomerTexts } from '@portico/contract/customers/user-customer-texts.ts'
import type { AssignedFacility } from '@portico/contract/customers/user-customers.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { useForm } from '../../patterns/use-form.ts'
import { type StepProps, WizardForm } from '../../patterns/Wizard.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { customersForm, type FacilityChoice } from '../user-customers/customers-form.ts'
import { FacilityCustomers } from '../user-customers/FacilityCustomers.tsx'
import { newUserFacilitiesQuery } from './add-user-queries.ts'
import type { NewUser } from './add-user-steps.ts'

/** A new user has nothing of a facility; what the administrator has of it says what can be assigned. */
const ofNewUser = (facility: AssignedFacility): AssignedFacility => ({
  ...facility,
  accessFlg: false,
  allCustomersFlg: false,
  endDt: null,
  hiddenCustomerCnt: 0,
})

const noChoice = (code: string): FacilityChoice => ({
  code,
  hasAccess: false,
  hasAll: false,
  endsAt: '',
  customers: [],
})

/** Step 3: facilities and customers; all may be left empty (UADM-020). */
export function CustomersStep({ draft, onNext, onPrevious, submitLabel }: StepProps<NewUser>) {
  const t = useTexts(addUserTexts)
  const { customers_facility: label } = useTexts(userCustomerTexts)
  const { uid } = useSignedIn()
  const facilities = useQuery(newUserFacilitiesQuery(uid)).data?.facilities.map(ofNewUser) ?? []
  const [chosenCode, setChosenCode] = useState<string | null>(null)
  const form = useForm({
    schema: customersForm,
    initial: { facilities: [...draft.facilities] },
    draftKey: 'add-user-customers',
    labels: { facilities: t.add_user_customers },
    guardsLeaving: false,
    save: async (values) => {
      await onNext(values)
      return ''
    },
  })
  const choices = form.values.facilities
  const facility = facilities.find(({ facilityCd }) => facilityCd === chosenCode) ?? facilities[0]
  const code = facility?.facilityCd ?? ''
  return (
    <WizardForm
      title={t.add_user_customers}
      form={form}
      submitLabel={submitLabel}
      onPrevious={() => onPrevious({ facilities: choices })}
    >
      {facilities.length > 1 && (
        <SegmentedControl
          label={label}
          options={facilities.map(({ facilityCd, facilityNm }) => ({ value: facilityCd, label: facilityNm }))}
          value={code}
          onChange={setChosenCode}
        />
      )}
      {facility ? (
        <FacilityCustomers
          key={code}
          facility={facility}
          choice={choices.find((choice) => choice.code === code) ?? noChoice(code)}
          onChange={(next) => form.set('facilities', [...choices.filter((choice) => choice.code !== next.code), next])}
        />
      ) : (
        <EmptyState drawing="list" title={t.add_user_no_customers} />
      )}
    </WizardForm>
  )
}
