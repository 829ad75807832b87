import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { addUserTexts } from '@portico/contract/users/add-user-texts.ts'
import { adminMenuTexts } from '@portico/contract/texts/admin-menu-texts.ts'
import { createUser } from '@portico/contract/users/user-creation.ts'
import { listUsers } from '@portico/contract/users/users.ts'
import { request } from '../../api/call.ts'
import { invalidate } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { AdminPage } from '../../patterns/AdminPage.tsx'
import { usePhoneNumbers } from '../../patterns/phone-numbers.ts'
import { SuccessThenGo } from '../../patterns/SuccessThenGo.tsx'
import { Wizard } from '../../patterns/Wizard.tsx'
import { toast } from '../../ui/toast.ts'
import { newUserBody, nobody } from './add-user-steps.ts'
import { changedWithSets } from '../permissions/set-calls.ts'
import { UserDetailsStep } from './UserDetailsStep.tsx'
import { FinishStep } from './FinishStep.tsx'
import { PermissionsStep } from './PermissionsStep.tsx'
import { CustomersStep } from './CustomersStep.tsx'
import { userProfile } from '../user-profile/screen.ts'
import { userAdministration } from '../users/screen.ts'

/** Creates a user in four steps (UADM-017..024, UADM-170), says so and returns to the users (UIGN-009). */
export function AddUserPage() {
  const t = useTexts(addUserTexts)
  const { admin_add_user: title } = useTexts(adminMenuTexts)
  const { uid } = useSignedIn()
  const router = useRouter()
  const phones = usePhoneNumbers()
  const [created, setCreated] = useState<string | null>(null)
  if (created !== null)
    return (
      <AdminPage title={title}>
        <SuccessThenGo message={created} target={userAdministration.link()} />
      </AdminPage>
    )
  return (
    <AdminPage title={title} subtitle={t.add_user_subtitle}>
      <Wizard
        label={t.add_user_steps}
        draftKey="add-user"
        initial={nobody}
        finishLabel={t.add_user_login}
        steps={[
          { id: 'details', title: t.add_user_details, Step: UserDetailsStep },
          { id: 'permissions', title: t.add_user_permissions, Step: PermissionsStep, fields: ['setIds', 'setEndDt'] },
          { id: 'customers', title: t.add_user_customers, Step: CustomersStep },
          { id: 'finish', title: t.add_user_finish, Step: FinishStep },
        ]}
        onFinish={async (draft) => {
          const body = newUserBody(draft, phones)
          const { message, data: user } = await request(createUser, { params: { uid }, body })
          await Promise.all([listUsers, ...changedWithSets].map(invalidate))
          setCreated(message)
          if (!('userId' in user)) return
          const profile = userProfile.link({ userId: user.userId, tabName: 'overview' })
          toast.success(formatMessage(t.add_user_mailed, { email: draft.details.emailAddress }), {
            label: t.add_user_open,
            run: () => void router.navigate({ href: profile }),
          })
        }}
        onCancel={() => void router.navigate({ href: userAdministration.link() })}
      />
    </AdminPage>
  )
}
