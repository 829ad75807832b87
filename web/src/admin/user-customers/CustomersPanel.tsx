import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formTexts } from '@portico/contract/texts/form-texts.ts'
import { userCustomerTexts } from '@portico/contract/customers/user-customer-texts.ts'
import {
  getUserCustomers,
  updateUserCustomers,
  type UserCustomers,
} from '@portico/contract/customers/user-customers.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { FormProblem } from '../../patterns/FormProblem.tsx'
import { RemoteChangesAlert } from '../../patterns/RemoteChangesAlert.tsx'
import { ReviewChanges } from '../../patterns/ReviewChanges.tsx'
import { UnsavedChanges } from '../../patterns/UnsavedChanges.tsx'
import { useForm } from '../../patterns/use-form.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { userCustomersQuery } from './customer-queries.ts'
import {
  customerChangeOf,
  customersForm,
  differenceInWords,
  facilitiesInWords,
  type FacilityChoice,
  mergeCustomers,
  valuesOf,
} from './customers-form.ts'
import classes from './CustomersPanel.module.css'
import { FacilityCustomers } from './FacilityCustomers.tsx'

interface CustomersPanelProps {
  userId: number
}

/** The facilities and customers of a user (UADM-081..091, UADM-125..128). */
export function CustomersPanel({ userId }: CustomersPanelProps) {
  const t = useTexts(userCustomerTexts)
  const { uid } = useSignedIn()
  const assigned = useSuspenseQuery(userCustomersQuery(uid, userId)).data
  const [saved, setSaved] = useState<string | null>(null)
  if (assigned.facilities.length === 0) return <EmptyState drawing="list" title={t.customers_no_facility} />
  return (
    <>
      {saved !== null && (
        <div ref={focusOnMount} tabIndex={-1}>
          <Alert tone="success">{saved}</Alert>
        </div>
      )}
      <CustomersForm
        key={userId}
        userId={userId}
        assigned={assigned}
        onChange={() => setSaved(null)}
        onSaved={setSaved}
      />
    </>
  )
}

interface CustomersFormProps {
  userId: number
  assigned: UserCustomers
  onChange: () => void
  onSaved: (message: string) => void
}

function CustomersForm({ userId, assigned, onChange, onSaved }: CustomersFormProps) {
  const t = useTexts(userCustomerTexts)
  const [open, setOpen] = useState(assigned.facilities[0]?.facilityCd ?? '')
  const [isReviewing, setIsReviewing] = useState(false)
  const form = useCustomersForm({
    userId,
    assigned,
    onSaved: (message) => {
      setIsReviewing(false)
      onSaved(message)
    },
  })
  const facility = assigned.facilities.find(({ facilityCd }) => facilityCd === open)
  const choice = form.values.facilities.find(({ code }) => code === open)
  const set = (next: FacilityChoice) => {
    onChange()
    form.set(
      'facilities',
      form.values.facilities.map((one) => (one.code === next.code ? next : one)),
    )
  }
  return (
    <form aria-label={t.customers_title} className={classes['form']} onSubmit={form.submit} noValidate>
      <FormProblem problem={form.problem} />
      <RemoteChangesAlert changes={form.remoteChanges} />
      {isReviewing ? (
        <Review form={form} assigned={assigned} onBack={() => setIsReviewing(false)} />
      ) : (
        <>
          <p className={classes['help']}>{t.customers_help}</p>
          {assigned.facilities.length > 1 && (
            <SegmentedControl
              label={t.customers_facility}
              options={assigned.facilities.map(({ facilityCd, facilityNm }) => ({
                value: facilityCd,
                label: facilityNm,
              }))}
              value={open}
              onChange={setOpen}
            />
          )}
          {facility && choice && <FacilityCustomers key={open} facility={facility} choice={choice} onChange={set} />}
          <div className={classes['actions']}>
            <Button
              onClick={() => {
                form.reset()
                void invalidate(getUserCustomers)
              }}
              disabledReason={form.isUnsaved ? undefined : t.customers_no_changes}
            >
              {t.customers_discard}
            </Button>
            <Button
              kind="primary"
              onClick={() => setIsReviewing(true)}
              disabledReason={form.isUnsaved ? undefined : t.customers_no_changes}
            >
              {t.customers_review}
            </Button>
          </div>
        </>
      )}
      <UnsavedChanges form={form} />
    </form>
  )
}

interface FormParts extends Pick<CustomersFormProps, 'userId' | 'assigned' | 'onSaved'> {}

function useCustomersForm({ userId, assigned, onSaved }: FormParts) {
  const t = useTexts(userCustomerTexts)
  const { uid } = useSignedIn()
  return useForm({
    schema: customersForm,
    initial: valuesOf(assigned),
    draftKey: `user-customers-${userId}`,
    labels: { facilities: t.customers_title, ...facilityNames(assigned) },
    loadedVersion: assigned.version,
    merge: mergeCustomers,
    comparedAs: { fields: (values) => facilitiesInWords(values, t) },
    save: async (values) => {
      const body = customerChangeOf(values, assigned.version)
      return (await request(updateUserCustomers, { params: { uid, userId }, body })).message
    },
    reload: () => invalidate(getUserCustomers),
    // The message stands outside of the form, whose button to review it replaces.
    afterSave: onSaved,
  })
}

const facilityNames = ({ facilities }: UserCustomers): Record<string, string> =>
  Object.fromEntries(facilities.map(({ facilityCd, facilityNm }) => [facilityCd, facilityNm]))

interface ReviewProps {
  form: ReturnType<typeof useCustomersForm>
  assigned: UserCustomers
  onBack: () => void
}

function Review({ form, assigned, onBack }: ReviewProps) {
  const t = useTexts(userCustomerTexts)
  const { before, after } = differenceInWords(valuesOf(assigned), form.values, t)
  const { review_title: reviewTitle } = useTexts(formTexts)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  return (
    <section
      ref={(element) => {
        focusOnMount(element)
        setPlace(element)
      }}
      tabIndex={-1}
      aria-label={t.customers_review}
      className={classes['review']}
    >
      <h2>{reviewTitle}</h2>
      <ReviewChanges
        before={before}
        after={after}
        labels={facilityNames(assigned)}
        confirmLabel={t.customers_save}
        isBusy={form.isBusy}
        onBack={onBack}
        onConfirm={() => place?.closest('form')?.requestSubmit()}
      />
    </section>
  )
}
