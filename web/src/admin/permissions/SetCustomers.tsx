import { useQuery } from '@tanstack/react-query'
import { permissionSetPageTexts } from '@portico/contract/permission-sets/permission-set-page-texts.ts'
import { getPermissionSet, type SetCustomer } from '@portico/contract/permission-sets/permission-sets.ts'
import { listTexts } from '@portico/contract/texts/list-texts.ts'
import { query } from '../../api/query.ts'
import { useSignedIn } from '../../api/session.ts'
import { formatMessage, useTexts } from '../../api/texts.ts'
import { QueryContent } from '../../patterns/QueryContent.tsx'
import { usePortalPageName } from '../../shell/portal-page-name.ts'
import { accessWords } from './access-words.ts'
import classes from './SetPicker.module.css'

interface SetCustomersProps {
  customers: readonly SetCustomer[]
  /** How many more the set gives, which the administrator has no access to. */
  hiddenCustomerCnt: number
}

const noPage = { systemId: 0, pageId: null, pageNm: null, givenByNm: null }

/** The customers of a set as entries of a list, then the number of the others. */
export function SetCustomers({ customers, hiddenCustomerCnt }: SetCustomersProps) {
  const t = useTexts(permissionSetPageTexts)
  const pageName = usePortalPageName()
  return (
    <>
      {customers.map(({ customerId, facilityCd, customerNm, givenFlg }) => (
        <li key={customerId}>
          {accessWords({ ...noPage, systemNm: `${facilityCd} / ${customerNm}`, givenFlg }, t, pageName)}
        </li>
      ))}
      {hiddenCustomerCnt > 0 && <li>{formatMessage(t.set_customers_hidden, { count: hiddenCustomerCnt })}</li>}
    </>
  )
}

/** The customers of a set that is chosen, with their heading; nothing where it gives none. */
export function CustomersOfChosenSet({ setId }: { setId: number }) {
  const t = useTexts(permissionSetPageTexts)
  const { list_failed: failed } = useTexts(listTexts)
  const { uid } = useSignedIn()
  const loaded = useQuery(query(getPermissionSet, { params: { uid, setId } }))
  return (
    <QueryContent query={loaded} failed={failed}>
      {({ customers, hiddenCustomerCnt }) =>
        customers.length + hiddenCustomerCnt > 0 && (
          <>
            <p>{t.set_choice_customers}</p>
            <ul className={classes['access']}>
              <SetCustomers customers={customers} hiddenCustomerCnt={hiddenCustomerCnt} />
            </ul>
          </>
        )
      }
    </QueryContent>
  )
}
