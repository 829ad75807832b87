import { useQuery } from '@tanstack/react-query'
import { saveDefaultContacts } from '@portico/contract/clients/client-contacts.ts'
import { clientContactTexts } from '@portico/contract/clients/client-contact-texts.ts'
import { request } from '../../api/call.ts'
import { useSignedIn } from '../../api/session.ts'
import { useTexts } from '../../api/texts.ts'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { defaultContactsQuery } from './contact-queries.ts'
import { ContactsForm } from './ContactsForm.tsx'
import classes from './ClientContacts.module.css'

/** Who represents clients without active contacts of their own (decision N-1). */
export function DefaultContacts() {
  const t = useTexts(clientContactTexts)
  const { uid } = useSignedIn()
  const found = useQuery(defaultContactsQuery(uid))
  return (
    <div className={classes['tab']}>
      <p>{t.contacts_default_lead}</p>
      <QueryContent query={found} failed={t.contacts_failed}>
        {(saved) => (
          <>
            {!saved.contacts.some(({ activeFlg }) => activeFlg) && (
              <Alert tone="info" live={false}>
                {t.contacts_default_none}
              </Alert>
            )}
            <ContactsForm
              title={t.contacts_default_form}
              draftKey="default-contacts"
              saved={saved}
              save={(body) => request(saveDefaultContacts, { params: { uid }, body })}
            />
          </>
        )}
      </QueryContent>
    </div>
  )
}
