import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { saveClientContacts } from '@portico/contract/clients/client-contacts.ts'
import { clientContactTexts } from '@portico/contract/clients/client-contact-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { linkTo } from '../../patterns/link-to.ts'
import { Alert } from '../../ui/Alert.tsx'
import { clientContactsQuery, defaultContactsQuery } from './contact-queries.ts'
import { contactFields, contactInWords } from './contacts-form.ts'
import { ContactsForm } from './ContactsForm.tsx'
import classes from './ClientContacts.module.css'
import { clientSettings } from '../branding/screen.ts'

interface ClientContactsProps {
  clientId: number
  name: string
}

/** Who represents one client (decision N-1). */
export function ClientContacts({ clientId, name }: ClientContactsProps) {
  const t = useTexts(clientContactTexts)
  const { uid } = useSignedIn()
  const found = useQuery(clientContactsQuery(uid, clientId))
  return (
    <div className={classes['tab']}>
      <p>{formatMessage(t.contacts_lead, { name })}</p>
      <QueryContent query={found} failed={t.contacts_failed}>
        {(saved) => (
          <>
            {!saved.contacts.some(({ activeFlg }) => activeFlg) && <DefaultsInstead name={name} />}
            <ContactsForm
              title={formatMessage(t.contacts_form, { name })}
              draftKey={`contacts-${clientId}`}
              saved={saved}
              save={(body) => request(saveClientContacts, { params: { uid, clientId }, body })}
            />
          </>
        )}
      </QueryContent>
    </div>
  )
}

/** Whom the users of a client without contacts see. */
function DefaultsInstead({ name }: { name: string }) {
  const t = useTexts(clientContactTexts)
  const { uid } = useSignedIn()
  const { data } = useQuery(defaultContactsQuery(uid))
  if (!data) return null
  const contacts = contactFields(data)
    .contacts.filter(({ isActive }) => isActive)
    .map(contactInWords)
  return (
    <Alert
      tone="info"
      live={false}
      action={<Link {...linkTo(clientSettings.link(), { tab: 'contacts' })}>{t.contacts_default_open}</Link>}
    >
      {contacts.length === 0
        ? formatMessage(t.contacts_none_at_all, { name })
        : formatMessage(t.contacts_none_here, { name, contacts: contacts.join(', ') })}
    </Alert>
  )
}
