import { fullName } from '@portico/contract/users/full-name.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { Representative } from '@portico/contract/contact/contact.ts'
import { contactTexts } from '@portico/contract/contact/contact-texts.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { usePhoneNumbers } from '../../patterns/phone-numbers.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { contactsQuery } from './contact-queries.ts'
import classes from './ContactUsPage.module.css'

/** The representatives of the user's organization (CONT-003). */
export function RepresentativesPanel() {
  const t = useTexts(contactTexts)
  const { uid } = useSignedIn()
  const { data: people } = useSuspenseQuery(contactsQuery(uid))
  return (
    <Panel title={t.representatives_title} help={t.representatives_help}>
      {people.length === 0 ? (
        <EmptyState drawing="compass" title={t.representatives_none} hint={t.representatives_none_hint} compact />
      ) : (
        <ul className={classes['people']}>
          {people.map((person) => (
            <Person key={person.contactId} person={person} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Person({ person }: { person: Representative }) {
  const t = useTexts(contactTexts)
  const name = fullName(person)
  const phones = usePhoneNumbers()
  return (
    <li className={classes['person']}>
      <span className={classes['name']}>{name}</span>
      {person.roleTxt !== '' && <span className={classes['role']}>{person.roleTxt}</span>}
      <a
        className={classes['reach']}
        href={`mailto:${person.emailAddress}`}
        title={formatMessage(t.representatives_mail, { name })}
      >
        {person.emailAddress}
      </a>
      {person.workPhone !== null && (
        <a
          className={classes['reach']}
          href={`tel:${person.workPhone}`}
          title={formatMessage(t.representatives_call, { name })}
        >
          {phones.show(person.workPhone)}
        </a>
      )}
    </li>
  )
}
