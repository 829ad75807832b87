import * as z from 'zod/mini'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { addUserTexts } from '@portico/contract/users/add-user-texts.ts'
import { userProfileTexts } from '@portico/contract/users/user-profile-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, type Texts, useTexts } from '../../api/texts.ts'
import { useForm } from '../../patterns/use-form.ts'
import { type StepProps, WizardForm } from '../../patterns/Wizard.tsx'
import { formatDay } from '../../ui/format.ts'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import type { FacilityChoice } from '../user-customers/customers-form.ts'
import { newUserEmployersQuery, newUserFacilitiesQuery } from './add-user-queries.ts'
import type { ChosenSystem, NewUser } from './add-user-steps.ts'
import classes from './AddUser.module.css'
import { domainOf } from './details-form.ts'
import { NoPageNote } from './NoPageNote.tsx'

const nothing = z.object({})

/** Step 4: what will be created (UADM-021). */
export function FinishStep({ draft, onNext, onPrevious, submitLabel }: StepProps<NewUser>) {
  const t = useTexts(addUserTexts)
  const setsText = useSetsText()
  const { uid } = useSignedIn()
  const { details, systems, facilities } = draft
  const employers = useQuery(newUserEmployersQuery(uid, domainOf(details.emailAddress) ?? '')).data ?? []
  const offered = useQuery(newUserFacilitiesQuery(uid)).data?.facilities ?? []
  const facilityName = (code: string) => offered.find(({ facilityCd }) => facilityCd === code)?.facilityNm ?? code
  const form = useForm({
    schema: nothing,
    initial: {},
    draftKey: 'add-user-finish',
    labels: {},
    guardsLeaving: false,
    save: async () => {
      await onNext({})
      return ''
    },
  })
  const chosenSystems = systems.length === 0 ? t.add_user_none : <ChosenSystems draft={draft} />
  const rows: [label: string, value: ReactNode][] = [
    [t.add_user_name, [details.firstNm, details.midInitial, details.lastNm].filter(Boolean).join(' ')],
    [t.add_user_user_id, details.userNm],
    [t.add_user_email, details.emailAddress],
    [t.add_user_employer, employers.find(({ clientId }) => String(clientId) === details.employerId)?.clientNm ?? ''],
    [t.add_user_permissions, chosenSystems],
    [t.add_user_sets, setsText(draft) || t.add_user_none],
    [
      t.add_user_customers,
      facilities.flatMap((choice) => customersOf(choice, facilityName(choice.code), t)).join(', ') || t.add_user_none,
    ],
  ]
  return (
    <WizardForm title={t.add_user_finish} form={form} submitLabel={submitLabel} onPrevious={() => onPrevious({})}>
      <dl className={classes['summary']}>
        {rows.map(([label, value]) => (
          <div key={label} className={classes['row']}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>{formatMessage(t.add_user_mail, { button: submitLabel, email: details.emailAddress })}</p>
    </WizardForm>
  )
}

/** Returns the permission sets that the user gets, and until when; '' without any. */
function useSetsText(): (draft: NewUser) => string {
  const { permission_until: until } = useTexts(userProfileTexts)
  return ({ sets = [], setsEndDay = '' }) => {
    const names = sets.map(({ label }) => label)
    const ends = names.length > 0 && setsEndDay !== '' ? [formatMessage(until, { date: formatDay(setsEndDay) })] : []
    return [...names, ...ends].join(', ')
  }
}

/** From how many pages on an application shows their number first. */
const FOLD_FROM = 6

/** Every application that the user gets, with its rights and pages. */
function ChosenSystems({ draft }: { draft: NewUser }) {
  const t = useTexts(userProfileTexts)
  return (
    <ul className={classes['chosen']}>
      {draft.systems.map((system) => (
        <li key={system.systemId}>
          {[
            system.systemNm,
            ...(system.isAdmin ? [t.permission_admin] : []),
            ...(system.hasSensitiveData ? [t.permission_sensitive] : []),
          ].join(', ')}
          <NoPageNote system={system} isForInternal={draft.details.internalUserFlg} />
          {system.pages.length < FOLD_FROM ? (
            <ChosenPages pages={system.pages} />
          ) : (
            <details>
              <summary>{formatMessage(t.permissions_pages, { count: system.pages.length })}</summary>
              <ChosenPages pages={system.pages} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

function ChosenPages({ pages }: Pick<ChosenSystem, 'pages'>) {
  const pageName = usePortalPageName()
  if (pages.length === 0) return null
  return (
    <ul>
      {pages.map(({ pageId, pageNm }) => (
        <li key={pageId}>{pageName(pageNm)}</li>
      ))}
    </ul>
  )
}

/** What the user gets of a facility: all customers, single ones, or access alone. */
function customersOf(
  { hasAccess, hasAll, customers }: FacilityChoice,
  facility: string,
  t: Texts<typeof addUserTexts>,
): string[] {
  if (!hasAccess) return []
  if (hasAll) return [formatMessage(t.add_user_all_customers, { facility })]
  return customers.length > 0 ? customers.map(({ name }) => name) : [facility]
}
