import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { emailDomain } from '@portico/contract/account/account-rules.ts'
import { accountTexts } from '@portico/contract/account/account-texts.ts'
import { byColumnField } from '@portico/contract/users/user-fields.ts'
import { userFieldTexts } from '@portico/contract/users/user-field-texts.ts'
import { userDetailsTexts } from '@portico/contract/users/user-details-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { getUserDetail, updateUserDetail, type UserProfile } from '@portico/contract/users/user-profile.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { FormPanel } from '../../patterns/FormPanel.tsx'
import { usePhoneNumbers } from '../../patterns/phone-numbers.ts'
import { useForm } from '../../patterns/use-form.ts'
import { useReview } from '../../patterns/use-review.tsx'
import { toast } from '../../ui/toast.ts'
import {
  ProfileAccountFields,
  ProfileContactFields,
  ProfileNotificationFields,
  ProfilePersonFields,
} from './DetailFields.tsx'
import { detailFieldsOf, detailsBody, phonesOf, userDetailsSchema } from './details-form.ts'
import { detailLabelsOf, detailWordsOf } from './detail-words.ts'
import {
  userDepartmentsQuery,
  userEmployersQuery,
  userProfileQuery,
  userNotificationTypesQuery,
} from './profile-queries.ts'
import { useReadOnlyReason } from './use-read-only-reason.ts'

/** The details of a user; loaded anew after every save (UADM-011). */
export function DetailsTab({ userId }: { userId: number }) {
  const { uid } = useSignedIn()
  const { cpUser, portalAdminFlg } = useSuspenseQuery(userProfileQuery(uid, userId)).data
  return (
    <DetailsForm
      key={userId}
      profile={cpUser}
      isPortalAdmin={portalAdminFlg}
      readOnlyReason={useReadOnlyReason(userId)}
    />
  )
}

interface DetailsFormProps {
  profile: UserProfile
  isPortalAdmin: boolean
  readOnlyReason: string | undefined
}

function DetailsForm({ profile, isPortalAdmin, readOnlyReason }: DetailsFormProps) {
  const t = useTexts(userProfileTexts)
  const fieldTexts = useTexts(userFieldTexts)
  const messages = { ...useTexts(accountTexts), ...useTexts(userDetailsTexts) }
  const { uid } = useSignedIn()
  const { user } = profile
  const types = useSuspenseQuery(userNotificationTypesQuery()).data
  const departments = useSuspenseQuery(userDepartmentsQuery()).data
  const [domain, setDomain] = useState(() => emailDomain(user.emailAddress ?? ''))
  const found = useQuery({ ...userEmployersQuery(uid, domain), enabled: domain !== '' }).data ?? []
  const employers = employerChoices(profile, found)
  const smsTypes = types.filter(({ textMessageFlg }) => textMessageFlg).map((type) => type.notificationTypeId)
  const phones = phonesOf(usePhoneNumbers(), user)
  const initial = detailFieldsOf(profile, phones)
  const labels = {
    ...detailLabelsOf(t, user.pendingEmployerNm ?? t.profile_employer_other),
    ...byColumnField(({ heading }) => fieldTexts[heading]),
  }
  const format = detailWordsOf({ types, departments, employers })
  const review = useReview({ confirmLabel: t.profile_save_details, labels, format })
  const form = useForm({
    schema: userDetailsSchema(initial, smsTypes, phones),
    initial,
    loadedVersion: user.version,
    comparedAs: { format },
    draftKey: `user-details-${user.userId}-${user.version}`,
    labels,
    messages,
    save: async (values) => {
      await review.ask(initial, values)
      const params = { uid, userId: user.userId }
      const { message } = await request(updateUserDetail, { params, body: detailsBody(values, user, phones) })
      toast.success(message)
      return ''
    },
    reload: () => Promise.all([invalidate(getUserDetail), invalidate(listUsers)]),
  })
  const fields = { form, isReadOnly: readOnlyReason !== undefined, readOnlyFields: user.readOnlyFields }
  return (
    <FormPanel
      title={t.profile_details}
      form={form}
      submitLabel={t.profile_save_details}
      disabledReason={readOnlyReason}
    >
      <ProfilePersonFields
        {...fields}
        user={user}
        employers={employers}
        departments={departments}
        onEmail={() => setDomain(emailDomain(form.values.emailAddress))}
      />
      <ProfileContactFields {...fields} />
      <ProfileNotificationFields {...fields} types={types} smsTypes={smsTypes} />
      <ProfileAccountFields {...fields} isOwn={user.userId === uid} isPortalAdmin={isPortalAdmin} />
      {review.dialog}
    </FormPanel>
  )
}

/** The current employer, a requested one, and those of the email domain. */
function employerChoices({ user }: UserProfile, found: readonly { clientId: number; clientNm: string }[]) {
  const choices = new Map([[user.employerId, user.employerNm]])
  const { pendingEmployerId, pendingEmployerNm } = user
  if (pendingEmployerId !== null && pendingEmployerNm !== null) choices.set(pendingEmployerId, pendingEmployerNm)
  for (const { clientId, clientNm } of found) choices.set(clientId, clientNm)
  return [...choices].map(([id, name]) => ({ value: String(id), label: name }))
}
